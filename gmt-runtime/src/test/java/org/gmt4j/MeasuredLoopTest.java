package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loops whose programs name no chunk: each iteration once, whatever it costs and wherever it runs. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MeasuredLoopTest {
    private static final List<SpawnPolicy> POLICIES = List.of(SpawnPolicy.PARTITION, SpawnPolicy.LOCAL,
        SpawnPolicy.REMOTE, SpawnPolicy.SPREAD, SpawnPolicy.PARTITION.balanced());

    private static String wrong(final TaskContext ctx, final long n, final SpawnPolicy policy) throws SuspendExecution {
        final GlobalIntArray seen = GlobalIntArray.allocate(ctx, n);
        ctx.parFor(n, TaskContext.MEASURED, policy, (low, high, c) -> {
            for (long i = low; i < high; i++) {
                seen.addNb(c, i, 1);
            }
        });
        ctx.parFor(n, TaskContext.MEASURED, policy, (i, c) -> seen.add(c, i, 1));            // waits each time
        final long twice = seen.count(ctx, value -> value == 2);
        seen.free(ctx);
        return twice == n ? "" : policy + ": " + twice + " of " + n;
    }

    private static String all(final TaskContext ctx) throws SuspendExecution {
        final StringBuilder failures = new StringBuilder();
        for (final long n : new long[] {1, 2, 3, 7, 64, 1_000, 20_011}) {
            for (final SpawnPolicy policy : POLICIES) {
                failures.append(wrong(ctx, n, policy));
            }
        }
        ctx.parFor(0, (i, c) -> {
            throw new IllegalStateException("no iterations");
        });
        return failures.toString();
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldRunEachIterationOnce(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, MeasuredLoopTest.class)) {
            assertEquals("", cluster.call(MeasuredLoopTest::all));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldServeAllForms(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, MeasuredLoopTest.class)) {
            cluster.run(ctx -> {
                final long n = 5_000;
                final GlobalLongArray values = GlobalLongArray.allocate(ctx, n);
                ForEach.element(ctx, values, (i, c) -> values.setLocal(i, i));
                ForEach.range(ctx, values, (low, high, c) -> {
                    for (long i = low; i < high; i++) {
                        values.setLocal(i, 2 * values.getLocal(i));
                    }
                });
                final long expected = n * (n - 1);
                assertEquals(expected, ctx.sum(n, (i, c) -> values.get(c, i)));
                assertEquals(expected, ctx.sumDouble(n, (i, c) -> values.get(c, i)));
                assertEquals(expected, ctx.loop(n, TaskContext.MEASURED).sum((low, high, c) -> {
                    long sum = 0;
                    for (long i = low; i < high; i++) {
                        sum += values.get(c, i);
                    }
                    return sum;
                }));
                ctx.parFor(n, (low, high, c) -> {
                    for (long i = low; i < high; i++) {
                        values.addNb(c, i, 1);
                    }
                });
                assertEquals(expected + n, values.sum(ctx));
            });
        }
    }

    /** Owners find their iterations themselves: blocks dealt in turn, also from the middle, and arrays of one node. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRunEachIterationAtItsOwner(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, MeasuredLoopTest.class)) {
            assertEquals("", cluster.call(MeasuredLoopTest::wrongOwners));
        }
    }

    private static String wrongOwners(final TaskContext ctx) throws SuspendExecution {
        final StringBuilder failures = new StringBuilder();
        for (final long n : new long[] {1, 7, 64, 5_003}) {
            final List<ArraySpec> specs = List.of(ArraySpec.of(n), ArraySpec.of(n).cyclic(1),
                ArraySpec.of(n).cyclic(17), ArraySpec.of(n).allocated(Allocation.LOCAL));
            for (final ArraySpec spec : specs) {
                final GlobalLongArray array = GlobalLongArray.allocate(ctx, spec);
                failures.append(wrongOwners(ctx, array, 0, 3));
                failures.append(wrongOwners(ctx, array, n / 3, 6));
                array.free(ctx);
            }
        }
        return failures.toString();
    }

    /** Adds 1 to each element from {@code first} on by index, and 2 by range, at its owner. */
    private static String wrongOwners(final TaskContext ctx, final GlobalLongArray array, final long first,
                                      final long expected) throws SuspendExecution {
        final long n = array.size() - first;
        final SpawnPolicy owner = SpawnPolicy.ownerOf(array, first);
        ctx.parFor(n, TaskContext.MEASURED, owner, (i, c) -> array.setLocal(i, array.getLocal(i) + 1));
        ctx.parFor(n, TaskContext.MEASURED, owner, (low, high, c) -> {
            for (long i = low; i < high; i++) {
                array.setLocal(i, array.getLocal(i) + 2);
            }
        });
        final long sum = ctx.loop(n, TaskContext.MEASURED).with(owner).sum((i, c) -> array.getLocal(i));
        return array.count(ctx, value -> value == expected) == n && sum == expected * n ? ""
            : array + " from " + first + ": sum " + sum + "; ";
    }

    /** Index bodies have the same random numbers in any chunks. */
    @Test
    void shouldNotChangeTheRandomNumbersOfIndexBodies() {
        try (GmtCluster cluster = TestClusters.start(3, Plan.SHARED_2, MeasuredLoopTest.class)) {
            cluster.run(ctx -> assertEquals(ctx.callOnAll(c -> 0).size(), ctx.nodeCount()));
            final long first = cluster.call(ctx -> ctx.sum(999, 10, (i, c) -> c.nextRandom(1_000_000)));
            final long second = cluster.call(ctx -> ctx.sum(999, 10, (i, c) -> c.nextRandom(1_000_000)));
            final long measured = cluster.call(ctx -> ctx.sum(999, (i, c) -> c.nextRandom(1_000_000)));
            assertEquals(first, second);
            assertEquals(first, measured);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldReportFailuresAndEndWithTheJob(final int nodes, final Plan plan) throws Exception {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, MeasuredLoopTest.class)) {
            final ParForException failed = assertThrows(ParForException.class, () -> cluster.run(ctx ->
                ctx.parFor(1_000, (i, c) -> {
                    if (i % 100 == 7) {
                        throw new IllegalArgumentException("iteration " + i);
                    }
                })));
            assertTrue(failed.getMessage().contains("iteration"), failed::getMessage);
            final Job<Void> endless = cluster.submit(ctx -> {
                ctx.parFor(1L << 62, (i, c) -> {
                    c.progressed(1);
                    c.yield();
                });
                return null;
            });
            JobTest.awaitProgress(endless);
            endless.cancel();
            assertThrows(JobCancelledException.class, endless::join);
            JobTest.awaitEnded(endless);
            assertEquals(100, cluster.<Long>call(ctx -> ctx.sum(100, (i, c) -> 1)));
        }
    }

    @Test
    void shouldRefuseDeterministicReductions() {
        try (GmtCluster cluster = TestClusters.start(1, Plan.COMBINED, MeasuredLoopTest.class)) {
            final GmtException refused = assertThrows(GmtException.class, () -> cluster.call(ctx ->
                ctx.loop(10, TaskContext.MEASURED).deterministic().sumDouble((i, c) -> 1.0)));
            assertTrue(refused.getMessage().contains("GMT-683"), refused::getMessage);
            assertThrows(ParForException.class, () -> cluster.run(ctx -> ctx.parFor(10, -1, (i, c) -> { })));
        }
    }
}
