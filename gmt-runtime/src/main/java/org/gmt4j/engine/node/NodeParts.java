package org.gmt4j.engine.node;

import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.profile.NodeProfile;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.waiting.NodeWaiting;

/** What the threads of a node are built from, whatever the plan; {@code profile} is null where nobody profiles. */
record NodeParts(AggregationConfig aggregation, TaskConfig taskConfig, long job, Transport transport,
                 SegmentTable segments, TaskRuntime tasks, NodeWaiting waiting,
                 java.util.function.Consumer<Throwable> onFailure, Routes routes,
                 TopologyConfig edges, NodeProfile profile) {
    int nodeId() {
        return transport.nodeId();
    }

    int nodeCount() {
        return transport.nodeCount();
    }

    /** Room for the replies of a lane, gathered by what they go to first. */
    ReplyBuffers replyBuffers(final java.util.function.Consumer<NetworkBuffer> sealed) {
        return routes.isForwarding() && edges.replies() == TopologyConfig.Replies.ROUTED
            ? new ReplyBuffers(aggregation, routes, sealed)
            : new ReplyBuffers(aggregation, nodeCount(), sealed);
    }

    /** A gap in a neighbour's sequence: commands are lost for good, so the job cannot go on. */
    void lostBuffers(final int source, final long expected, final long found) {
        onFailure.accept(new IllegalStateException("GMT-224 node " + nodeId() + " expected buffer " + expected
            + " of node " + source + " and got " + found + ": the transport has lost or repeated data"));
    }
}
