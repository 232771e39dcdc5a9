package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import org.gmt4j.Collectives;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every collective with every root, many rounds back to back. */
@Timeout(240)
class CollectivesTest {
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldCombineWithEveryRoot(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, CollectivesTest.class)) {
            final List<String> failures = cluster.call(ctx -> ctx.callOnAll(CollectivesTest::rounds));
            assertEquals("", TestClusters.join(failures));
        }
    }

    private static String rounds(final TaskContext c) throws SuspendExecution {
        final Collectives collectives = c.collectives();
        final int n = c.nodeCount();
        final long me = c.nodeId();
        for (int round = 0; round < 20; round++) {
            final int root = round % n;
            c.barrier();
            final long sum = collectives.reduce(root, me + round, ReduceOperator.SUM);
            final long max = collectives.allReduce(me * round, ReduceOperator.MAX);
            final long min = collectives.allReduce(round - me, ReduceOperator.MIN);
            final long or = collectives.allReduce(1L << me, ReduceOperator.OR);
            final long and = collectives.allReduce(~(1L << me), ReduceOperator.AND);
            final long xor = collectives.allReduce(me + 1, ReduceOperator.XOR);
            final long product = collectives.allReduce(me + 1, ReduceOperator.PRODUCT);
            final double sumOfDoubles = collectives.allReduce(0.1 * (me + 1), ReduceOperator.SUM);
            final double rooted = collectives.reduce(root, 0.5 * me, ReduceOperator.MAX);
            if (rooted != (me == root ? 0.5 * (n - 1) : 0.5 * me)) {
                return "reduce of doubles gave " + rooted;
            }
            final String word = collectives.broadcast(root, "from " + me + " in " + round);
            final List<Integer> gathered = collectives.<Integer>gather(root, (int) me * 10 + round);
            final List<String> all = collectives.allGather("v" + me);
            long expectedXor = 0;
            long expectedProduct = 1;
            for (int i = 1; i <= n; i++) {
                expectedXor ^= i;
                expectedProduct *= i;
            }
            final long expectedSum = (long) n * (n - 1) / 2 + (long) n * round;
            if (sum != (me == root ? expectedSum : me + round) || max != (long) (n - 1) * round
                || min != round - (n - 1)
                || or != (1L << n) - 1 || and != -1L << n || xor != expectedXor || product != expectedProduct
                || Math.abs(sumOfDoubles - 0.05 * n * (n + 1)) > 1e-9) {
                return "round " + round + " at " + me + ": " + sum + " " + max + " " + min + " " + or
                    + " " + and + " " + xor + " " + product + " " + sumOfDoubles;
            }
            if (!word.equals("from " + root + " in " + round) || (gathered == null) == (me == root)) {
                return "round " + round + " at " + me + ": " + word + " " + gathered;
            }
            for (int i = 0; i < n; i++) {
                if (!all.get(i).equals("v" + i) || me == root && gathered.get(i) != i * 10 + round) {
                    return "round " + round + " at " + me + ": " + all + " " + gathered;
                }
            }
        }
        return "";
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldKeepBarriersAndRepeatFloatingSums(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, CollectivesTest.class)) {
            final List<Double> sums = new ArrayList<>();
            for (int run = 0; run < 5; run++) {
                final List<Double> results = cluster.call(ctx -> ctx.callOnAll(c ->
                    c.collectives().allReduce(Math.sin(c.nodeId() * 1e10 + 1) * Math.pow(10, c.nodeId()),
                        ReduceOperator.SUM)));
                sums.addAll(results);
            }
            assertEquals(1, sums.stream().distinct().count(), sums.toString());
            // Nobody passes a barrier before all have reached it.
            final long early = cluster.call(ctx -> {
                final GlobalLongArray reached = GlobalLongArray.allocate(ctx, 2);
                ctx.executeOnAll(c -> {
                    for (int round = 1; round <= 10; round++) {
                        reached.add(c, 0, 1);
                        c.barrier();
                        final long count = reached.get(c, 0);
                        if (count < (long) round * c.nodeCount()) {
                            reached.addNb(c, 1, 1);
                        }
                        c.barrier();
                    }
                });
                return reached.get(ctx, 1);
            });
            assertEquals(0, early);
        }
    }

    /** Whichever node has it. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldGiveNaNWhenAnyNodeHasIt(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, CollectivesTest.class)) {
            final List<String> failures = cluster.call(ctx -> ctx.callOnAll(c -> {
                final StringBuilder text = new StringBuilder();
                for (final ReduceOperator operator : new ReduceOperator[] {ReduceOperator.SUM, ReduceOperator.MIN,
                    ReduceOperator.MAX, ReduceOperator.PRODUCT, ReduceOperator.ABS_MIN, ReduceOperator.ABS_MAX}) {
                    for (int node = 0; node < c.nodeCount(); node++) {
                        final double found = c.collectives().allReduce(c.nodeId() == node ? Double.NaN : 1.0, operator);
                        text.append(Double.isNaN(found) ? "" : operator + " at node " + node + ": " + found + "; ");
                    }
                }
                return text.toString();
            }));
            assertEquals("", TestClusters.join(failures));
        }
    }

    /** A list of the program that cannot be encoded. */
    private static final class Unread extends AbstractList<Long> {
        @Override
        public Long get(final int index) {
            throw new NoSuchElementException();
        }

        @Override
        public int size() {
            return 1;
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldFailEverywhereWhenOneCannotContribute(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, CollectivesTest.class)) {
            final List<String> failures = cluster.call(ctx -> ctx.callOnAll(c -> {
                final Collectives collectives = c.collectives();
                final StringBuilder text = new StringBuilder();
                text.append(LoopTest.refusal(() -> collectives.broadcast(c.nodeCount() - 1, new byte[100_000]),
                    "GMT-245"));
                text.append(LoopTest.refusal(() -> collectives.allGather(new byte[c.nodeId() == 0 ? 100_000 : 1]),
                    "GMT-245"));
                text.append(LoopTest.refusal(() ->
                    collectives.allGather(c.nodeId() == 0 ? Thread.currentThread() : ""), "GMT-245"));
                // an exception without a message
                final List<Long> odd = c.nodeId() == c.nodeCount() - 1 ? Collections.unmodifiableList(new Unread())
                    : List.of(1L);
                text.append(LoopTest.refusal(() -> collectives.allGather(odd), "NoSuchElementException"));
                text.append(LoopTest.refusal(() -> collectives.broadcast(c.nodeCount() - 1, odd),
                    "NoSuchElementException"));
                text.append(LoopTest.refusal(() -> collectives.allReduce(1.0, ReduceOperator.XOR), "floating"));
                final long sum = collectives.allReduce(1, ReduceOperator.SUM);
                return text + (sum == c.nodeCount() ? "" : "sum " + sum);
            }));
            assertEquals("", TestClusters.join(failures));
        }
    }

    /** Contributions that happen to fit together must not make a result. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldFailWhenNodesCallDifferentCollectives(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, CollectivesTest.class)) {
            final List<String> failures = cluster.call(ctx -> ctx.callOnAll(c -> {
                final Collectives all = c.collectives();
                final boolean isFirst = c.nodeId() == 0;
                final String none = nodes == 1 ? "" : "GMT-245";
                final StringBuilder text = new StringBuilder();
                text.append(called(none, () -> all.allReduce(10, isFirst ? ReduceOperator.SUM : ReduceOperator.MAX)));
                text.append(called(none, () -> {
                    if (isFirst) {
                        all.barrier();
                    } else {
                        all.allReduce(20, ReduceOperator.SUM);
                    }
                }));
                text.append(called(none, () -> {
                    if (isFirst) {
                        all.broadcast(0, "s");
                    } else {
                        all.allReduce(20, ReduceOperator.MAX);
                    }
                }));
                text.append(called(none, () -> {
                    if (isFirst) {
                        all.allReduce(1.0, ReduceOperator.MIN);
                    } else {
                        all.allReduce(1L, ReduceOperator.MIN);
                    }
                }));
                final long sum = all.allReduce(1, ReduceOperator.SUM);
                return text + (sum == c.nodeCount() ? "" : "sum " + sum);
            }));
            assertEquals("", TestClusters.join(failures));
        }
    }

    /** What is wrong with the end of a call that fails with a code, or with none. */
    private static String called(final String code, final LoopTest.Attempt call) throws SuspendExecution {
        return code.isEmpty() ? "" : LoopTest.refusal(call, code);
    }
}
