package org.gmt4j.aggregation.transport;

import java.util.Map;

/** The fate of the connections of a node. Any thread; values may be a little old. */
public interface ConnectionReport {
    /** Of transports that make no connections. */
    ConnectionReport NONE = Map::of;
    /** This node asked for it. */
    long ASKED = 1;
    /** The other node asked for it. */
    long ANSWERED = 2;

    /**
     * Counters by name: open now; made, and of these asked (for by this node, a client) and answered (asked for by the
     * other, a server); closed, failed, abandoned (asked for by a peer and not confirmed); retransmissions; stale
     * (frames of older tries) and rejected (frames of strangers); first.ns, the sum over the connections that this node
     * asked for of the time from the claim that wanted it until it could be used; bytes, of the open connections' own
     * streams.
     */
    Map<String, Long> counters();

    /**
     * Who the connections of this node have been with, by node: {@link #ASKED} where this node asked for the first one,
     * {@link #ANSWERED} where the other did, 0 where there was none. A connection serves both directions. Empty of
     * transports that make no connections.
     */
    default long[] peers() {
        return new long[0];
    }
}
