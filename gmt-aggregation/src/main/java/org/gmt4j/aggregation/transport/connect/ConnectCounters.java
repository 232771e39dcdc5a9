package org.gmt4j.aggregation.transport.connect;

import java.util.LinkedHashMap;
import java.util.Map;
import org.gmt4j.aggregation.transport.ConnectionReport;

/**
 * Counters of the connections of one node. Written by the thread of the transport with plain stores; others may read
 * values that are a little old.
 */
final class ConnectCounters implements ConnectionReport {
    long open;
    long opened;
    /** Of those opened, the ones that this node has asked for. */
    long asked;
    long closed;
    long failed;
    /** Requests that were answered and then not confirmed. */
    long abandoned;
    long retransmissions;
    long duplicates;
    /** Authentic frames of an older try. */
    long stale;
    /** Frames of strangers: wrong signature, wrong nodes, wrong form. */
    long rejected;
    long longestOpeningNs;
    long totalOpeningNs;
    long bytesPerConnection;
    /** Buffers with a wrong seal. */
    long forged;
    private final long[] peers;

    ConnectCounters(final int nodeCount) {
        peers = new long[nodeCount];
    }

    /** @param tookNs from the first claim that wanted it, 0 when the peer asked */
    void opened(final int peer, final boolean isAsker, final long tookNs) {
        if (peers[peer] == 0) {
            peers[peer] = isAsker ? ASKED : ANSWERED;
        }
        open++;
        opened++;
        asked += isAsker ? 1 : 0;
        totalOpeningNs += tookNs;
        longestOpeningNs = Math.max(longestOpeningNs, tookNs);
    }

    @Override
    public Map<String, Long> counters() {
        final Map<String, Long> map = new LinkedHashMap<>();
        map.put("open", open);
        map.put("made", opened);
        map.put("asked", asked);
        map.put("answered", opened - asked);
        map.put("closed", closed);
        map.put("failed", failed);
        map.put("abandoned", abandoned);
        map.put("retransmissions", retransmissions);
        map.put("stale", stale);
        map.put("rejected", rejected);
        map.put("forged", forged);
        map.put("first.ns", totalOpeningNs);
        map.put("bytes", open * bytesPerConnection);
        return map;
    }

    @Override
    public long[] peers() {
        return peers.clone();
    }
}
