package org.gmt4j.aggregation.transport.connect;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The connections of a node by the other node, made when first needed, and those among them that wait for something.
 * Owned by the thread of the transport; grade: set-up, but for {@link #find}.
 */
final class ConnectionTable {
    private final IntFunction<Connection> maker;
    private final Connection[] connections;            // by node
    private Connection[] known = new Connection[0];
    private Connection[] active;
    private int activeCount;
    private final boolean[] isActive;

    ConnectionTable(final int nodeCount, final IntFunction<Connection> maker) {
        this.maker = maker;
        connections = new Connection[nodeCount];
        active = new Connection[Math.min(nodeCount, 16)];
        isActive = new boolean[nodeCount];
    }

    /** The connection to a node, or null. Per buffer. */
    Connection find(final int node) {
        return connections[node];
    }

    /** The connection to a node; makes it, closed. */
    Connection to(final int node) {
        if (connections[node] == null) {
            connections[node] = maker.apply(node);
            known = Arrays.copyOf(known, known.length + 1);
            known[known.length - 1] = connections[node];
        }
        return connections[node];
    }

    /** All that have been made. */
    Connection[] known() {
        return known;
    }

    /** It waits for something. @return false when that was known */
    boolean activate(final Connection connection) {
        final int node = connection.peer();
        if (isActive[node]) {
            return false;
        }
        isActive[node] = true;
        if (activeCount == active.length) {
            active = Arrays.copyOf(active, activeCount * 2);
        }
        active[activeCount++] = connection;
        return true;
    }

    int activeCount() {
        return activeCount;
    }

    Connection active(final int index) {
        return active[index];
    }

    /** It waits for nothing any more; the last one takes its place. */
    void deactivate(final int index) {
        isActive[active[index].peer()] = false;
        active[index] = active[--activeCount];
        active[activeCount] = null;
    }

    /** True while some other side may not know that a connection is open. */
    boolean isAnyUnconfirmed() {
        for (int i = 0; i < activeCount; i++) {
            if (active[i].isReady() && !active[i].isQuiet()) {
                return true;
            }
        }
        return false;
    }
}
