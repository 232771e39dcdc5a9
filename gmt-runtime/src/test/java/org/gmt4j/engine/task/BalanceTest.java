package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.Allocation;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtTimeoutException;
import org.gmt4j.ParForException;
import org.gmt4j.ReduceOperator;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskHandle;
import org.gmt4j.TestClusters;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Balanced loops: each iteration runs once, wherever; failures, deadlines and random numbers are as without. */
@Timeout(240)
class BalanceTest {
    /** Whoever asks gets something: as many parts wander as can. */
    private static final TaskConfig EAGER = TaskConfig.DEFAULT.withBalance(false, 0);

    private static GmtCluster start(final int nodes, final TestClusters.Plan plan) {
        return TestClusters.builder(nodes, plan, BalanceTest.class).set(EAGER).start();
    }

    /** Calculates for about so many nanoseconds, without looking at a clock. */
    private static long spin(final long ns) {
        long x = ns;
        for (long i = 0; i < ns; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
        }
        return x;
    }

    /** Somebody has to have the result, or there would be no calculation. */
    @SuppressWarnings("unused")     // keeps the calculation
    private static long spun;

    private static void work(final long ns) {
        if (spin(ns) == 42) {
            spun++;
        }
    }

    private static long counter(final GmtCluster cluster, final String name) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.counters().get(name)).sum();
    }

    private static String judge(final TaskContext ctx, final GlobalIntArray ran, final String what)
        throws SuspendExecution {
        final int[] all = new int[(int) ran.size()];
        ran.get(ctx, 0, all, 0, all.length);
        ran.free(ctx);
        for (int i = 0; i < all.length; i++) {
            if (all[i] != 1) {
                return what + ": iteration " + i + " ran " + all[i] + " times";
            }
        }
        return "";
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldRunEachIterationOnceWhateverTheSkew(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            assertEquals("", TestClusters.join(cluster.call(BalanceTest::skewed)));
        }
    }

    private static List<String> skewed(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final SpawnPolicy[] policies = {SpawnPolicy.PARTITION, SpawnPolicy.PARTITION_HERE, SpawnPolicy.PARTITION_RANDOM,
            SpawnPolicy.SPREAD};
        for (final int size : new int[] {0, 1, 2, ctx.nodeCount(), 3 * ctx.nodeCount() + 1, 1003}) {
            for (final long chunk : new long[] {1, 2, 7, Long.MAX_VALUE}) {
                for (final SpawnPolicy policy : policies) {
                    final GlobalIntArray ran = GlobalIntArray.allocate(ctx, ArraySpec.of(size));
                    // The first iterations are heavy: the nodes that have the others are soon idle.
                    if (size % 2 == 0) {
                        ctx.parFor(size, chunk, policy.balanced(), (i, c) -> {
                            work(i < 30 ? 20_000 : 10);
                            ran.addNb(c, i, 1);
                        });
                    } else {
                        ctx.parFor(size, chunk, policy.balanced(), (lo, hi, c) -> {
                            if (hi - lo > chunk || lo >= hi || lo % chunk != 0) {
                                throw new IllegalStateException("chunk of " + lo + " to " + hi);
                            }
                            for (long i = lo; i < hi; i++) {
                                work(i < 30 ? 20_000 : 10);
                                ran.addNb(c, i, 1);
                            }
                        });
                    }
                    failures.add(judge(ctx, ran, policy.balanced() + " of " + size + " by " + chunk));
                }
            }
        }
        return failures;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldMoveWorkFromOneHotNode(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            assertEquals("", cluster.call(ctx -> {
                final GlobalIntArray ran = GlobalIntArray.allocate(ctx, ArraySpec.of(2000L * ctx.nodeCount()));
                ctx.parFor(ran.size(), 1, SpawnPolicy.PARTITION.balanced(), (i, c) -> {
                    work(i < 2000 ? 30_000 : 1);
                    ran.addNb(c, i, 1);
                });
                return judge(ctx, ran, "hot");
            }));
            if (nodes > 1) {
                assertTrue(counter(cluster, "balance.parts.given") > 0, "nothing was given away");
                assertEquals(counter(cluster, "balance.parts.given"), counter(cluster, "balance.parts.taken"));
                assertTrue(NodeCluster.of(cluster).nodes().get(0).counters().get("iterations") < 2000 * 0.9,
                    "the hot node ran nearly all of its part");
            } else {
                assertEquals(0, counter(cluster, "balance.asked"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldMoveWorkFollowingAnArrayWhereTheUserSaysSo(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                for (final ArraySpec spec : new ArraySpec[] {ArraySpec.of(3000), ArraySpec.of(3000).cyclic(7)}) {
                    for (final long chunk : new long[] {1, 10, 64}) {
                        final GlobalIntArray ran = GlobalIntArray.allocate(ctx, spec);
                        ctx.parFor(1000, chunk, SpawnPolicy.ownerOf(ran, 0).balanced(), (i, c) -> {
                            work(10_000);
                            ran.addNb(c, i, 1);
                        });
                        ctx.parFor(2000, chunk, SpawnPolicy.ownerOf(ran, 1000).balanced(), (lo, hi, c) -> {
                            for (long i = lo; i < hi; i++) {
                                work(1000);
                                ran.addNb(c, i, 1);
                            }
                        });
                        failures.add(judge(ctx, ran, spec + " by " + chunk));
                    }
                }
                return failures;
            })));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldCountFailuresOfChunksWhereverTheyRan(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            for (int repetition = 0; repetition < 5; repetition++) {
                assertEquals("100 failures of 1000", cluster.call(ctx -> {
                    final GlobalLongArray ended = GlobalLongArray.allocate(ctx, 1);
                    String found;
                    try {
                        ctx.parFor(1000, 5, SpawnPolicy.PARTITION.balanced(), (lo, hi, c) -> {
                            work(lo < 100 ? 100_000 : 10);
                            ended.addNb(c, 0, hi - lo);
                            if (lo % 10 == 5) {
                                throw new ArithmeticException("chunk " + lo);
                            }
                        });
                        found = "none";
                    } catch (final ParForException e) {
                        found = e.failureCount() + " failures of " + ended.get(ctx, 0);
                        found += e.first().className().endsWith("ArithmeticException") ? "" : e.first().className();
                    }
                    ended.free(ctx);
                    return found;
                }));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldNestAndGrowTrees(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            final long sum = cluster.call(ctx -> {
                final GlobalLongArray count = GlobalLongArray.allocate(ctx,
                    ArraySpec.of(1).allocated(Allocation.REMOTE));
                // Nested, balanced and not, waiting and not.
                ctx.parFor(40, 1, SpawnPolicy.PARTITION.balanced(), (i, c) -> {
                    work(i < 5 ? 200_000 : 100);
                    c.parFor(20, 3, SpawnPolicy.SPREAD.balanced(), (j, d) -> {
                        work(i < 5 ? 5_000 : 10);
                        count.add(d, 0, 1);
                    });
                    c.parForNb(5, 1, SpawnPolicy.REMOTE, (j, d) -> count.addNb(d, 0, 1));
                });
                // A tree whose tasks are balanced loops, and which grows from chunks that were given away.
                final TaskHandle handle = ctx.newHandle();
                ctx.parFor(handle, 60, 1, SpawnPolicy.PARTITION.balanced(), (i, c) -> {
                    work(i < 10 ? 100_000 : 10);
                    c.spawnMore(10, 2, SpawnPolicy.PARTITION_HERE.balanced(), (j, d) -> count.addNb(d, 0, 1));
                });
                ctx.await(handle);
                return count.get(ctx, 0);
            });
            assertEquals(40 * 25 + 60 * 10, sum);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldKeepDeadlinesAndTryForms(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            assertEquals("ok", cluster.call(ctx -> {
                final GlobalIntArray ran = GlobalIntArray.allocate(ctx, 500);
                ctx.parForNb(500, 1, SpawnPolicy.PARTITION.balanced(), (i, c) -> {
                    work(i < 100 ? 1_000_000 : 10);
                    ran.addNb(c, i, 1);
                });
                try {
                    ctx.awaitTasks(TimeUnit.MICROSECONDS.toNanos(10));
                } catch (final GmtTimeoutException e) {
                    // Or not: a deadline is looked at between turns, and the loop may have ended within one.
                }
                ctx.awaitTasks();
                final String first = judge(ctx, ran, "with a deadline");
                final GlobalIntArray again = GlobalIntArray.allocate(ctx, 500);
                final boolean isSpawned = ctx.tryParFor(500, 3, SpawnPolicy.SPREAD.balanced(), (i, c) -> {
                    work(i < 100 ? 50_000 : 10);
                    again.addNb(c, i, 1);
                });
                ctx.awaitTasks();
                final String second = judge(ctx, again, "tried");
                return isSpawned && first.isEmpty() && second.isEmpty() ? "ok" : isSpawned + first + second;
            }));
        }
    }

    @Test
    void shouldDrawTheSameRandomNumbersWhoeverRunsAChunk() {
        final long[] one = draw(1, TestClusters.Plan.COMBINED);
        assertArrayEquals(one, draw(2, TestClusters.Plan.COMBINED));
        assertArrayEquals(one, draw(5, TestClusters.Plan.COMBINED));
        assertArrayEquals(one, draw(3, TestClusters.Plan.DEDICATED_2_2));
    }

    private static long[] draw(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            return cluster.call(ctx -> {
                final GlobalLongArray drawn = GlobalLongArray.allocate(ctx, 4000);
                ctx.parFor(1000, 3, SpawnPolicy.PARTITION.balanced(), (lo, hi, c) -> {
                    for (long i = lo; i < hi; i++) {
                        work(i < 200 ? 50_000 : 10);
                        drawn.putNb(c, i, c.nextRandom());
                    }
                });
                ctx.parFor(300, 1, SpawnPolicy.SPREAD.balanced(),
                    (i, c) -> c.parFor(10, 2, SpawnPolicy.PARTITION.balanced(), (j, d) -> {
                    work(i < 60 ? 10_000 : 10);
                    drawn.putNb(d, 1000 + i * 10 + j, d.nextRandom());
                }));
                final long[] all = new long[4000];
                drawn.get(ctx, 0, all, 0, all.length);
                return all;
            });
        }
    }

    @Test
    void shouldRefuseWhatCannotBeBalanced() {
        assertTrue(assertThrows(IllegalArgumentException.class, SpawnPolicy.LOCAL::balanced).getMessage()
            .contains("GMT-681"));
        assertTrue(assertThrows(IllegalArgumentException.class, SpawnPolicy.REMOTE::balanced).getMessage()
            .contains("GMT-681"));
        assertEquals("balanced from-zero", SpawnPolicy.PARTITION.balanced().balanced().toString());
        for (final int nodes : new int[] {1, 3}) {
            try (GmtCluster cluster = start(nodes, TestClusters.Plan.COMBINED)) {
                assertEquals("", cluster.call(ctx -> LoopTest.refusal(
                    () -> ctx.parFor(ctx.nodeCount(), 1, SpawnPolicy.PARTITION.balanced(), (i, c) -> c.barrier()),
                    "GMT-680")));
                // Through a task that speaks for it, too.
                assertEquals("",
                    cluster.call(ctx -> LoopTest.refusal(() -> ctx.parFor(9, 1, SpawnPolicy.PARTITION.balanced(),
                    (i, c) -> c.execute(c.nodeId(), d -> d.barrier())), "GMT-680")));
            }
        }
    }

    @Test
    void shouldLeaveTasksAloneOnTheirNodesToTheirCollectives() {
        try (GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, BalanceTest.class)
            .set(TaskConfig.DEFAULT.withBalance(true, 0)).start()) {
            assertEquals(3L * 3, cluster.<Long>call(ctx -> {
                final GlobalLongArray sum = GlobalLongArray.allocate(ctx, 1);
                ctx.parFor(3, 1, SpawnPolicy.SPREAD, (i, c) -> {
                    final long nodes = c.collectives().allReduce(1, ReduceOperator.SUM);
                    sum.addNb(c, 0, nodes);
                });
                return sum.get(ctx, 0);
            }));
            // Several chunks of a node: refused at once, not a wait for ever.
            assertEquals("", cluster.call(ctx ->
                LoopTest.refusal(() -> ctx.parFor(12, 1, SpawnPolicy.SPREAD, (i, c) -> c.barrier()), "GMT-680")));
        }
    }

    @Test
    void shouldBalanceAllEqualSharesWhereTheSettingSaysSo() {
        for (final boolean isOn : new boolean[] {false, true}) {
            try (GmtCluster cluster = TestClusters.builder(2, TestClusters.Plan.COMBINED, BalanceTest.class)
                .set(TaskConfig.DEFAULT.withBalance(isOn, 0)).start()) {
                cluster.run(ctx -> {
                    ctx.parFor(1000, 1, (i, c) -> work(i < 500 ? 50_000 : 1));
                    ctx.parFor(1000, 1, SpawnPolicy.LOCAL, (i, c) -> work(100));
                    ctx.parFor(1000, 1, SpawnPolicy.REMOTE, (i, c) -> work(100));
                });
                assertEquals(isOn, counter(cluster, "balance.parts.given") > 0);
                assertEquals(isOn, counter(cluster, "balance.asked") > 0);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldSendNothingWhenNoBalancedLoopRuns(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = start(nodes, plan)) {
            cluster.run(ctx -> ctx.parFor(500, 1, SpawnPolicy.PARTITION.balanced(),
                (i, c) -> work(i < 100 ? 20_000 : 10)));
            final long asked = lastQuestion(cluster);
            assertTrue(asked <= 200L * nodes, "asked " + asked + " times");
            cluster.run(ctx -> {
                ctx.parFor(10, 1, SpawnPolicy.PARTITION, (i, c) -> work(10));
                ctx.executeOnAll(c -> work(10));
            });
            assertEquals(asked, counter(cluster, "balance.asked"));
        }
    }

    /**
     * Questions that were asked when the last one of a loop has been answered: none is added while all nodes have gone
     * through many barriers, in each of which all of them take turns and read what the others have sent.
     */
    private static long lastQuestion(final GmtCluster cluster) {
        long asked = counter(cluster, "balance.asked");
        int unchanged = 0;
        for (int i = 0; unchanged < 50; i++) {
            assertTrue(i < 100_000, "still asking: " + asked);
            cluster.run(ctx -> ctx.executeOnAll(c -> c.barrier()));
            final long now = counter(cluster, "balance.asked");
            unchanged = now == asked ? unchanged + 1 : 0;
            asked = now;
        }
        return asked;
    }

    @Test
    void shouldShareChunksAmongWorkersOfANode() {
        try (GmtCluster cluster = TestClusters.start(1, TestClusters.Plan.DEDICATED_2_2, BalanceTest.class)) {
            cluster.run(ctx -> ctx.parFor(2000, 1, (i, c) -> {
                work(i < 100 ? 500_000 : 20_000);
                c.yield();
            }));
            final long[] chunks = NodeCluster.of(cluster).nodes().get(0).tables().get("chunks.of.workers");
            assertEquals(2, chunks.length);
            assertTrue(Arrays.stream(chunks).min().getAsLong() > 0, Arrays.toString(chunks));
        }
    }

    @Test
    void shouldCountWhatBodiesCount() {
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.DEDICATED_2_2, BalanceTest.class)) {
            cluster.run(ctx -> {
                ctx.parFor(1000, 10, (lo, hi, c) -> c.count("edges", hi - lo));
                ctx.executeLocal(1, c -> c.count("local", 7));
            });
            assertEquals(1000, counter(cluster, "app.edges"));
            assertEquals(500, NodeCluster.of(cluster).nodes().get(1).counters().get("app.edges"));
            assertEquals(7, NodeCluster.of(cluster).nodes().get(1).counters().get("app.local"));
            assertEquals(2, (int) cluster.<Integer>call(ctx -> {
                int refused = 0;
                try {
                    ctx.count("Edges", 1);
                } catch (final IllegalArgumentException e) {
                    refused += e.getMessage().contains("GMT-682") ? 1 : 0;
                }
                try {
                    for (int i = 0; i < 100; i++) {
                        ctx.count("name" + i, 1);
                    }
                } catch (final IllegalArgumentException e) {
                    refused += e.getMessage().contains("GMT-682") ? 1 : 0;
                }
                return refused;
            }));
        }
    }
}
