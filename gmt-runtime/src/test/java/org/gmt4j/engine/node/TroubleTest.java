package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gmt4j.Allocation;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtTimeoutException;
import org.gmt4j.NodeFailedException;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskHandle;
import org.gmt4j.TestClusters;
import org.gmt4j.Visitor;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.cluster.ClusterBuilder;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.cluster.NodeStarter;
import org.gmt4j.engine.memory.MemoryConfig;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes that stall, fail, or do not even start. */
@Timeout(240)
class TroubleTest {
    private static final long TEN_MS = 10_000_000;

    /** A door for bodies of node 0 to the transport below it; bodies of the same JVM find it as a service. */
    static final class Stall {
        private final FaultyTransport transport;
        /** Whether a task has reached the point from which on it stalls. */
        private volatile boolean isReached;

        Stall(final FaultyTransport transport) {
            this.transport = transport;
        }
    }

    private static GmtCluster stallable(final LoopbackNetwork network, final TestClusters.Plan plan) {
        final FaultyTransport[] first = new FaultyTransport[1];
        final GmtCluster cluster = TestClusters.builder(2, plan, TroubleTest.class).transports((nodeId, nodeCount) -> {
            final FaultyTransport transport = FaultyTransport.over(network.open(nodeId, nodeCount));
            if (nodeId == 0) {
                first[0] = transport;
            }
            return transport;
        }).start();
        NodeCluster.of(cluster).nodes().get(0).register(Stall.class, new Stall(first[0]));
        return cluster;
    }

