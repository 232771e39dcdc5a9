package org.gmt4j.aggregation.transport.connect;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs the frames that a node sends, and tells those of the job's nodes from those of strangers, which are counted and
 * logged once per source. Owned by the thread of the transport; grade: set-up.
 */
final class SignedFrames {
    private static final Logger LOG = LoggerFactory.getLogger(SignedFrames.class);
    private static final int LOGGED_SOURCES = 64;

    private final int nodeId;
    private final int nodeCount;
    private final ControlChannel control;
    private final ConnectKey.Codec codec;
    private final ConnectCounters counters;
    private final byte[] frameOut = new byte[ControlFrame.LENGTH];
    private final Set<String> strangers = new HashSet<>();
    private byte[][] addresses;                        // by node; null before connect

    SignedFrames(final int nodeId, final int nodeCount, final ControlChannel control, final ConnectKey.Codec codec,
                 final ConnectCounters counters) {
        this.nodeId = nodeId;
        this.nodeCount = nodeCount;
        this.control = control;
        this.codec = codec;
        this.counters = counters;
    }

    /** The addresses of the nodes, which all signatures are over. */
    void connect(final byte[][] all) {
        addresses = all.clone();
    }

    boolean isConnected() {
        return addresses != null;
    }

    /** Sends a frame of this node. */
    void send(final int node, final ControlFrame frame, final long nowNs) {
        frame.encode(frameOut);
        codec.sign(frameOut, ControlFrame.SIGNED_LENGTH, context(nodeId, node));
        control.send(node, frameOut, ControlFrame.LENGTH, nowNs);
    }

    /** Reads an incoming frame. @return false: a stranger's, and not to be looked at */
    boolean read(final byte[] bytes, final int length, final Object from, final ControlFrame frame) {
        if (!frame.decode(bytes, length) || frame.destination != nodeId || frame.source == nodeId
            || frame.source < 0 || frame.source >= nodeCount
            || !codec.isSigned(bytes, ControlFrame.SIGNED_LENGTH, context(frame.source, nodeId))) {
            reject(from);
            return false;
        }
        return true;
    }

    private void reject(final Object from) {
        counters.rejected++;
        if (strangers.size() < LOGGED_SOURCES && strangers.add(String.valueOf(from))) {
            LOG.warn("GMT-512 node {} dropped a frame from {}: it is not signed with the key of this job",
                nodeId, from);
        }
    }

    /** The bytes that bind a signature to two nodes of this job, in their order. */
    byte[] context(final int source, final int destination) {
        final byte[] from = addresses[source];
        final byte[] to = addresses[destination];
        return ByteBuffer.allocate(Integer.BYTES + from.length + to.length).putInt(from.length).put(from)
            .put(to).array();
    }
}
