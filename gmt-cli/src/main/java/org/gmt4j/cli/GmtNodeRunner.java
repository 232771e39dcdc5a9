package org.gmt4j.cli;

import java.time.Duration;
import java.util.List;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.NodeFailure;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.cluster.NodeStarter;
import org.gmt4j.engine.hang.NodeWaits;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.publish.NodeReport;

/** Starts the runtime for the command line. */
public final class GmtNodeRunner implements NodeRunner {
    @Override
    public ClusterHandle startNode(final Settings settings, final RunPlan plan, final String aeronDirectory,
                                   final Bootstrap bootstrap, final Class<?>[] registered) {
        final Node node = NodeStarter.start(settings, plan, aeronDirectory, bootstrap, registered);
        return new Handle(NodeCluster.of(List.of(node)));
    }

    @Override
    public ClusterHandle startInProcess(final Settings settings, final RunPlan plan, final String aeronDirectory,
                                        final Class<?>[] registered) {
        final boolean loopback = plan.transport() == RunConfig.Transport.LOOPBACK;
        final TransportFactory first = loopback ? null : NodeStarter.transports(settings, plan, aeronDirectory, false);
        final NodeCluster cluster = NodeStarter.inProcess(settings, plan, first, Duration.ZERO, registered);
        final TransportFactory second = loopback ? new LoopbackNetwork(plan.nodes())
            : NodeStarter.transports(settings, plan, aeronDirectory, true);
        cluster.nodes().forEach(node -> node.register(TransportFactory.class, second));
        return new Handle(cluster);
    }

    private record Handle(NodeCluster cluster) implements ClusterHandle {
        @Override
        public <C> C as(final Class<C> type) {
            return type.cast(cluster);
        }

        @Override
        public List<NodeReport> reports() {
            return NodeReport.of(cluster.nodes());
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

    /** Another node is gone, or the time is up: the exception for the waiting program. */
    private static final class GmtFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        GmtFailure(final String message) {
            super(message);
        }
    }
}
