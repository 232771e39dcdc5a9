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
import org.gmt4j.GmtCluster;
import org.gmt4j.NodeFailedException;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.cluster.NodeStarter;
import org.gmt4j.engine.memory.MemoryConfig;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.node.NodeSettings;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.engine.task.TaskRuntime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node is lost while others wait for what only it could give; and nodes that say that they run on several hosts. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SyncTroubleTest {
    private static List<Node> start(final List<Bootstrap> bootstraps, final LoopbackNetwork network) throws Exception {
        final int count = bootstraps.size();
        final RunPlan plan = new RunPlan(count, true, RunConfig.Transport.LOOPBACK, RunConfig.Plan.COMBINED,
            1, 0, org.gmt4j.aggregation.topology.TopologyKind.FCG, 1);
        final NodeSettings settings = new NodeSettings(plan, AggregationConfig.DEFAULT, TaskConfig.DEFAULT,
            MemoryConfig.of(1 << 20), count);
        final List<CompletableFuture<Node>> starting = new ArrayList<>();
        for (final Bootstrap bootstrap : bootstraps) {
            starting.add(CompletableFuture.supplyAsync(() -> Node.start(settings,
                NodeStarter.registryOf(SyncTroubleTest.class), bootstrap,
                network, Duration.ofSeconds(60)), command -> new Thread(command).start()));
        }
        final List<Node> nodes = new ArrayList<>();
        for (final CompletableFuture<Node> node : starting) {
            nodes.add(node.get(60, TimeUnit.SECONDS));
        }
        return nodes;
    }

    /** Node 1 holds what node 0 waits for, and is lost. */
    private static void shouldEnd(final TaskFunction<Long> atOne, final TaskFunction<Long> atZero) throws Exception {
        final List<Bootstrap> bootstraps = Bootstrap.inProcess(2);
        try (LoopbackNetwork network = new LoopbackNetwork(2)) {
            final List<Node> nodes = start(bootstraps, network);
            nodes.get(1).submit(atOne);
            final CompletableFuture<Long> waiting = nodes.get(0).submit(atZero);
            assertThrows(TimeoutException.class, () -> waiting.get(50, TimeUnit.MILLISECONDS));
            bootstraps.get(1).reportFailure("lost its power");
            final ExecutionException e = assertThrows(ExecutionException.class,
                () -> waiting.get(60, TimeUnit.SECONDS));
            assertEquals(1, ((NodeFailedException) e.getCause()).nodeId());
            nodes.forEach(Node::close);
        } finally {
            bootstraps.forEach(Bootstrap::close);
        }
    }

    private static void installMutex(final TaskContext ctx) {
        final TaskRuntime runtime = EngineTask.of(ctx).runtime();
        runtime.remoteServices().install(77, new MutexHost(runtime, 1));
    }

    @Test
    void shouldEndWaitsForAMutexWhenItsHolderIsLost() throws Exception {
        final TaskFunction<Long> hold = c -> {
            installMutex(c);
            new Mutexes(77, 1).lock(c, 1, 0);
            Notify.notify(c, 0);
            Notify.await(c, 0, 1);      // never
            return 0L;
        };
        shouldEnd(hold, c -> {
            installMutex(c);
            Notify.await(c, 1, 1);
            new Mutexes(77, 1).lock(c, 1, 0);
            return 1L;
        });
    }

    @Test
    void shouldEndWaitsForNotificationsAndGroups() throws Exception {
        shouldEnd(c -> 0L, c -> {
            Notify.await(c, 1, 1);
            return 1L;
        });
        shouldEnd(c -> 0L, c -> {
            ProcessGroup.create(c, 0, 1).exchange(c, new byte[2][]);
            return 1L;
        });
    }

    @Test
    void shouldKnowWhoSharesAHost() throws Exception {
        final List<Bootstrap> below = Bootstrap.inProcess(5);
        final String[] hosts = {"b", "a", "b", "c", "a"};
        final List<Bootstrap> bootstraps = new ArrayList<>();
        below.forEach(bootstrap -> bootstraps.add(new Elsewhere(bootstrap, hosts[bootstrap.identity().nodeId()])));
        try (LoopbackNetwork network = new LoopbackNetwork(5)) {
            final List<Node> nodes = start(bootstraps, network);
            final String found = nodes.get(4).<String>submit(c -> {
                final Locality locality = Locality.of(c);
                return locality.hostCount() + " " + locality.hostMembers() + " " + locality.hostMembers(0)
                    + " " + locality.hostOf(3) + " " + locality.isSameHost(1) + locality.isSameHost(0)
                    + " " + Refusal.of(() -> locality.hostOf(5), "5");
            }).get(60, TimeUnit.SECONDS);
            assertEquals("3 [1, 4] [0, 2] 2 truefalse ", found);
            bootstraps.forEach(Bootstrap::leave);
            nodes.forEach(Node::close);
        } finally {
            bootstraps.forEach(Bootstrap::close);
        }
    }

    @Test
    void shouldTakeOneProcessForOneHost() {
        try (GmtCluster cluster = GmtCluster.local(3, SyncTroubleTest.class)) {
            assertTrue(cluster.<Boolean>call(c -> Locality.of(c).hostCount() == 1
                && Locality.of(c).hostMembers().size() == c.nodeCount() && Locality.of(c).isSameHost(2)));
        }
    }
}
