package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.gmt4j.CaptureException;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.gmt4j.PendingResult;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskHandle;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What bodies capture and return, from below a block to megabytes: whole on every node, by every way to spawn; nothing
 * is left.
 */
@Timeout(240)
class LongValuesTest {
    private static final int TEN_MEGABYTES = 10_000_000 / 8;

    private static long[] values(final int length) {
        return new SplittableRandom(length).longs(length).toArray();
    }

    private static String leftovers(final TaskContext ctx) throws SuspendExecution {
        final List<Integer> counts = ctx.callOnAll(node -> EngineTask.of(node).parts.longValues().count());
        return counts.stream().allMatch(count -> count == 0) ? "" : "left behind: " + counts;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldTakeTenMegabytesThereAndBack(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LongValuesTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final long[] table = values(TEN_MEGABYTES);
                final int hash = Arrays.hashCode(table);
                final long sum = ctx.sum(1000, 10, (i, c) -> table[(int) (i * 1249)]);
                long expected = 0;
                for (int i = 0; i < 1000; i++) {
                    expected += table[i * 1249];
                }
                failures.add(sum == expected ? "" : "the loop has seen " + sum + " instead of " + expected);
                for (final int seen : ctx.callOnAll(node -> Arrays.hashCode(table))) {
                    failures.add(seen == hash ? "" : "a node has seen another table");
                }
                final int last = ctx.nodeCount() - 1;
                final long[] back = ctx.call(last, node -> table);
                failures.add(Arrays.equals(table, back) && back != table ? "" : "it has not come back");
                final List<long[]> fromAll = ctx.callOnAll(node -> values(TEN_MEGABYTES / 4 + node.nodeId()));
                for (int node = 0; node <= last; node++) {
                    failures.add(Arrays.equals(values(TEN_MEGABYTES / 4 + node), fromAll.get(node)) ? ""
                        : "result of node " + node);
                }
                failures.add(leftovers(ctx));
                return failures;
            })));
        }
    }

    /** As messages and as a transfer: what has arrived goes when its task does not come. */
    @ParameterizedTest
    @EnumSource
    void shouldForgetValuesWhoseTaskIsLost(final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(2, plan, LongValuesTest.class)) {
            cluster.run(ctx -> {
                final EngineTask task = EngineTask.of(ctx);
                for (final int length : new int[] {5_000, 20_000, 1_000_000}) {
                    final ValueDelivery delivery = task.parts.longValues().send(task, 1, new byte[length]);
                    delivery.taskLost(new IllegalStateException("on purpose"));
                    task.parts.longValues().settle(task, length);
                    task.aggregator().flushAll(FlushReason.FORCED);
                }
                while (!leftovers(ctx).isEmpty()) {
                    ctx.yield();
                }
            });
        }
    }

    /** Around what a command holds, and around whole pieces: every length, captured and returned. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldTakeEveryLengthAroundABlock(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LongValuesTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final int target = ctx.nodeCount() - 1;
                for (int pieces = 1; pieces <= 3; pieces++) {
                    for (int length = pieces * EngineTask.of(ctx).runtime().commandLimit() - 140;
                        length < pieces * EngineTask.of(ctx).runtime().commandLimit() + 10; length++) {
                        final byte[] bytes = new byte[length];
                        new SplittableRandom(length).nextBytes(bytes);
                        final byte[] back = ctx.call(target, node -> bytes);
                        failures.add(Arrays.equals(bytes, back) ? "" : length + " bytes");
                    }
                }
                failures.add(leftovers(ctx));
                return failures;
            })));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldGoByEveryWayToSpawn(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LongValuesTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final GlobalLongArray seen = GlobalLongArray.allocate(ctx, 12);
                final long[] table = values(20_000);
                final long sum = Arrays.stream(table).sum();
                final int n = ctx.nodeCount();
                ctx.executeOnAll(node -> seen.addNb(node, 0, Arrays.stream(table).sum()));
                ctx.parFor(n, 1, SpawnPolicy.SPREAD, (i, c) -> seen.addNb(c, 1, Arrays.stream(table).sum()));
                ctx.parForNb(n, 1, SpawnPolicy.PARTITION_HERE,
                    (low, high, c) -> seen.addNb(c, 2, (high - low) * Arrays.stream(table).sum()));
                ctx.executeNb(n - 1, node -> seen.addNb(node, 3, Arrays.stream(table).sum()));
                ctx.awaitTasks();
                final TaskHandle tree = ctx.newHandle();
                ctx.execute(tree, n - 1, node -> {
                    seen.addNb(node, 4, Arrays.stream(table).sum());
                    node.spawnMore(0, more -> seen.addNb(more, 5, Arrays.stream(table).sum()));
                });
                ctx.await(tree);
                ctx.executeLocal(n - 1, node -> seen.addNb(node, 6, Arrays.stream(table).sum()));
                ctx.awaitVisits();
                ctx.parFor(n, 1, SpawnPolicy.SPREAD.balanced(), (i, c) -> seen.addNb(c, 7, Arrays.stream(table).sum()));
                final GlobalLongArray scattered = GlobalLongArray.allocate(ctx, org.gmt4j.ArraySpec.of(n).cyclic(1));
                ctx.parFor(n, 1, SpawnPolicy.ownerOf(scattered),
                    (i, c) -> seen.addNb(c, 8, Arrays.stream(table).sum()));
                final PendingResult<long[]> pending = ctx.callNb(n - 1, node -> table);
                failures.add(Arrays.equals(table, ctx.await(pending)) ? "" : "callNb");
                final long[] local = ctx.callLocal(n - 1, node -> table);
                failures.add(Arrays.equals(table, local) ? "" : "callLocal");
                final long[] nested = ctx.call(n - 1, node -> node.call(0, inner -> table));
                failures.add(Arrays.equals(table, nested) ? "" : "nested");
                final long[] all = seen.toArray(ctx);
                for (int i = 0; i < 9; i++) {
                    final long times = i >= 3 && i <= 6 ? 1 : n;
                    failures.add(all[i] == times * sum ? "" : "way " + i);
                }
                failures.add(leftovers(ctx));
                return failures;
            })));
        }
    }

    @Test
    void shouldGoThroughTheSmallestBlocks() {
        try (GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, LongValuesTest.class)
            .set(TestClusters.aggregation(256, 3, 1024, 2, 2, 3, 2)).start()) {
            cluster.run(ctx -> {
                final long[] table = values(5_000);
                for (final long[] back : ctx.callOnAll(node -> table)) {
                    assertTrue(Arrays.equals(table, back));
                }
                assertEquals("", leftovers(ctx));
            });
        }
    }

    /** Many at once, from many tasks: values and tasks find each other. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldNotMixUpTheValuesOfManyTasks(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LongValuesTest.class)) {
            cluster.run(ctx -> {
                final long wrong = ctx.sum(60, 1, (i, c) -> {
                    final long[] mine = values(1000 + (int) i);
                    final long[] back = c.call((int) (i * 7 % c.nodeCount()), node -> mine);
                    return Arrays.equals(mine, back) ? 0 : 1;
                });
                assertEquals(0, wrong);
                assertEquals("", leftovers(ctx));
            });
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseBeyondTheLimitAndGoOn(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LongValuesTest.class)) {
            cluster.run(ctx -> {
                final byte[] tooLong = new byte[LongValues.LIMIT];
                String told = "";
                try {
                    ctx.executeOnAll(node -> node.count("seen", tooLong.length));
                } catch (final CaptureException e) {
                    told = e.getMessage();
                }
                assertTrue(told.startsWith("GMT-203 ") && told.contains("tooLong") && told.contains("global array"),
                    told);
                String summed = "";
                try {
                    ctx.sum(10, 1, (i, c) -> tooLong.length);
                } catch (final CaptureException e) {
                    summed = e.getMessage();
                }
                assertTrue(summed.contains(" of the lambda at ") && summed.contains("variable 'tooLong' (byte["),
                    summed);
                String result = "";
                try {
                    ctx.call(ctx.nodeCount() - 1, node -> new byte[LongValues.LIMIT]);
                } catch (final ParForException e) {
                    result = e.getMessage();
                }
                assertTrue(result.contains("GMT-203 ") && result.contains("global array"), result);
                final byte[] long1 = new byte[10_000];
                String tried = "";
                try {
                    ctx.tryExecute(0, node -> node.count("seen", long1.length));
                } catch (final CaptureException e) {
                    tried = e.getMessage();
                }
                assertTrue(tried.startsWith("GMT-203 "), tried);
                assertEquals(7L, ctx.<Long>call(ctx.nodeCount() - 1, node -> 7L));
                assertEquals("", leftovers(ctx));
            });
        }
    }
}
