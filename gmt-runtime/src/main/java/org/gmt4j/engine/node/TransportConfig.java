package org.gmt4j.engine.node;

import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.transport.AeronConfig;

/**
 * The settings of Aeron that users may change.
 *
 * @param termLength bytes, 0 for automatic
 * @param mtuLength  bytes of the largest frame
 * @param interfaceAddress address of this host on the network of the other nodes, for UDP; empty for the one that
 *                         reaches the seed
 */
public record TransportConfig(
    @Setting(key = "gmt.aeron.term.length", unit = "bytes", defaultValue = "0", min = 0,
        meaning = "Length of a term buffer, a power of two from 64k; 0 chooses by the number of nodes.") int termLength,
    @Setting(key = "gmt.aeron.mtu", unit = "bytes", defaultValue = "65504", min = 1024, max = 65504,
        meaning = "Largest frame; over a real network what it carries, 8928 for jumbo frames. "
            + "Network buffers and blocks are shortened to fit it. The same on all nodes.")
    int mtuLength,
    @Setting(key = "gmt.interface", defaultValue = "",
        meaning = "UDP: address of this host that the other nodes reach; empty takes the one that reaches the seed.")
    String interfaceAddress) {

    /** Returns these settings on top of the defaults of a medium. */
    public AeronConfig over(final AeronConfig base) {
        return base.withTermLength(termLength).withMtuLength(mtuLength);
    }
}
