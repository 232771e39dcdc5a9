package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gmt4j.GmtCluster;
import org.gmt4j.NodeFailedException;
import org.gmt4j.ReduceOperator;
import org.gmt4j.ShufflingTransport;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.cluster.NodeStarter;
import org.gmt4j.engine.memory.MemoryConfig;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.node.NodeSettings;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A node goes silent in the middle of a protocol and is then known to be lost: whatever the two others wait for ends
 * with its name. And a node that only one other cannot reach: what waits for it fails with its name, the rest goes on.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VanishedPeerTest {
    private static final int LOST = 1;
    private static final long MS = 1_000_000;

    /** What all are given before node 1 goes silent. */
    record Setting(ArmciMemory memory, Mutexes mutexes, RemoteProcedure procedure) {
    }

    /** What nodes 0 and 2 wait for. */
    enum Wait {
        LOCK_THAT_IT_HOLDS(Wait::lockThatItHolds), LOCK_AT_IT(Wait::lockAtIt), LOCK_WITHIN(Wait::lockWithin),
            FENCE(Wait::fence),
        ALL_FENCE(Wait::allFence), NOTIFICATION(Wait::notification), NOTIFYING(Wait::notifying), FLAG(Wait::flag),
            PUT_WITH_FLAG(Wait::putWithFlag),
        BARRIER(Wait::barrier), GROUP(Wait::group), PROCEDURE(Wait::procedure), CALL(Wait::call), GET(Wait::get),
            ALLOCATE(Wait::allocate), LONG_CALL(Wait::longCall), LONG_LOOP(Wait::longLoop),
        LONG_EXCHANGE(Wait::longExchange);

        private final TaskFunction<Long> body;

        Wait(final TaskFunction<Long> body) {
            this.body = body;
        }

        private static Setting setting(final TaskContext c) {
            return EngineTask.of(c).runtime().service(Setting.class);
        }

        private static Long lockThatItHolds(final TaskContext c) throws SuspendExecution {
            setting(c).mutexes.lock(c, 0, 0);
            return 0L;
        }

        private static Long lockAtIt(final TaskContext c) throws SuspendExecution {
            setting(c).mutexes.lock(c, LOST, 0);
            return 0L;
        }

        private static Long lockWithin(final TaskContext c) throws SuspendExecution {
            return setting(c).mutexes.lock(c, LOST, 1, 3600_000 * MS) ? 1L : 0L;
        }

        private static Long fence(final TaskContext c) throws SuspendExecution {
            Armci.of(c).putLongNb(setting(c).memory, LOST, 0, 1);
            Fence.fence(c, LOST);
            return 0L;
        }

        private static Long allFence(final TaskContext c) throws SuspendExecution {
            Armci.of(c).putLongNb(setting(c).memory, LOST, 0, 1);
            Fence.allFence(c);
            return 0L;
        }

        private static Long notification(final TaskContext c) throws SuspendExecution {
            Notify.await(c, LOST, 1);
            return 0L;
        }

        private static Long notifying(final TaskContext c) throws SuspendExecution {
            Armci.of(c).putLongNb(setting(c).memory, LOST, 0, 1);
            Notify.notify(c, LOST);
            return 0L;
        }

        private static Long flag(final TaskContext c) throws SuspendExecution {
            Flags.await(c, setting(c).memory, 8, 77);
            return 0L;
        }

        private static Long putWithFlag(final TaskContext c) throws SuspendExecution {
            final ArmciMemory memory = setting(c).memory;
            Flags.put(c, LocalBuffer.of(new byte[64]), 0, memory, LOST, 0, 64, Flag.of(memory, LOST, 64, 1));
            return 0L;
        }

        private static Long barrier(final TaskContext c) throws SuspendExecution {
            c.barrier();
            return 0L;
        }

        private static Long group(final TaskContext c) throws SuspendExecution {
            return ProcessGroup.createAmongMembers(c, 0, LOST, 2).allReduce(c, 1L, ReduceOperator.SUM);
        }

        private static Long procedure(final TaskContext c) throws SuspendExecution {
            return (long) setting(c).procedure.call(c, LOST, new byte[1], new byte[10]).length;
        }

        private static Long call(final TaskContext c) throws SuspendExecution {
            return c.<Long>call(LOST, there -> 1L);
        }

        private static Long longCall(final TaskContext c) throws SuspendExecution {
            final byte[] table = new byte[3_000_000];
            return c.<Long>call(LOST, there -> (long) table.length);
        }

        private static Long longLoop(final TaskContext c) throws SuspendExecution {
            final byte[] table = new byte[9_000_000];
            return c.sum(30, 1, (i, there) -> table.length);
        }

        private static Long longExchange(final TaskContext c) throws SuspendExecution {
            return (long) ProcessGroup.createAmongMembers(c, 0, LOST, 2).exchange(c, new byte[3][3_000_000]).length;
        }

        private static Long get(final TaskContext c) throws SuspendExecution {
            return Armci.of(c).getLong(setting(c).memory, LOST, 0);
        }

        private static Long allocate(final TaskContext c) throws SuspendExecution {
            Armci.of(c).allocate(8);
            return 0L;
        }
    }

    @ParameterizedTest
    @EnumSource(Wait.class)
    void shouldEndEveryWaitWithItsName(final Wait wait) throws Exception {
        shouldEnd(wait, RunConfig.Plan.COMBINED, wait.ordinal() % 2 == 0 ? TopologyKind.FCG : TopologyKind.MFCG);
        if (wait.ordinal() % 3 == 0) {
            shouldEnd(wait, RunConfig.Plan.DEDICATED, TopologyKind.FCG);
        }
    }

    private static void shouldEnd(final Wait wait, final RunConfig.Plan plan, final TopologyKind kind)
        throws Exception {
        final List<Bootstrap> bootstraps = Bootstrap.inProcess(3);
        final ShufflingTransport[] transports = new ShufflingTransport[3];
        try (LoopbackNetwork network = new LoopbackNetwork(3)) {
            final RunPlan run = new RunPlan(3, true, RunConfig.Transport.LOOPBACK, plan, 1,
                plan == RunConfig.Plan.COMBINED ? 0 : 1, kind, 1);
            final NodeSettings settings = new NodeSettings(run, AggregationConfig.DEFAULT, TaskConfig.DEFAULT,
                MemoryConfig.of(1 << 20), 3);
            final List<CompletableFuture<Node>> starting = new ArrayList<>();
            for (final Bootstrap bootstrap : bootstraps) {
                starting.add(CompletableFuture.supplyAsync(() -> Node.start(settings,
                    NodeStarter.registryOf(VanishedPeerTest.class), bootstrap,
                    (nodeId, nodeCount) -> transports[nodeId] =
                        new ShufflingTransport(network.open(nodeId, nodeCount), 0, 1),
                    Duration.ofSeconds(60)), command -> new Thread(command).start()));
            }
            final List<Node> nodes = new ArrayList<>();
            for (final CompletableFuture<Node> node : starting) {
                nodes.add(node.get(60, TimeUnit.SECONDS));
            }
            prepare(nodes);
            transports[LOST].freeze();
            final List<CompletableFuture<Long>> waits = List.of(nodes.get(0).submit(wait.body),
                nodes.get(2).submit(wait.body));
            assertThrows(TimeoutException.class, () -> waits.get(0).get(20, TimeUnit.MILLISECONDS),
                "node 0 does not wait");
            bootstraps.get(LOST).reportFailure("lost its power");
            for (final CompletableFuture<Long> waiting : waits) {
                final ExecutionException e = assertThrows(ExecutionException.class,
                    () -> waiting.get(60, TimeUnit.SECONDS));
                assertEquals(LOST, assertThrows(NodeFailedException.class, () -> {
                    throw e.getCause();
                }).nodeId());
                assertTrue(e.getCause().getMessage().contains("node " + LOST), e.getCause().getMessage());
            }
            nodes.forEach(Node::close);
        } finally {
            bootstraps.forEach(Bootstrap::close);
        }
    }

    /** Node 1 holds mutex 0 of node 0 and of its own; then all nodes have what they need. */
    private static void prepare(final List<Node> nodes) throws Exception {
        final AtomicBoolean isReady = new AtomicBoolean();
        nodes.get(0).register(AtomicBoolean.class, isReady);
        nodes.get(0).<Long>submit(c -> {
            final ArmciMemory memory = Armci.of(c).allocate(128);
            final Mutexes mutexes = Mutexes.create(c, 2);
            final RemoteProcedure procedure = RemoteProcedure.register(c, (there, header, data) -> data);
            c.executeOnAll(there -> EngineTask.of(there).runtime()
                .register(Setting.class, new Setting(memory, mutexes, procedure)));
            c.executeNb(LOST, there -> {
                mutexes.lock(there, 0, 0);
                mutexes.lock(there, LOST, 0);
                Notify.notify(there, 0);
                Flags.await(there, memory, 112, 1);     // never: it holds them to its end
            });
            Notify.await(c, LOST, 1);
            EngineTask.of(c).runtime().service(AtomicBoolean.class).set(true);
            return 0L;
        });
        final long end = System.nanoTime() + 60_000 * MS;
        while (!isReady.get()) {
            assertTrue(System.nanoTime() < end, "the setting was not made");
            Thread.onSpinWait();
        }
    }

    /** Node 1 cannot make a connection to node 2; both can to node 0. */
    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldFailWhatWaitsForANodeOutOfReach(final Plan plan) {
        final MemoryControlNetwork control = new MemoryControlNetwork(3);
        control.filter((source, destination, frame) -> source + destination != 3 || source == 0 || destination == 0);
        try (LoopbackNetwork network = new LoopbackNetwork(3);
                GmtCluster cluster = TestClusters.builder(3, plan, VanishedPeerTest.class)
                    .transports(OnDemandTransport.factory(network, control,
                    ConnectKey.random(), ConnectConfig.DEFAULT.withTimeouts(200 * MS, 5 * MS, 50 * MS))).start()) {
            assertEquals("", cluster.<String>call(ctx -> {
                final ArmciMemory memory = Armci.of(ctx).allocate(128);
                final Mutexes mutexes = Mutexes.create(ctx, 1);
                final RemoteProcedure procedure = RemoteProcedure.register(ctx, (there, header, data) -> data);
                final String found = ctx.call(1, c -> {
                    final Armci armci = Armci.of(c);
                    final LocalBuffer source = LocalBuffer.of(new byte[64]);
                    String text = Refusal.of(() -> mutexes.lock(c, 2, 0), "node 2");
                    text += Refusal.of(() -> mutexes.lock(c, 2, 0, 60_000 * MS), "node 2");
                    text += Refusal.of(() -> mutexes.tryLock(c, 2, 0), "node 2");
                    text += Refusal.of(() -> Flags.put(c, source, 0, memory, 2, 0, 64,
                        Flag.of(memory, 2, 64, 1)), "node 2");
                    text += Refusal.of(() -> {
                        armci.putNb(source, 0, memory, 2, 0, 64);
                        Notify.notify(c, 2);
                    }, "node 2");
                    text += Refusal.of(() -> {
                        armci.putNb(source, 0, memory, 2, 0, 64);
                        Fence.awaitAll(c);
                    }, "node 2");
                    text += Refusal.of(() -> armci.getLong(memory, 2, 0), "node 2");
                    text += Refusal.of(() -> c.await(c.callNb(2, there -> 1L), 60_000 * MS), "GMT-239");
                    text += Refusal.of(() -> procedure.await(c, procedure.callNb(c, 2, new byte[1], new byte[1]),
                        60_000 * MS), "GMT-239");
                    mutexes.lock(c, 0, 0);
                    armci.putLong(memory, 0, 0, armci.getLong(memory, 0, 0) + 1);
                    Notify.notify(c, 0);
                    mutexes.unlock(c, 0, 0);
                    return text;
                });
                Notify.await(ctx, 1, 1);
                return found + (Armci.of(ctx).getLong(memory, 0, 0) == 1 ? "" : "what can be reached was not; ");
            }));
        }
    }
}
