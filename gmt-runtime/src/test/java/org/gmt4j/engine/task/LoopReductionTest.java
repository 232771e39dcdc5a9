package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gmt4j.Allocation;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.LongIndexFunction;
import org.gmt4j.LoopReduction;
import org.gmt4j.ParForException;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops with a result: every form against a serial loop, on all shapes; what is deterministic; failures. */
@Timeout(240)
class LoopReductionTest {
    private static final long[][] LOOPS = {{0, 1}, {0, 7}, {1, 1}, {1, 100}, {2, 1}, {6, 4}, {7, 7},
        {100, 1}, {1000, 10}, {1001, 64}, {5000, 4999}};

    private static long value(final long i) {
        return (i * 0x9E3779B97F4A7C15L) >> 40;
    }

    private static double real(final long i) {
        return Math.scalb((double) (value(i) + 1), (int) (i % 60) - 30);
    }

    private static void check(final List<String> failures, final String what, final Object expected,
                              final Object found) {
        if (!expected.equals(found)) {
            failures.add(String.format(Locale.ROOT, "%s: %s instead of %s", what, found, expected));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldCombineAsASerialLoopDoes(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LoopReductionTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(LoopReductionTest::compareWithSerial)));
        }
    }

    private static List<String> compareWithSerial(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final List<SpawnPolicy> policies = List.of(SpawnPolicy.PARTITION, SpawnPolicy.LOCAL, SpawnPolicy.REMOTE,
            SpawnPolicy.SPREAD, SpawnPolicy.PARTITION_RANDOM, SpawnPolicy.PARTITION.balanced());
        for (final long[] loop : LOOPS) {
            final long n = loop[0];
            long sum = 0;
            long min = Long.MAX_VALUE;
            long max = Long.MIN_VALUE;
            long odd = 0;
            long product = 1;
            for (long i = 0; i < n; i++) {
                sum += value(i);
                min = Math.min(min, value(i));
                max = Math.max(max, value(i));
                odd += value(i) & 1;
                product *= value(i) | 1;
            }
            for (final SpawnPolicy policy : policies) {
                final String what = n + " by " + loop[1] + ", " + policy;
                final LoopReduction all = ctx.loop(n, loop[1]).with(policy);
                check(failures, what + " sum", sum, all.sum((i, c) -> value(i)));
                check(failures, what + " sum of ranges", sum, all.deterministic().sum(LoopReductionTest::sumOf));
                check(failures, what + " min", min, all.min((i, c) -> value(i)));
                check(failures, what + " max", max, all.max((i, c) -> value(i)));
                check(failures, what + " count", odd, all.count((i, c) -> (value(i) & 1) == 1));
                check(failures, what + " product", product, all.reduce(1, (a, b) -> a * b, (i, c) -> value(i) | 1));
                check(failures, what + " minDouble", n == 0 ? Double.POSITIVE_INFINITY : (double) min,
                    all.minDouble((i, c) -> value(i)));
                check(failures, what + " maxDouble", n == 0 ? Double.NEGATIVE_INFINITY : (double) max,
                    all.maxDouble((i, c) -> value(i)));
                check(failures, what + " sumDouble", (double) sum, all.sumDouble((i, c) -> value(i)));
            }
            check(failures, n + " ctx.sum", sum, ctx.sum(n, loop[1], (i, c) -> value(i)));
            check(failures, n + " ctx.sumDouble", (double) sum,
                ctx.sumDouble(n, loop[1], (low, high, c) -> sumOf(low, high, c)));
            check(failures, n + " ctx.reduce", max,
                ctx.reduce(n, loop[1], Long.MIN_VALUE, (a, b) -> Math.max(a, b), (i, c) -> value(i)));
        }
        return failures;
    }

    private static long sumOf(final long low, final long high, final TaskContext ctx) {
        long sum = 0;
        for (long i = low; i < high; i++) {
            sum += value(i);
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldWaitInFunctionsAndFollowOwners(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LoopReductionTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final int n = 1003;
                for (final ArraySpec spec : List.of(ArraySpec.of(n), ArraySpec.of(n).cyclic(7),
                    ArraySpec.of(n).allocated(Allocation.REPLICATE))) {
                    final GlobalLongArray a = GlobalLongArray.allocate(ctx, spec);
                    ctx.parFor(n, 10, (i, c) -> a.put(c, i, i));
                    check(failures, a + " remote", n * (n - 1L) / 2, ctx.sum(n, 3, (i, c) -> a.get(c, n - 1 - i)));
                    check(failures, a + " owners", n * (n - 1L) / 2,
                        ctx.loop(n, 5).with(SpawnPolicy.ownerOf(a)).sum((i, c) -> a.getLocal(i)));
                    check(failures, a + " owners from", n * (n - 1L) / 2 - 45,
                        ctx.loop(n - 10, 64).with(SpawnPolicy.ownerOf(a, 10))
                        .sum((low, high, c) -> {
                            long sum = 0;
                            for (long i = low; i < high; i++) {
                                final long v = a.get(c, i);
                                sum += v;
                            }
                            return sum;
                        }));
                    a.free(ctx);
                }
                return failures;
            })));
        }
    }

    /** The ten-line program: a shared counter that is none. */
    @Test
    void shouldCountWhatASharedCounterLoses() {
        try (GmtCluster cluster = TestClusters.start(3, TestClusters.Plan.COMBINED, LoopReductionTest.class)) {
            assertEquals(1000L, cluster.<Long>call(ctx -> ctx.sum(1000, 10, (i, c) -> 1)));
        }
    }

    @Test
    void shouldGiveTheSameBitsOnAnyNodesAndThreads() {
        final List<Long> results = new ArrayList<>();
        final List<Object[]> shapes = TestClusters.shapes().map(arguments -> arguments.get()).toList();
        for (final Object[] shape : shapes) {
            for (int run = 0; run < 3; run++) {
                final int balance = run;
                try (GmtCluster cluster = TestClusters.start((int) shape[0], (TestClusters.Plan) shape[1],
                    LoopReductionTest.class)) {
                    results.add(cluster.<Long>call(ctx -> {
                        final SpawnPolicy policy = balance == 0 ? SpawnPolicy.PARTITION
                            : balance == 1 ? SpawnPolicy.SPREAD.balanced() : SpawnPolicy.REMOTE;
                        final LoopReduction loop = ctx.loop(10_007, 13).with(policy).deterministic();
                        final double sum = loop.sumDouble((i, c) -> {
                            if (i % 97 == 0) {
                                c.yield();
                            }
                            return i % 2 == 0 ? real(i) : -real(i + 3);
                        });
                        // Neither commutative nor exact: a polynomial's value depends on the order; composition x -> a
                        // x + b would, too.
                        final long mixed = loop.reduce(0, (a, b) -> a * 31 + b, (i, c) -> value(i));
                        return Double.doubleToRawLongBits(sum) ^ mixed * 0x9E3779B97F4A7C15L;
                    }));
                }
            }
        }
        assertEquals(1, results.stream().distinct().count(), results.toString());
    }

    /** Associative and not commutative: 2 x 2 matrices, packed into a long; the left one must stay left. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldKeepTheOrderOfDeterministicOnes(final int nodes, final TestClusters.Plan plan) {
        final int n = 777;
        long expected = 0x0001_0000_0000_0001L;
        for (int i = 0; i < n; i++) {
            expected = multiply(expected, matrix(i));
        }
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LoopReductionTest.class)) {
            for (final int chunk : new int[] {1, 2, 3, 64, 100, 776, 777, 1000}) {
                assertEquals(expected, cluster.<Long>call(ctx -> ctx.loop(n, chunk).deterministic()
                    .reduce(0x0001_0000_0000_0001L, (a, b) -> multiply(a, b), (i, c) -> matrix(i))), "chunk " + chunk);
            }
        }
    }

    /** Of determinant 1, so that products do not vanish. */
    private static long matrix(final long i) {
        return i % 2 == 0 ? 0x0001_0000_0000_0001L | (i % 5 + 1) << 32 : 0x0001_0000_0000_0001L | (i % 3 + 1) << 16;
    }

    private static long multiply(final long a, final long b) {
        long product = 0;
        for (int row = 0; row < 2; row++) {
            for (int column = 0; column < 2; column++) {
                final long cell = at(a, row, 0) * at(b, 0, column) + at(a, row, 1) * at(b, 1, column);
                product |= (cell & 0xffff) << (48 - 32 * row - 16 * column);
            }
        }
        return product;
    }

    private static long at(final long matrix, final int row, final int column) {
        return matrix >>> (48 - 32 * row - 16 * column) & 0xffff;
    }

    @Test
    void shouldDrawTheSameRandomNumbersOnAnyNodes() {
        final List<Long> hits = new ArrayList<>();
        for (final int nodes : new int[] {1, 2, 3, 5, 7}) {
            try (GmtCluster cluster = TestClusters.start(nodes, TestClusters.Plan.COMBINED, LoopReductionTest.class)) {
                hits.add(cluster.<Long>call(ctx -> ctx.sum(10_000, 64, (i, c) -> c.nextRandom(2))));
            }
        }
        assertEquals(1, hits.stream().distinct().count(), hits.toString());
        assertTrue(hits.get(0) > 4_500 && hits.get(0) < 5_500, hits.toString());
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldFailAsLoopsDoAndWorkAgain(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, LoopReductionTest.class)) {
            final String told = cluster.call(ctx -> {
                try {
                    ctx.sum(100, 1, (i, c) -> {
                        if (i == 93) {
                            throw new IllegalStateException("iteration " + i);
                        }
                        return 1;
                    });
                    return "nothing";
                } catch (final ParForException e) {
                    return e.getMessage();
                }
            });
            assertTrue(told.contains("IllegalStateException") && told.contains("iteration 93"), told);
            final String operator = cluster.call(ctx -> {
                try {
                    return "" + ctx.reduce(100, 1, 0, (a, b) -> a / b, (i, c) -> 0);
                } catch (final ParForException e) {
                    return e.getMessage();
                }
            });
            assertTrue(operator.contains("ArithmeticException"), operator);
            assertEquals(100L, cluster.<Long>call(ctx -> ctx.sum(100, 1, (i, c) -> 1)));
        }
    }

    /** Whatever the number of nodes: a result that another node cannot send is refused at its own, too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRefuseValuesThatAreTooLong(final int nodes) {
        try (GmtCluster cluster = TestClusters.start(nodes, TestClusters.Plan.COMBINED, LoopReductionTest.class)) {
            for (final int last : new int[] {0, nodes - 1}) {
                final ParForException e = assertThrows(ParForException.class, () -> cluster.call(ctx ->
                    ctx.loop(nodes, 1).reduceLongs((a, b) -> a,
                        (low, high, c) -> new long[c.nodeId() == last ? (32 << 20) / Long.BYTES : 1])));
                assertTrue(e.getMessage().contains("GMT-203 the partial results of a reduction on node " + last
                    + " would be 33554456 bytes long (1 value of 4194304 longs)"), e.getMessage());
            }
            assertEquals(4_000_000, cluster.<Integer>call(ctx -> ctx.loop(nodes, 1).reduceLongs((a, b) -> a,
                (low, high, c) -> new long[4_000_000]).length));
        }
    }

    @Test
    void shouldCombineValuesOfNoLength() {
        for (final int nodes : new int[] {1, 2, 3}) {
            try (GmtCluster cluster = TestClusters.start(nodes, TestClusters.Plan.COMBINED, LoopReductionTest.class)) {
                assertEquals(0, cluster.<Integer>call(ctx -> ctx.loop(100, 10).reduceLongs((a, b) -> a,
                    (low, high, c) -> new long[0]).length), nodes + " nodes");
            }
        }
    }

    /** Whatever breaks the contract fails the loop alone. */
    @Test
    void shouldRefuseValuesOfDifferentLengthsAndGoOn() {
        try (GmtCluster cluster = TestClusters.start(3, TestClusters.Plan.COMBINED, LoopReductionTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final String told = "the same length";
                final LoopReduction loop = ctx.loop(1000, 7);
                failures.add(LoopTest.refusal(() -> loop.deterministic().reduceLongs((a, b) -> a,
                    (low, high, c) -> new long[low / 7 == 48 ? 1 : 50]), told));
                failures.add(LoopTest.refusal(() -> loop.reduceLongs((a, b) -> a,
                    (low, high, c) -> new long[(int) (low / 7 % 5) + 1]), told));
                failures.add(LoopTest.refusal(() -> loop.reduceLongs((a, b) -> a,
                    (low, high, c) -> new long[c.nodeId() + 1]), told));
                failures.add(LoopTest.refusal(() -> loop.deterministic().reduceLongs((a, b) -> new long[2],
                    (low, high, c) -> new long[1]), told));
                failures.add(LoopTest.refusal(() -> loop.reduceLongs((a, b) -> a, (low, high, c) -> null),
                    "the function of a reduction has returned null"));
                failures.add(LoopTest.refusal(() -> loop.deterministic().reduceLongs((a, b) -> null,
                    (low, high, c) -> new long[1]), "the operator of a reduction has returned null"));
                failures.add(ctx.sum(1000, 7, (i, c) -> 1) == 1000 ? "" : "the cluster does not go on");
                return failures;
            })));
        }
    }

    @Test
    void shouldRefuseToPackValuesOfDifferentLengths() {
        final Partials one = new Partials((a, b) -> a);
        one.add(0, new long[1]);
        final Partials two = new Partials((a, b) -> a);
        two.add(1, new long[2]);
        assertThrows(IllegalArgumentException.class, () -> Partials.toBytes(List.of(one.pack(), two.pack())));
    }

    @Test
    void shouldRefuseWhatItCannotDo() {
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.COMBINED, LoopReductionTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                final String owners = assertThrows(GmtException.class,
                    () -> ctx.loop(10, 1).with(SpawnPolicy.ownerOf(a)).deterministic().sum((i, c) -> 1)).getMessage();
                assertTrue(owners.startsWith("GMT-683 "), owners);
                assertThrows(IllegalArgumentException.class, () -> ctx.loop(-1, 1).sum((i, c) -> 1));
                assertThrows(IllegalArgumentException.class, () -> ctx.loop(1, -1).sum((i, c) -> 1));
                assertThrows(NullPointerException.class, () -> ctx.loop(1, 1).reduce(0, null, (i, c) -> 1));
                assertThrows(NullPointerException.class, () -> ctx.loop(1, 1).sum((LongIndexFunction) null));
                final java.util.concurrent.atomic.AtomicLong counter = new java.util.concurrent.atomic.AtomicLong();
                final String shared = assertThrows(GmtException.class,
                    () -> ctx.sum(10, 1, (i, c) -> counter.incrementAndGet())).getMessage();
                assertTrue(shared.contains("counter") && shared.contains("LoopReductionTest"), shared);
            });
        }
    }
}
