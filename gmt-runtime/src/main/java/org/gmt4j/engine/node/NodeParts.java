package org.gmt4j.engine.node;

import java.util.function.Consumer;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.queue.NetworkBuffer;
import org.gmt4j.aggregation.queue.ReplyBuffers;
import org.gmt4j.aggregation.topology.Routes;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.engine.mail.HostMail;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.profile.NodeProfile;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.waiting.NodeWaiting;

/** The parts that the threads of a node share in both plans; {@code profile} is null without a profile. */
record NodeParts(AggregationConfig aggregation, Network network, SegmentTable segments, TaskRuntime tasks,
                 HostMail mail, NodeWaiting waiting, Consumer<Throwable> onFailure, NodeProfile profile) {
    /**
     * The connection to other nodes.
     *
     * @param job   id of the job, carried by its buffers
     * @param edges configuration of the buffers of an edge
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

    /** Returns buffers for the replies of a lane, gathered by next hop. */
    ReplyBuffers replyBuffers(final Consumer<NetworkBuffer> sealed) {
        return network.routes.isForwarding() && network.edges.replies() == TopologyConfig.Replies.ROUTED
            ? new ReplyBuffers(aggregation, network.routes, sealed)
            : new ReplyBuffers(aggregation, nodeCount(), sealed);
    }

    /** Handles a gap in a neighbour's sequence. Commands have been lost, so the job cannot continue. */
    void lostBuffers(final int source, final long expected, final long found) {
        onFailure.accept(new IllegalStateException("GMT-224 node " + nodeId() + " expected buffer " + expected
            + " of node " + source + " and got " + found + ": the transport has lost or repeated data"));
    }
}
