package org.gmt4j.aggregation.server;

import org.gmt4j.aggregation.transport.Transport;

/**
 * Handles the transport's final answers: tells the node's {@link PeerTrouble}, each loss once, and decides whether
 * blocks for a node are to be answered in its stead. Owned by the communication server; grade: set-up.
 */
final class PeerFailures {
    private final Transport transport;
    private final boolean[] isUndeliverable;
    private PeerTrouble trouble;                 // null: failed blocks stay where they are
    private boolean isLost;

    PeerFailures(final Transport transport) {
        this.transport = transport;
        isUndeliverable = new boolean[transport.nodeCount()];
    }

    /** Before start. */
    void onTrouble(final PeerTrouble listener) {
        trouble = listener;
    }

    /**
     * A claim was refused, for now or for good.
     *
     * @return true: blocks for the hop are answered in its stead, so that commands fail and blocks and credits come
     *         back
     */
    boolean isUnreachable(final int hop, final int answer) {
        return (answer == Transport.FAILED || answer == Transport.CLOSED) && isGone(hop, answer);
    }

    private boolean isGone(final int hop, final int answer) {
        if (trouble == null || answer == Transport.CLOSED) {
            lost(answer);
            return false;
        }
        if (transport.wasConnected(hop)) {
            undeliverable(hop);
        }
        return trouble.unreachable(hop, reason(hop));
    }

    private void lost(final int answer) {
        if (answer == Transport.CLOSED && trouble != null && !isLost) {
            isLost = true;
            trouble.lost(transport.failure().orElse("the transport is closed"));
        }
    }

    /** Notes that the data sent, or to be sent, to a node are lost. */
    void undeliverable(final int node) {
        if (!isUndeliverable[node]) {
            isUndeliverable[node] = true;
            trouble.undeliverable(node, reason(node));
        }
    }

    private String reason(final int node) {
        return transport.failure(node).orElse("node " + node + " cannot be reached");
    }
}
