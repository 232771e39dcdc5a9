package org.gmt4j;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.SettingCatalog;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.runtime.armci.SharedConfig;
import org.gmt4j.runtime.bootstrap.BootstrapConfig;
import org.gmt4j.runtime.bootstrap.RunConfig;
import org.gmt4j.runtime.bootstrap.RunPlan;
import org.gmt4j.runtime.bootstrap.SeedAddress;
import org.gmt4j.runtime.bootstrap.SeedBootstrap;
import org.gmt4j.runtime.bootstrap.SeedServer;
import org.gmt4j.runtime.memory.MemoryConfig;
import org.gmt4j.runtime.node.Node;
import org.gmt4j.runtime.node.TransportConfig;
import org.gmt4j.runtime.task.TaskConfig;
import org.gmt4j.runtime.armci.ProtocolConfig;
import org.gmt4j.runtime.waiting.WaitConfig;

/**
 * One process's part in a job that was described by {@code GMT_NODE_ID}, {@code GMT_NODES} and {@code GMT_SEED}. Node 0 hosts
 * the seed. The nodes end together: node 0 when its program closes the cluster, the others when it does.
 */
final class JoinedJob implements NodeOwner {
    private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofDays(365);
    private static final Duration OTHERS_LEAVE_WITHIN = Duration.ofSeconds(10);

    private final SeedServer server;
    private final SeedBootstrap bootstrap;
    private final Node node;
    private final AutoCloseable watch;
    private boolean isEnded;

    private JoinedJob(final SeedServer server, final SeedBootstrap bootstrap, final Node node, final AutoCloseable watch) {
        this.watch = watch;
        this.server = server;
        this.bootstrap = bootstrap;
        this.node = node;
    }

    static Optional<SeedAddress> described() {
        return SeedAddress.of(Environment.ofProcess());
    }

    static JoinedJob join(final SeedAddress seed, final Class<?>... programs) {
        final Settings settings = Settings.builder(SettingCatalog.of(RunConfig.class, BootstrapConfig.class, AggregationConfig.class,
            TopologyConfig.class, TaskConfig.class, MemoryConfig.class, ProtocolConfig.class, SharedConfig.class, TransportConfig.class,
            ConnectConfig.class, WaitConfig.class))
            .environment(Environment.ofProcess()).build()
            .with("gmt.nodes", String.valueOf(seed.nodeCount()));
        final RunPlan plan = RunPlan.of(settings.load(RunConfig.class), Runtime.getRuntime().availableProcessors(), true);
        final BootstrapConfig config = settings.load(BootstrapConfig.class);
        final SeedServer server = seed.nodeId() == 0
            ? SeedServer.start(new InetSocketAddress(seed.host(), seed.port()), seed.nodeCount(), seed.key(), config) : null;
        SeedBootstrap bootstrap = null;
        Node node = null;
        try {
            bootstrap = seed.join(config);
            node = NodeStarter.start(settings, plan, "", bootstrap, programs);
            return new JoinedJob(server, bootstrap, node, JobWatcher.all(node, plan, settings, bootstrap));
        } catch (final RuntimeException | Error e) {
            if (node != null) {
                node.close();
            }
            if (bootstrap != null) {
                bootstrap.close();
            }
            if (server != null) {
                server.close();
            }
            throw e;
        }
    }

    Node node() {
        return node;
    }

    /** On node 0: tells the others that the program has ended. On others: waits for that. */
    synchronized void awaitEnd() {
        if (!isEnded) {
            isEnded = true;
            if (node.failure() != null) {
                throw node.failure();
            }
            bootstrap.allGather(new byte[0], AS_LONG_AS_IT_TAKES);
        }
    }

    @Override
    public void close() {
        try {
            awaitEnd();
            bootstrap.leave();
        } finally {
            closeWatch();
            node.close();
            bootstrap.close();
            if (server != null) {
                closeServer();
            }
        }
    }

    private void closeWatch() {
        try {
            watch.close();
        } catch (final Exception e) {
            throw new IllegalStateException("closing who watches the job", e);      // they promise not to
        }
    }

    private void closeServer() {
        try {
            server.awaitAllGone(OTHERS_LEAVE_WITHIN);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.close();
    }
}
