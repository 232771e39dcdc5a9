package org.gmt4j.aggregation.transport;

/**
 * Names channels, streams and sessions. Immutable; grade: set-up.
 *
 * <pre>
 *   stream  = base + class                    (UDP: an endpoint per node and class)
 *           = base + node * 2 + class         (IPC: one medium for all nodes)
 *   session = (source node &lt;&lt; 8 | generation) ^ salt
 * </pre>
 *
 * <p>The generation grows when a connection is rebuilt; so a receiver knows where an image comes from, and which is
 * older.
 */
class AeronChannels {
    static final int GENERATION_BITS = 8;
    static final int GENERATION_MASK = (1 << GENERATION_BITS) - 1;

    private final AeronConfig config;
    private final int nodeCount;

    AeronChannels(final AeronConfig config, final int nodeCount) {
        this.config = config;
        this.nodeCount = nodeCount;
    }

    int streamId(final int destination, final TrafficClass cls) {
        final int node = config.medium() == AeronConfig.Medium.IPC ? destination : 0;
        return config.streams().base() + node * TrafficClass.COUNT + cls.ordinal();
    }

    String subscription(final String endpoint) {
        return config.medium() == AeronConfig.Medium.IPC
                ? "aeron:ipc"
                : "aeron:udp?endpoint=" + endpoint + "|rejoin=false";
    }

    String publication(final String endpoint, final int source, final int generation) {
        final String medium = config.medium() == AeronConfig.Medium.IPC
                ? "aeron:ipc?" : "aeron:udp?endpoint=" + endpoint + "|interface=" + anyAddressLike(endpoint) + "|";
        return medium + "term-length=" + config.termLengthFor(nodeCount) + "|mtu=" + config.mtuLengthFor(nodeCount)
                + "|session-id=" + sessionId(source, generation) + "|sparse=true";
    }

    /**
     * The address to send from, of the endpoint's family. Without it the driver takes the family that its JVM prefers
     * (java.net.preferIPv6Addresses), and the socket refuses it.
     */
    private static String anyAddressLike(final String endpoint) {
        return AeronAddress.isIpv6(endpoint) ? "[::]" : "0.0.0.0";
    }

    int sessionId(final int source, final int generation) {
        return (source << GENERATION_BITS | generation & GENERATION_MASK) ^ config.streams().salt();
    }

    /** The source node of a session, or -1 when no node of this job has it. */
    int source(final int sessionId) {
        final int source = (sessionId ^ config.streams().salt()) >>> GENERATION_BITS;
        return source < nodeCount ? source : -1;
    }

    int generation(final int sessionId) {
        return (sessionId ^ config.streams().salt()) & GENERATION_MASK;
    }
}
