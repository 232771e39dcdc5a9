package org.gmt4j.armci;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.cluster.NodeStarter;
import org.gmt4j.engine.memory.MemoryConfig;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.engine.memory.WindowFolder;
import org.gmt4j.engine.memory.WindowPlan;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.node.NodeSettings;
import org.gmt4j.engine.node.SettingRecords;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.engine.waiting.WaitConfig;
import org.gmt4j.engine.waiting.WaitMode;

/** Nodes of this JVM that share memory through files all the same, as processes of one host do. */
public final class WindowedCluster implements AutoCloseable {
    private static final long BUDGET = 64 << 20;
    /** Bytes of freed memory that a node keeps. */
    static final long MOST_KEPT = 1 << 20;

    public final GmtCluster cluster;
    final List<Bootstrap> bootstraps;
    private final LoopbackNetwork network;

    private WindowedCluster(final GmtCluster cluster, final List<Bootstrap> bootstraps, final LoopbackNetwork network) {
        this.cluster = cluster;
        this.bootstraps = bootstraps;
        this.network = network;
    }

    /** As many nodes as there are plans. */
    public static WindowedCluster start(final TestClusters.Plan threads, final List<WindowPlan> plans,
                                 final Class<?>... programs) throws Exception {
        return start(threads, plans, transport -> transport, programs);
    }

    /** The same with transports that tests can stall. */
    public static WindowedCluster start(final TestClusters.Plan threads, final List<WindowPlan> plans,
                                 final UnaryOperator<Transport> transports, final Class<?>... programs)
        throws Exception {
        return start(threads, plans, transports, Bootstrap.inProcess(plans.size()), programs);
    }

    /** Nodes that say that they run on hosts with these names; windows are left to the plans. */
    public static WindowedCluster startOnHosts(final TestClusters.Plan threads, final List<WindowPlan> plans,
                                               final List<String> hosts, final Class<?>... programs)
        throws Exception {
        final List<Bootstrap> bootstraps = new ArrayList<>(Bootstrap.inProcess(plans.size()));
        bootstraps.replaceAll(below -> new Elsewhere(below, hosts.get(below.identity().nodeId())));
        return start(threads, plans, transport -> transport, bootstraps, programs);
    }

    private static WindowedCluster start(final TestClusters.Plan threads, final List<WindowPlan> plans,
                                         final UnaryOperator<Transport> transports, final List<Bootstrap> bootstraps,
                                         final Class<?>... programs) throws Exception {
        final int count = plans.size();
        final RunPlan plan = threads.of(count);
        final WaitConfig ofProcess = SettingRecords.ofProcess().build().load(WaitConfig.class);
        final NodeSettings settings = new NodeSettings(plan, AggregationConfig.DEFAULT, TaskConfig.DEFAULT,
            MemoryConfig.of(BUDGET), TestClusters.sleeps(plan) ? ofProcess.withMode(WaitMode.BLOCK) : ofProcess,
            count, TopologyConfig.DEFAULT, ProtocolConfig.DEFAULT);
        final LoopbackNetwork network = new LoopbackNetwork(count);
        final List<CompletableFuture<Node>> starting = new ArrayList<>();
        for (int id = 0; id < count; id++) {
            final Bootstrap bootstrap = bootstraps.get(id);
            final NodeSettings own = settings.withWindows(plans.get(id));
            starting.add(CompletableFuture.supplyAsync(() -> Node.start(own, NodeStarter.registryOf(programs),
                bootstrap, (node, nodes) -> transports.apply(network.open(node, nodes)), Duration.ofSeconds(60)),
                command -> new Thread(command).start()));
        }
        final List<Node> nodes = new ArrayList<>();
        for (final CompletableFuture<Node> node : starting) {
            nodes.add(node.get(60, TimeUnit.SECONDS));
        }
        return new WindowedCluster(NodeCluster.of(nodes), bootstraps, network);
    }

    /** Two nodes; tasks of node 0 find its transport, which they can stall, as a service. */
    static WindowedCluster startStallable(final TestClusters.Plan threads, final Path folder,
                                          final Class<?>... programs) throws Exception {
        final List<FaultyTransport> ofNode0 = Collections.synchronizedList(new ArrayList<>());
        final WindowedCluster nodes = start(threads, Collections.nCopies(2, plan(folder, 2, 0)), transport -> {
            final FaultyTransport faulty = FaultyTransport.over(transport);
            if (transport.nodeId() == 0) {
                ofNode0.add(faulty);
            }
            return faulty;
        }, programs);
        NodeCluster.of(nodes.cluster).nodes().get(0).register(FaultyTransport.class, ofNode0.get(0));
        return nodes;
    }

    public static WindowPlan plan(final Path folder, final int nodes, final long from) {
        return new WindowPlan(new WindowFolder(folder, nodes, () -> 1L << 30), from, 1L << 30, MOST_KEPT);
    }

    /** A counter, of all nodes together. */
    public long count(final String name) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.counters().getOrDefault(name, 0L)).sum();
    }

    @Override
    public void close() {
        cluster.close();
        bootstraps.forEach(Bootstrap::close);
        network.close();
    }
}
