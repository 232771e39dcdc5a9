package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.UnsafeApi;
import org.gmt4j.Allocation;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtTimeoutException;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A fence waits until the target has executed: seen in the target's memory itself, past every queue. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FenceTest {
    private static final int SIZE = 700;
    private static final AtomicLong TARGET = new AtomicLong();

    /** Wrong values in the memory of node 1 right after a fence, over many rounds of puts and bulk puts. */
    private static long wrongAfterFences(final TaskContext ctx, final int rounds) throws SuspendExecution {
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(SIZE).allocated(Allocation.REMOTE));
        final long owner = a.owner(0);
        ctx.execute((int) owner, c -> TARGET.set(a.localAddress()));
        final long address = TARGET.get();
        final long owned = a.distribution().count((int) owner);
        final long[] bulk = new long[(int) Math.min(200, owned)];
        long wrong = 0;
        for (int round = 1; round <= rounds; round++) {
            final OperationHandle handle = ctx.newOperation();
            for (int i = 0; i < owned; i++) {
                if (i % 2 == 0) {
                    a.putNb(ctx, i, round);
                } else {
                    a.putNb(handle, i, round);
                }
            }
            if (round % 3 == 0) {
                java.util.Arrays.fill(bulk, round);
                a.putNb(ctx, 0, bulk, 0, bulk.length);
            }
            switch (round % 4) {
                case 0:
                    Fence.allFence(ctx);
                    break;
                case 1:
                    Fence.awaitNode(ctx, (int) owner);
                    break;
                default:
                    Fence.fence(ctx, (int) owner);
                    break;
            }
            for (int i = 0; i < owned; i++) {
                wrong += UnsafeApi.getLongVolatile(null, address + 8L * i) == round ? 0 : 1;
            }
            wrong += Fence.testNode(ctx, (int) owner) && handle.test() ? 0 : 1;
        }
        Fence.awaitAll(ctx);
        wrong += Fence.testAll(ctx) ? 0 : 1;
        a.free(ctx);
        return wrong;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldWaitForTheTarget(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FenceTest.class)) {
            assertEquals(0L, cluster.<Long>call(ctx -> wrongAfterFences(ctx, 40)));
        }
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldWaitUnderDelaysAndRefusals(final Plan plan) {
        for (int delay = 1; delay <= 7; delay += 3) {
            final int polls = delay;
            try (LoopbackNetwork network = new LoopbackNetwork(3);
                    GmtCluster cluster = TestClusters.builder(3, plan, FenceTest.class)
                        .set(TestClusters.aggregation(512, 512, 1024, 64, 1 + delay, 1 + delay, 2))
                        .transports((nodeId, nodeCount) -> FaultyTransport.over(network.open(nodeId, nodeCount))
                            .delaying(polls * nodeId).refusing((number, node, cls, length) -> number % (2 + polls) < 2))
                        .start()) {
                assertEquals(0L, cluster.<Long>call(ctx -> wrongAfterFences(ctx, 12)), plan + " " + delay);
            }
        }
    }

    /** Not a no-op: with the way to node 1 stalled its fence does not end, while the one for node 2 does. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldNotEndBeforeTheTargetHasAnswered(final Plan plan) {
        final FaultyTransport[] first = new FaultyTransport[1];
        try (LoopbackNetwork network = new LoopbackNetwork(3);
                GmtCluster cluster = TestClusters.builder(3, plan, FenceTest.class).transports((nodeId, nodeCount) -> {
                    final FaultyTransport transport = FaultyTransport.over(network.open(nodeId, nodeCount));
                    if (nodeId == 0) {
                        first[0] = transport;
                    }
                    return transport;
                }).start()) {
            NodeCluster.of(cluster).nodes().get(0).register(FaultyTransport.class, first[0]);
            assertEquals("", cluster.<String>call(ctx -> {
                final StringBuilder text = new StringBuilder();
                final FaultyTransport transport = EngineTask.of(ctx).runtime().service(FaultyTransport.class);
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 3);
                Fence.awaitAll(ctx);
                transport.stall(1);
                a.putNb(ctx, 1, 11);
                a.putNb(ctx, 2, 22);
                Fence.fence(ctx, 2);
                Fence.fence(ctx, 0);
                text.append(Fence.testNode(ctx, 1) ? "node 1 is taken for settled; " : "");
                text.append(Fence.testNode(ctx, 2) ? "" : "node 2 is not settled; ");
                for (int i = 0; i < 3; i++) {
                    try {
                        Fence.fence(ctx, 1, 3_000_000);
                        text.append("the fence did not wait; ");
                    } catch (final GmtTimeoutException e) {
                        text.append(e.code().equals("GMT-212") ? "" : e.toString());
                    }
                }
                transport.release(1);
                Fence.fence(ctx, 1);
                text.append(Fence.testAll(ctx) ? "" : "not settled in the end; ");
                final long sum = a.get(ctx, 1) + a.get(ctx, 2);
                text.append(sum == 33 ? "" : "sum " + sum);
                text.append(Refusal.of(() -> Fence.fence(ctx, 3), "node 3"));
                return text.toString();
            }), plan.name());
        }
    }

    /** After a fencing barrier every member sees what all others had issued. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldMakeBarriersSeeEverything(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, FenceTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final int n = ctx.nodeCount();
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, (long) n * n);
                final ProcessGroup group = ProcessGroup.all(ctx);
                return ctx.callOnAll(c -> {
                    for (int round = 1; round <= 15; round++) {
                        for (int to = 0; to < n; to++) {
                            a.putNb(c, (long) to * n + c.nodeId(), round);
                        }
                        if (round % 2 == 0) {
                            Fence.barrier(c);
                        } else {
                            Fence.barrier(c, group);
                        }
                        for (long i = a.localStart(); i < a.localEnd(); i++) {
                            if (a.getLocal(i) != round) {
                                return "round " + round + " element " + i + " is " + a.getLocal(i);
                            }
                        }
                        c.barrier();
                    }
                    return "";
                });
            })));
        }
    }
}
