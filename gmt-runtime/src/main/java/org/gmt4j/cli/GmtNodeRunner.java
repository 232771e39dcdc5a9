package org.gmt4j.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.NodeStarter;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.cli.result.NodeReport;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.runtime.bootstrap.Bootstrap;
import org.gmt4j.runtime.bootstrap.NodeFailure;
import org.gmt4j.runtime.bootstrap.RunConfig;
import org.gmt4j.runtime.bootstrap.RunPlan;
import org.gmt4j.runtime.hang.NodeWaits;
import org.gmt4j.runtime.node.Node;
import org.gmt4j.runtime.node.NodeSettings;

/** Starts the runtime for the command line. */
public final class GmtNodeRunner implements NodeRunner {
    @Override
    public ClusterHandle startNode(final Settings settings, final RunPlan plan, final String aeronDirectory, final Bootstrap bootstrap,
                                   final Class<?>[] registered) {
        final Node node = NodeStarter.start(settings, plan, aeronDirectory, bootstrap, registered);
        return handle(node);
    }

    @Override
    public ClusterHandle startInProcess(final Settings settings, final RunPlan plan, final String aeronDirectory, final Class<?>[] registered) {
        final boolean loopback = plan.transport() == RunConfig.Transport.LOOPBACK;
        final TransportFactory first = loopback ? null : NodeStarter.transports(settings, plan, aeronDirectory, false);
        final GmtCluster cluster = GmtCluster.startInProcess(NodeSettings.of(settings, plan, plan.nodes()),
            GmtCluster.registryOf(registered), first, settings.load(ConnectConfig.class), Duration.ZERO);
        final TransportFactory second = loopback ? new LoopbackNetwork(plan.nodes()) : NodeStarter.transports(settings, plan, aeronDirectory, true);
        cluster.nodes().forEach(node -> node.register(TransportFactory.class, second));
        return new Handle(cluster);
    }

    /** A node of this process as the command line sees it. */
    public static ClusterHandle handle(final Node node) {
        return new Handle(GmtCluster.of(List.of(node), () -> { }));
    }

    private record Handle(GmtCluster cluster) implements ClusterHandle {
        @Override
        public <C> C as(final Class<C> type) {
            return type.cast(cluster);
        }

        @Override
        public List<NodeReport> reports() {
            final String status = status();
            return cluster.nodes().stream()
                .map(node -> new NodeReport(node.nodeId(), bytes(status, "VmRSS:"), bytes(status, "VmHWM:"), node.arrayBytes(), node.bufferBytes(), node.counters(), node.tables()))
                .toList();
        }

        @Override
        public void fail(final NodeFailure failure) {
            cluster.nodes().forEach(node -> node.fail(new GmtFailure(failure.message())));
        }

        @Override
        public List<NodeWaits> waits() {
            return cluster.waits();
        }

        @Override
        public void end(final String why) {
            cluster.nodes().forEach(node -> node.fail(new GmtFailure(why)));
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    /** Another node is gone, or the time is up: what the waiting program gets. */
    private static final class GmtFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        GmtFailure(final String message) {
            super(message);
        }
    }

    /** What the system says of this process; empty where it says nothing. */
    private static String status() {
        try {
            return Files.readString(Path.of("/proc/self/status"));
        } catch (final IOException e) {
            return "";
        }
    }

    /** A figure of a status in bytes, 0 where it is missing. */
    private static long bytes(final String status, final String figure) {
        final int start = status.indexOf(figure);
        if (start < 0) {
            return 0;
        }
        long kilobytes = 0;
        for (int at = start + figure.length(); at < status.length() && status.charAt(at) != '\n'; at++) {
            final int digit = Character.digit(status.charAt(at), 10);
            kilobytes = digit < 0 ? kilobytes : kilobytes * 10 + digit;
        }
        return kilobytes * 1024;
    }
}
