package org.gmt4j.engine.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.node.NodeSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that start in one JVM, and what is left when one does not. */
@Timeout(value = 40, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NodeStarterTest {
    private static final RunPlan PLAN = new RunPlan(3, true, RunConfig.Transport.LOOPBACK, RunConfig.Plan.COMBINED,
        1, 0, TopologyKind.FCG, 1);

    @Test
    void shouldEndTheThreadsThatStartNodes() {
        try (LoopbackNetwork network = new LoopbackNetwork(3);
             NodeCluster cluster = start(network)) {
            assertEquals(Set.of(), starters());
            assertEquals(3, cluster.nodes().size());
        }
    }

    @Test
    void shouldLeaveNoThreadWhenANodeDoesNotStart() {
        final Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (LoopbackNetwork network = new LoopbackNetwork(3)) {
            final RuntimeException e = assertThrows(RuntimeException.class, () -> start((nodeId, nodeCount) -> {
                if (nodeId == 1) {
                    throw new IllegalStateException("no card");
                }
                return network.open(nodeId, nodeCount);
            }));
            assertTrue(e.getMessage().contains("no card"), e.getMessage());
        }
        assertEquals(Set.of(), newSince(before));
    }

    @Test
    void shouldCloseWhatHasStartedWhenInterrupted() throws InterruptedException {
        final Set<Thread> before = Thread.getAllStackTraces().keySet();
        final CountDownLatch isStarting = new CountDownLatch(1);
        final boolean[] isInterruptedAfter = new boolean[1];
        final Throwable[] thrown = new Throwable[1];
        final Thread caller = new Thread(() -> {
            try (LoopbackNetwork network = new LoopbackNetwork(3)) {
                start((nodeId, nodeCount) -> {
                    if (nodeId == 1) {
                        isStarting.countDown();
                        try {
                            new CountDownLatch(1).await();          // until it is interrupted
                        } catch (final InterruptedException e) {
                            throw new IllegalStateException("woken", e);
                        }
                    }
                    return network.open(nodeId, nodeCount);
                }).close();
            } catch (final RuntimeException e) {
                thrown[0] = e;
                isInterruptedAfter[0] = Thread.currentThread().isInterrupted();
            }
        });
        caller.start();
        isStarting.await();
        caller.interrupt();
        caller.join();
        assertTrue(isInterruptedAfter[0], "the interrupt is lost");
        assertNotNull(thrown[0]);
        assertEquals(Set.of(), newSince(before));
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldLeaveNoThreadWhenTheNodesDoNotMeetAgain(final boolean isInterrupted) {
        final Set<Thread> before = Thread.getAllStackTraces().keySet();
        final RunPlan plan = new RunPlan(1, true, RunConfig.Transport.LOOPBACK, RunConfig.Plan.SHARED, 2, 0,
            TopologyKind.FCG, 1);
        try (LoopbackNetwork network = new LoopbackNetwork(1)) {
            final RuntimeException e = assertThrows(RuntimeException.class, () -> Node.start(
                NodeSettings.of(Settings.defaults(), plan, 1), NodeStarter.registryOf(NodeStarterTest.class),
                meetingOnce(isInterrupted), network, Duration.ofSeconds(10)));
            assertEquals("node 1 is gone", e.getMessage());
        }
        assertEquals(isInterrupted, Thread.interrupted());
        assertEquals(Set.of(), newSince(before));
    }

    /** Returns the bootstrap of a node alone whose second all-gather fails, when the node's threads run. */
    private static Bootstrap meetingOnce(final boolean isInterrupted) {
        final Bootstrap bootstrap = Bootstrap.inProcess(1).get(0);
        final AtomicInteger rounds = new AtomicInteger();
        return (Bootstrap) Proxy.newProxyInstance(NodeStarterTest.class.getClassLoader(),
            new Class<?>[] { Bootstrap.class }, (proxy, method, args) -> {
                if (method.getName().equals("allGather") && rounds.incrementAndGet() == 2) {
                    if (isInterrupted) {
                        Thread.currentThread().interrupt();
                    }
                    throw new IllegalStateException("node 1 is gone");
                }
                return method.invoke(bootstrap, args);
            });
    }

    /** As nodes that were joined by hand with other settings of Aeron. */
    @Test
    void shouldRefuseNodesWithOtherBuffers() {
        try (LoopbackNetwork network = new LoopbackNetwork(3)) {
            final RuntimeException e = assertThrows(RuntimeException.class, () -> start((nodeId, nodeCount) ->
                nodeId == 1 ? withPayload(8_880, network.open(nodeId, nodeCount)) : network.open(nodeId, nodeCount))
                .close());
            assertTrue(e.getMessage().startsWith("GMT-114 nodes ") && e.getMessage().contains("bufferLength=8880"),
                e.getMessage());
        }
    }

    /** An MTU of an ordinary Ethernet. */
    @Test
    void shouldShortenBlocksToFitTheTransport() {
        try (LoopbackNetwork network = new LoopbackNetwork(3);
             NodeCluster cluster = start((nodeId, nodeCount) -> withPayload(1_360, network.open(nodeId, nodeCount)))) {
            assertEquals(5_003L, cluster.<Long>call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 10_000);
                ctx.parFor(10_000, 100, (i, c) -> a.put(c, 9_999 - i, 1));
                final long[] ones = new long[5_000];
                a.get(ctx, 2_500, ones, 0, ones.length);
                return Arrays.stream(ones).sum() + ctx.callOnAll(c -> new long[1_000]).size();
            }));
        }
    }

    /** Memory, spinning and time limits of a node are for its share of the host, and of the cores that it may use. */
    @Test
    void shouldCountTheNodesOfAHostOverUdp() throws Exception {
        final String[] hosts = {"a", "b", "a", "a"};
        final String[] processors = {"0-3", "0-3", "4-7", "0-3"};
        final RunPlan plan = new RunPlan(4, false, RunConfig.Transport.UDP, RunConfig.Plan.COMBINED, 1, 0,
            TopologyKind.FCG, 1);
        final ExecutorService starters = Executors.newFixedThreadPool(4);
        try {
            final List<Future<Node>> starting = new ArrayList<>();
            for (final Bootstrap bootstrap : Bootstrap.inProcess(4)) {
                final int id = bootstrap.identity().nodeId();
                final Bootstrap placed = placed(hosts[id], processors[id], bootstrap);
                starting.add(starters.submit(() -> NodeStarter.start(Settings.defaults(), plan, "", placed)));
            }
            final List<Integer> onHost = new ArrayList<>();
            final List<Integer> onCores = new ArrayList<>();
            for (final Future<Node> node : starting) {
                try (Node started = node.get()) {
                    onHost.add(started.settings().host().nodesOnHost());
                    onCores.add(started.settings().host().nodesOnCores());
                }
            }
            assertEquals(List.of(3, 1, 3, 3), onHost);
            assertEquals(List.of(2, 1, 1, 2), onCores);
        } finally {
            starters.shutdownNow();
        }
    }

    private static Bootstrap placed(final String host, final String processors, final Bootstrap bootstrap) {
        return (Bootstrap) Proxy.newProxyInstance(NodeStarterTest.class.getClassLoader(),
            new Class<?>[] { Bootstrap.class }, (proxy, method, args) -> switch (method.getName()) {
                case "placeName" -> host;
                case "processors" -> processors;
                default -> method.invoke(bootstrap, args);
            });
    }

    private static Transport withPayload(final int length, final Transport transport) {
        return (Transport) Proxy.newProxyInstance(NodeStarterTest.class.getClassLoader(),
            new Class<?>[] { Transport.class }, (proxy, method, args) ->
                method.getName().equals("maxPayloadLength") ? length : method.invoke(transport, args));
    }

    private static NodeCluster start(final TransportFactory transports) {
        return NodeStarter.inProcess(Settings.defaults(), PLAN, transports, Duration.ZERO,
            NodeStarterTest.class);
    }

    private static Set<String> starters() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
            .filter(name -> name.startsWith("gmt-start-")).collect(Collectors.toSet());
    }

    private static Set<String> newSince(final Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> !before.contains(thread)
            && thread.isAlive()).map(Thread::getName).filter(name -> !name.startsWith("junit"))
            .collect(Collectors.toSet());
    }
}
