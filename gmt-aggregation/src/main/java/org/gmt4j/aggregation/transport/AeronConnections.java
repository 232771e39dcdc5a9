package org.gmt4j.aggregation.transport;

import io.aeron.Aeron;
import java.util.Arrays;

/**
 * The ways from a node to the others, one per node and class, opened on first use. One that takes the place of another
 * has a later generation, so that the other side tells their streams apart. Owned by the thread of the
 * {@link AeronTransport}; grade: set-up, but for {@link #to}.
 */
final class AeronConnections {
    private final Aeron client;
    private final AeronChannels channels;
    private final AeronConfig config;
    private final TransportCounters counters;
    private final int nodeId;
    private final int nodeCount;
    private final AeronConnection[][] connections;         // by class and node
    private final int[][] generations;                     // by class and node: of the next connection
    private AeronConnection[] inUse = new AeronConnection[0];
    private String[][] endpoints;                          // by node and class; null before connect

    AeronConnections(final Aeron client, final AeronChannels channels, final AeronConfig config,
            final TransportCounters counters, final int nodeId, final int nodeCount) {
        this.client = client;
        this.channels = channels;
        this.config = config;
        this.counters = counters;
        this.nodeId = nodeId;
        this.nodeCount = nodeCount;
        connections = new AeronConnection[TrafficClass.COUNT][nodeCount];
        generations = new int[TrafficClass.COUNT][nodeCount];
    }

    /** Where the nodes listen. Once. */
    void connect(final byte[][] addresses) {
        if (endpoints != null) {
            throw new IllegalStateException("connect was called before: it is called once");
        }
        endpoints = AeronAddress.endpoints(config, addresses, nodeCount);
    }

    /** The connection to a node in a class, or null. Per buffer. */
    AeronConnection to(final int node, final int cls) {
        return connections[cls][node];
    }

    /** All that are open. */
    AeronConnection[] inUse() {
        return inUse;
    }

    AeronConnection open(final int node, final TrafficClass cls) {
        if (endpoints == null) {
            throw new IllegalStateException("connect must be called before the first claim");
        }
        final AeronRoute route = new AeronRoute(nodeId, node, cls, endpoints[node][cls.ordinal()]);
        final AeronConnection connection = new AeronConnection(client, channels, config, counters, route,
                generations[cls.ordinal()][node]);
        connections[cls.ordinal()][node] = connection;
        inUse = Arrays.copyOf(inUse, inUse.length + 1);
        inUse[inUse.length - 1] = connection;
        return connection;
    }

    /** Opens missing connections to a node, and failed ones anew. */
    void openAll(final int node) {
        for (int cls = 0; cls < TrafficClass.COUNT; cls++) {
            if (connections[cls][node] != null && connections[cls][node].failure() != null) {
                release(node, cls);
            }
            if (connections[cls][node] == null) {
                open(node, TrafficClass.of(cls));
            }
        }
    }

    /** Whether the driver has made the publications of all classes to a node. */
    boolean areMade(final int node) {
        boolean areMade = true;
        for (final AeronConnection[] byNode : connections) {
            areMade &= byNode[node] != null && byNode[node].isMade();
        }
        return areMade;
    }

    /** Why nothing goes to a node in some class, or null. */
    String failure(final int node) {
        String reason = null;
        for (final AeronConnection[] byNode : connections) {
            reason = byNode[node] == null || byNode[node].failure() == null ? reason : byNode[node].failure();
        }
        return reason;
    }

    /** How far has been written. */
    long position(final int node, final int cls) {
        final AeronConnection connection = connections[cls][node];
        return connection == null ? 0 : connection.position();
    }

    /** Closes those to a node. */
    void releaseAll(final int node) {
        for (int cls = 0; cls < TrafficClass.COUNT; cls++) {
            if (connections[cls][node] != null) {
                release(node, cls);
            }
        }
    }

    private void release(final int node, final int cls) {
        final AeronConnection connection = connections[cls][node];
        generations[cls][node] = connection.generation() + 1;
        connections[cls][node] = null;
        inUse = Arrays.stream(inUse).filter(other -> other != connection).toArray(AeronConnection[]::new);
        connection.close();
    }
}
