package org.gmt4j.engine.profile;

import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.server.ServerProbe;

/** Measures the buffers that a communication server sends. Owned by its thread. Per buffer: mostly a countdown. */
final class ServerProfile implements ServerProbe {
    private final NodeProfile node;
    private final Sampler requests;
    private final Sampler replies;

    ServerProfile(final NodeProfile node, final ProfileConfig config) {
        this.node = node;
        requests = new Sampler(config.blocks());
        replies = new Sampler(config.blocks());
    }

    @Override
    public void requestsSent(final int hop, final int length, final int blocks, final FlushReason reason) {
        if (requests.isDue()) {
            record("request", hop, length, blocks, reason.name());
        }
    }

    @Override
    public void repliesSent(final int hop, final int length) {
        if (replies.isDue()) {
            record("reply", hop, length, 0, "");
        }
    }

    private void record(final String trafficClass, final int hop, final int length, final int blocks,
                        final String reason) {
        final ProfileEvents.BufferSent event = new ProfileEvents.BufferSent();
        event.node = node.nodeId();
        event.destination = hop;
        event.trafficClass = trafficClass;
        event.length = length;
        event.blocks = blocks;
        event.reason = reason;
        event.commit();
    }
}
