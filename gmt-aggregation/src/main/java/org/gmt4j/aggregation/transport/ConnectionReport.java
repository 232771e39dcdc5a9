package org.gmt4j.aggregation.transport;

import java.util.Map;

/** What became of the connections of a node. Any thread; values may be a little old. */
public interface ConnectionReport {
    /** Of transports that make no connections. */
    ConnectionReport NONE = Map::of;

    /** @return counters by name: open, opened, closed, failed, retransmissions, rejected, first.ns (longest time to first use), bytes */
    Map<String, Long> counters();
}