    /** A node of the job may be running, and send, before another has got its threads. */
    @ParameterizedTest
    @EnumSource(TestClusters.Plan.class)
    void shouldStartWhileDataArrive(final TestClusters.Plan plan) {
        try (LoopbackNetwork network = new LoopbackNetwork(2);
             GmtCluster cluster = TestClusters.builder(2, plan, TroubleTest.class).transports(
                 (nodeId, nodeCount) -> busyBeforeStart(network.open(nodeId, nodeCount))).start()) {
            assertEquals(7, (long) cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(2).allocated(Allocation.REMOTE));
                a.put(ctx, 1, 7);
                return a.get(ctx, 1);
            }));
        }
    }

    private static Transport busyBeforeStart(final Transport below) {
        return (Transport) Proxy.newProxyInstance(Transport.class.getClassLoader(), new Class<?>[] {Transport.class},
            (proxy, method, arguments) -> {
                if (method.getName().equals("onArrival")) {
                    ((Runnable) arguments[0]).run();
                }
                return method.invoke(below, arguments);
            });
    }

    @Test
    void shouldEndWaitsAtTheirDeadline() {
        for (final TestClusters.Plan plan : TestClusters.Plan.values()) {
            try (LoopbackNetwork network = new LoopbackNetwork(2); GmtCluster cluster = stallable(network, plan)) {
                final String found = cluster.call(ctx -> {
                    final GlobalLongArray a = GlobalLongArray.allocate(ctx,
                        ArraySpec.of(10).allocated(Allocation.REMOTE));
                    a.put(ctx, 3, 33);
                    final FaultyTransport transport = EngineTask.of(ctx).runtime().service(Stall.class).transport;
                    final long[] target = {-1};
                    a.getNb(ctx, 3, target, 0);
                    ctx.await(TimeUnit.SECONDS.toNanos(100));
                    transport.stall(1);
                    target[0] = -2;
                    final StringBuilder text = new StringBuilder().append(target[0]);
                    a.getNb(ctx, 3, target, 0);
                    final long start = System.nanoTime();
                    try {
                        ctx.await(TEN_MS);
                        text.append(" no timeout");
                    } catch (final GmtTimeoutException e) {
                        text.append(' ').append(e.code());
                    }
                    final long took = System.nanoTime() - start;
                    if (took < TEN_MS) {
                        text.append(" took ").append(took);
                    }
                    try {
                        ctx.await(1);
                        text.append(" no second timeout");
                    } catch (final GmtTimeoutException e) {
                        text.append(" again");
                    }
                    transport.release(1);
                    ctx.await();
                    return text.append(' ').append(target[0]).toString();
                });
                assertEquals("-2 GMT-212 again 33", found, plan.name());
            }
        }
    }

    /** A chunk does not end before the operations of its handles, also of one that was complete long ago. */
    @ParameterizedTest
    @EnumSource(TestClusters.Plan.class)
    void shouldAwaitHandlesThatAreUsedAgain(final TestClusters.Plan plan) {
        try (LoopbackNetwork network = new LoopbackNetwork(2); GmtCluster cluster = stallable(network, plan)) {
            final String found = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx,
                    ArraySpec.of(10).allocated(Allocation.REMOTE));
                final TaskHandle child = ctx.newHandle();
                ctx.execute(child, 0, c -> {
                    final OperationHandle[] handles = new OperationHandle[40];
                    for (int i = 0; i < handles.length; i++) {
                        handles[i] = c.newOperation();
                        a.putNb(handles[i], 3, i);
                        c.await(handles[i]);
                    }
                    EngineTask.of(c).runtime().service(Stall.class).transport.stall(1);
                    a.putNb(handles[0], 3, 4711);
                    EngineTask.of(c).runtime().service(Stall.class).isReached = true;
                });
                while (!EngineTask.of(ctx).runtime().service(Stall.class).isReached) {
                    ctx.yield();
                }
                String text = "none";
                try {
                    ctx.await(child, 5 * TEN_MS);
                } catch (final GmtTimeoutException e) {
                    text = e.code();
                }
                EngineTask.of(ctx).runtime().service(Stall.class).transport.release(1);
                if (!text.equals("none")) {
                    ctx.await(child);
                }
                return text + " " + a.get(ctx, 3);
            });
            assertEquals("GMT-212 4711", found);
        }
    }

    /**
     * Node 2 takes nothing until node 1 has got its block, which was opened before the lane began to wait for node 2.
     */
    @ParameterizedTest
    @EnumSource(TestClusters.Plan.class)
    void shouldSendToOtherNodesWhileItWaitsForOne(final TestClusters.Plan plan) {
        final AtomicBoolean isStalled = new AtomicBoolean();
        try (LoopbackNetwork network = new LoopbackNetwork(3);
                GmtCluster cluster = TestClusters.builder(3, plan, TroubleTest.class)
                    .set(TestClusters.aggregation(256, 512, 1024, 64, 1, 1024, 64))
                    .transports((nodeId, nodeCount) -> FaultyTransport.over(network.open(nodeId, nodeCount))
                        .refusing((number, node, cls, length) -> {
                            if (nodeId != 0 || cls != TrafficClass.REQUEST) {
                                return false;
                            }
                            if (node == 1) {
                                isStalled.set(false);
                            }
                            return node == 2 && isStalled.get();
                        })).start()) {
            NodeCluster.of(cluster).nodes().get(0).register(AtomicBoolean.class, isStalled);
            final long sum = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 3);
                EngineTask.of(ctx).runtime().service(AtomicBoolean.class).set(true);
                a.addNb(ctx, 1, 7);
                for (int i = 0; i < 1000; i++) {
                    a.addNb(ctx, 2, 1);
                }
                ctx.await();
                final long ofOne = a.get(ctx, 1);
                final long ofTwo = a.get(ctx, 2);
                return ofOne * 10_000 + ofTwo;
            });
            assertEquals(71_000, sum);
        }
    }

    @Test
    void shouldNotEndTasksBeforeTheirHandlesComplete() {
        for (final TestClusters.Plan plan : TestClusters.Plan.values()) {
            try (LoopbackNetwork network = new LoopbackNetwork(2); GmtCluster cluster = stallable(network, plan)) {
                final String found = cluster.call(ctx -> {
                    final GlobalLongArray a = GlobalLongArray.allocate(ctx,
                        ArraySpec.of(10).allocated(Allocation.REMOTE));
                    final FaultyTransport transport = EngineTask.of(ctx).runtime().service(Stall.class).transport;
                    transport.stall(1);
                    final TaskHandle tree = ctx.newHandle();
                    ctx.execute(tree, 0, c -> {
                        for (int i = 0; i < 100; i++) {
                            final OperationHandle handle = c.newOperation();
                            a.addNb(handle, i % 10, 1);
                        }
                    });
                    final long end = System.nanoTime() + 3 * TEN_MS;
                    while (System.nanoTime() < end) {
                        ctx.yield();
                    }
                    final long pending = tree.pendingCount();
                    transport.release(1);
                    ctx.await(tree);
                    return "pending " + pending;
                });
                assertEquals("pending 1", found, plan.name());
            }
        }
    }

    @Test
    void shouldEndEveryWaitWhenANodeReportsItsFailure() throws Exception {
        final List<Bootstrap> bootstraps = Bootstrap.inProcess(2);
        final List<Node> nodes = new ArrayList<>();
        try (LoopbackNetwork network = new LoopbackNetwork(2)) {
            final RunPlan plan = new RunPlan(2, true, RunConfig.Transport.LOOPBACK, RunConfig.Plan.COMBINED,
                1, 0, TopologyKind.FCG, 1);
            final NodeSettings settings = new NodeSettings(plan, AggregationConfig.DEFAULT, TaskConfig.DEFAULT,
                MemoryConfig.of(1 << 20), 2);
            final List<CompletableFuture<Node>> starting = new ArrayList<>();
            for (final Bootstrap bootstrap : bootstraps) {
                starting.add(CompletableFuture.supplyAsync(() -> Node.start(settings,
                    NodeStarter.registryOf(TroubleTest.class), bootstrap,
                    network, Duration.ofSeconds(60)), command -> new Thread(command).start()));
            }
            for (final CompletableFuture<Node> node : starting) {
                nodes.add(node.get(60, TimeUnit.SECONDS));
            }
            final CompletableFuture<Long> waiting = nodes.get(0).submit(ctx -> {
                ctx.collectives().barrier();     // the other never comes
                return 1L;
            });
            assertThrows(TimeoutException.class, () -> waiting.get(50, TimeUnit.MILLISECONDS));
            bootstraps.get(1).reportFailure("lost its power");
            final ExecutionException e = assertThrows(ExecutionException.class,
                () -> waiting.get(60, TimeUnit.SECONDS));
            assertEquals(1, ((NodeFailedException) e.getCause()).nodeId());
            assertTrue(e.getCause().getMessage().contains("lost its power"));
            final ExecutionException later = assertThrows(ExecutionException.class,
                () -> nodes.get(0).submit(ctx -> 1).get(60, TimeUnit.SECONDS));
            assertTrue(later.getCause() instanceof NodeFailedException);
            nodes.forEach(Node::close);
        } finally {
            bootstraps.forEach(Bootstrap::close);
        }
    }

    @Test
    void shouldTellAllWhenAThreadOfANodeDies() {
        for (final TestClusters.Plan plan : TestClusters.Plan.values()) {
            final LoopbackNetwork network = new LoopbackNetwork(3);
            try (network; GmtCluster cluster = TestClusters.builder(3, plan, TroubleTest.class)
                .transports((nodeId, nodeCount) ->
                FaultyTransport.over(network.open(nodeId, nodeCount)).refusing((number, node, cls, length) -> {
                    if (nodeId == 2 && number > 20) {
                        throw new IllegalStateException("the transport of node 2 is broken");
                    }
                    return false;
                })).start()) {
                final RuntimeException e = assertThrows(RuntimeException.class, () -> cluster.run(ctx -> {
                    final GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
                    for (int round = 0; round < 10_000; round++) {
                        ctx.parFor(1000, 1, (i, c) -> a.addNb(c, 999 - i, 1));
                    }
                }));
                assertTrue(e instanceof NodeFailedException, plan + ": " + e);
                assertEquals(2, ((NodeFailedException) e).nodeId());
                assertTrue(e.getMessage().contains("broken"), e.getMessage());
            }
        }
    }

    @Test
    void shouldNotWaitLongForANodeThatDoesNotStart() {
        final LoopbackNetwork network = new LoopbackNetwork(3);
        try (network) {
            final RuntimeException e = assertTimeoutPreemptively(Duration.ofSeconds(40),
                () -> assertThrows(RuntimeException.class,
                () -> TestClusters.builder(3, TestClusters.Plan.COMBINED, TroubleTest.class)
                    .transports((nodeId, nodeCount) -> {
                    if (nodeId == 1) {
                        throw new IllegalStateException("port in use");
                    }
                    return network.open(nodeId, nodeCount);
                }).start()));
            assertTrue(e.getMessage().contains("port in use"), e.toString());
        }
    }

    /** A cluster of two nodes with all roles on one thread; the transport of node 1 throws once, when it is told to. */
    private static GmtCluster breakable(final LoopbackNetwork network, final AtomicBoolean isToBreak,
                                        final int shortest) {
        final GmtCluster cluster = TestClusters.builder(2, TestClusters.Plan.COMBINED, TroubleTest.class)
            .timeout(Duration.ofSeconds(30)).transports((nodeId, nodeCount) ->
                FaultyTransport.over(network.open(nodeId, nodeCount)).refusing((number, node, cls, length) -> {
                if (nodeId == 1 && cls == TrafficClass.REQUEST && length >= shortest && isToBreak.getAndSet(false)) {
                    throw new IllegalStateException("the transport is broken");
                }
                return false;
            })).start();
        NodeCluster.of(cluster).nodes().get(1).register(AtomicBoolean.class, isToBreak);
        return cluster;
    }

    /**
     * A body is in the middle of issuing when its thread looks after communication: what breaks there is not the body's
     * to hide.
     */
    @Test
    void shouldFailTheNodeWhenItsTransportBreaksBelowABodyThatCatchesAll() {
        try (LoopbackNetwork network = new LoopbackNetwork(2);
             GmtCluster cluster = breakable(network, new AtomicBoolean(), 0)) {
            final RuntimeException e = assertThrows(RuntimeException.class, () -> cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 2);
                ctx.execute(1, c -> {
                    final AtomicBoolean isToBreak = EngineTask.of(c).runtime().service(AtomicBoolean.class);
                    isToBreak.set(true);
                    for (int i = 0; i < 10_000_000 && isToBreak.get(); i++) {
                        try {
                            a.addNb(c, 0, 1);
                        } catch (final RuntimeException hidden) {
                            c.count("hidden", 1);
                        }
                    }
                });
            }));
            assertTrue(e.getMessage().contains("broken"), e.toString());
        }
    }

    /** As above, where the body's data go straight to the transport. */
    @Test
    void shouldFailTheNodeWhenItsTransportBreaksUnderLongData() {
        final int size = 2048;
        try (LoopbackNetwork network = new LoopbackNetwork(2);
                GmtCluster cluster = breakable(network, new AtomicBoolean(), size * Long.BYTES / 2)) {
            final RuntimeException e = assertThrows(RuntimeException.class, () -> cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 2L * size);
                ctx.execute(1, c -> {
                    EngineTask.of(c).runtime().service(AtomicBoolean.class).set(true);
                    try {
                        a.put(c, 0, new long[size], 0, size);
                    } catch (final RuntimeException hidden) {
                        c.count("hidden", 1);
                    }
                });
            }));
            assertTrue(e.getMessage().contains("broken"), e.toString());
        }
    }

    /** A result may be longer than what a reply block is written straight into the transport for. */
    @ParameterizedTest
    @EnumSource(TestClusters.Plan.class)
    void shouldBringBackLongResults(final TestClusters.Plan plan) {
        try (LoopbackNetwork network = new LoopbackNetwork(2);
            GmtCluster cluster = TestClusters.builder(2, plan, TroubleTest.class)
            .timeout(Duration.ofSeconds(30)).set(TestClusters.aggregation(16384, 512, 65536, 64, 8, 1024, 64))
            .transports(network::open).start()) {
            final long sum = cluster.call(ctx -> {
                long total = 0;
                for (int round = 0; round < 20; round++) {
                    final long[] values = ctx.call(1, c -> {
                        final long[] found = new long[1000];
                        java.util.Arrays.fill(found, 3);
                        return found;
                    });
                    total += java.util.Arrays.stream(values).sum();
                }
                return total;
            });
            assertEquals(60_000, sum);
        }
    }

    @Test
    void shouldReportWhatHangs() {
        final ClusterBuilder builder = TestClusters.builder(2, TestClusters.Plan.COMBINED, TroubleTest.class);
        try (GmtCluster cluster = builder.timeout(Duration.ofMillis(300)).start()) {
            final RuntimeException e = assertThrows(RuntimeException.class,
                () -> cluster.run(ctx -> ctx.executeOnAll(c -> {
                if (c.nodeId() == 0) {
                    c.barrier();
                }
            })));
            assertTrue(e.getMessage().contains("GMT-241") && e.getMessage().contains("worker 0"), e.getMessage());
        }
    }

    @Test
    void shouldRefuseAfterClose() {
        final GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.COMBINED, TroubleTest.class);
        assertNotNull(cluster.report());
        cluster.close();
        cluster.close();
        final RuntimeException e = assertThrows(RuntimeException.class, () -> cluster.run(ctx -> { }));
        assertTrue(e.getMessage().contains("GMT-226"), e.getMessage());
    }

    @Test
    void shouldRefuseWaitsWhereThereIsNoTask() {
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.COMBINED, TroubleTest.class)) {
            final String found = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> {
                    try {
                        c.parFor(1, 1, (i, d) -> { });
                    } catch (final org.gmt4j.fibers.SuspendExecution | IllegalStateException e) {
                        a.setLocal(index, String.valueOf(e.getMessage()).contains("GMT-214") ? 214 : -1);
                    }
                });
                visitor.send(ctx, 9, 1);
                ctx.await();
                final long v = a.get(ctx, 9);
                final boolean local = ctx.callLocal(1, c -> c.isPreemptable());
                return v + " " + local;
            });
            assertEquals("214 false", found);
        }
    }
}
