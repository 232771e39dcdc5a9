package org.gmt4j.engine.node;

import java.util.function.Consumer;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.profile.NodeProfile;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.waiting.NodeWaiting;

/** The parts that the threads of a node share, whatever the plan; {@code profile} is null where nobody profiles. */
record NodeParts(AggregationConfig aggregation, Network network, SegmentTable segments, TaskRuntime tasks,
                 NodeWaiting waiting, Consumer<Throwable> onFailure, NodeProfile profile) {
    /**
     * The way to other nodes.
     *
     * @param job   number that buffers of this job carry
     * @param edges buffers of an edge
     */
    record Network(long job, Transport transport, Routes routes, TopologyConfig edges) {
    }

    Transport transport() {
        return network.transport;
    }

    int nodeId() {
        return network.transport.nodeId();
    }

    int nodeCount() {
        return network.transport.nodeCount();
    }

    /** Room for the replies of a lane, gathered by what they go to first. */
    ReplyBuffers replyBuffers(final Consumer<NetworkBuffer> sealed) {
        return network.routes.isForwarding() && network.edges.replies() == TopologyConfig.Replies.ROUTED
            ? new ReplyBuffers(aggregation, network.routes, sealed)
            : new ReplyBuffers(aggregation, nodeCount(), sealed);
    }

    /** A gap in a neighbour's sequence: commands are lost for good, so the job cannot go on. */
    void lostBuffers(final int source, final long expected, final long found) {
        onFailure.accept(new IllegalStateException("GMT-224 node " + nodeId() + " expected buffer " + expected
            + " of node " + source + " and got " + found + ": the transport has lost or repeated data"));
    }
}
