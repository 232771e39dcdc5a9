package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Producers and consumers that have nothing but notifications. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NotifyTest {
    private static final int PART = 300;

    /**
     * Each node writes into its right neighbour's part and tells it; the neighbour reads, and tells it that the part is
     * free again.
     */
    private static String ring(final TaskContext ctx, final int rounds) throws SuspendExecution {
        final int n = ctx.nodeCount();
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, (long) n * PART);
        final String wrong = TestClusters.join(ctx.callOnAll(c -> {
            final int right = (c.nodeId() + 1) % n;
            final int left = (c.nodeId() + n - 1) % n;
            final long[] values = new long[PART];
            for (int round = 1; round <= rounds; round++) {
                if (round > 1) {
                    Notify.await(c, right, 1);
                }
                for (int i = 0; i < PART; i++) {
                    values[i] = round * 1000L + c.nodeId();
                    if (i % 3 == 0) {
                        a.putNb(c, (long) right * PART + i, values[i]);
                    }
                }
                a.putNb(c, (long) right * PART, values, 0, PART);
                Notify.notify(c, right);
                Notify.await(c, left, 1);
                for (long i = a.localStart(); i < a.localEnd(); i++) {
                    if (a.getLocal(i) != round * 1000L + left) {
                        return "round " + round + ": " + a.getLocal(i) + " from " + left;
                    }
                }
                Notify.notify(c, left);
            }
            Notify.await(c, right, 1);
            return Notify.available(c, right) + Notify.available(c, left) == 0 ? "" : "notifications left over";
        }));
        a.free(ctx);
        return wrong;
    }

    /** With one or two nodes, left and right are the same: then what is taken is not told apart, but counts are. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldArriveBehindTheData(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, NotifyTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> nodes < 3 ? pair(ctx) : ring(ctx, 25)));
        }
    }

    /** Node 0 produces, the last node consumes and gives the buffer back. */
    private static String pair(final TaskContext ctx) throws SuspendExecution {
        final int last = ctx.nodeCount() - 1;
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, 2L * PART * (last + 1));
        final long start = 2L * PART * last;
        if (last == 0) {
            for (int round = 1; round < 50; round++) {
                a.putNb(ctx, start, round);
                Notify.notify(ctx, 0);
                Notify.await(ctx, 0, 1);
                if (a.getLocal(start) != round) {
                    return "round " + round;
                }
            }
            return "";
        }
        return TestClusters.join(ctx.callOnAll(c -> {
            final long[] values = new long[PART];
            for (int round = 1; round <= 50; round++) {
                if (c.nodeId() == 0) {
                    java.util.Arrays.fill(values, round);
                    a.putNb(c, start, values, 0, PART);
                    Notify.notify(c, last);
                    Notify.await(c, last, 1);
                } else {
                    Notify.await(c, 0, 1);
                    for (int i = 0; i < PART; i++) {
                        if (a.getLocal(start + i) != round) {
                            return "round " + round + " element " + i + ": " + a.getLocal(start + i);
                        }
                    }
                    Notify.notify(c, 0);
                }
            }
            return "";
        }));
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldArriveBehindTheDataUnderDelays(final Plan plan) {
        for (int delay = 1; delay <= 5; delay += 4) {
            final int polls = delay;
            try (LoopbackNetwork network = new LoopbackNetwork(3);
                    GmtCluster cluster = TestClusters.builder(3, plan, NotifyTest.class)
                        .set(TestClusters.aggregation(256, 512, 512, 64, delay, delay, 1))
                        .transports((nodeId, nodeCount) -> FaultyTransport.over(network.open(nodeId, nodeCount))
                            .delaying(polls).refusingEvery(3)).start()) {
                assertEquals("", cluster.<String>call(ctx -> ring(ctx, 5)), plan + " " + delay);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldCountAndServeWaitersInTurn(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, NotifyTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final StringBuilder text = new StringBuilder();
                final int last = ctx.nodeCount() - 1;
                ctx.execute(last, c -> {
                    for (int i = 0; i < 10; i++) {
                        Notify.notify(c, 0);
                    }
                });
                Notify.await(ctx, last, 4);
                text.append(Notify.available(ctx, last) == 6 ? "" : "available " + Notify.available(ctx, last));
                Notify.await(ctx, last, 6);
                text.append(Notify.await(ctx, last, 1, 2_000_000) ? "one too many; " : "");
                // One that gives up does not keep the others waiting.
                ctx.executeNb(0, c -> Notify.await(c, last, 100, 20_000_000));
                ctx.executeNb(0, c -> Notify.await(c, last, 2));
                ctx.execute(last, c -> {
                    Notify.notify(c, 0);
                    Notify.notify(c, 0);
                });
                ctx.awaitTasks();
                text.append(Notify.available(ctx, last) == 0 ? "" : "left " + Notify.available(ctx, last));
                text.append(Refusal.of(() -> Notify.await(ctx, last, 0), "0 notifications"));
                text.append(Refusal.of(() -> Notify.await(ctx, last + 1, 1), "node " + (last + 1)));
                text.append(Refusal.of(() -> Notify.notify(ctx, -1), "node -1"));
                return text.toString();
            }));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldSetFlagsBehindTheData(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, NotifyTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final int n = ctx.nodeCount();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, (long) n * PART);
                final GlobalLongArray flags = GlobalLongArray.allocate(ctx, n);
                final String text = Refusal.of(() -> Notify.putWithFlag(ctx, a, 0, new long[1], 0, 1,
                    Flag.of(flags, n, 1)), "index " + n)
                    + (n > 1 ? Refusal.of(() -> Notify.awaitFlag(ctx, flags, n - 1, 1), "own node") : "");
                return text + TestClusters.join(ctx.callOnAll(c -> {
                    final int right = (c.nodeId() + 1) % n;
                    final int left = (c.nodeId() + n - 1) % n;
                    final long[] values = new long[PART];
                    for (int round = 1; round <= 10; round++) {
                        java.util.Arrays.fill(values, round * 100 + c.nodeId());
                        Notify.putWithFlag(c, a, (long) right * PART, values, 0, PART,
                            Flag.of(flags, right, round));
                        Notify.awaitFlag(c, flags, c.nodeId(), round);
                        for (long i = a.localStart(); i < a.localEnd(); i++) {
                            if (a.getLocal(i) != round * 100 + left) {
                                return "round " + round + ": " + a.getLocal(i);
                            }
                        }
                        Fence.barrier(c);
                    }
                    return "";
                }));
            }));
        }
    }
}
