package org.gmt4j.bench.simulate.connections;

/**
 * Which process has connected to which node's data server: a bit for each pair. A process reaches its own node through
 * shared memory, which connects nothing. Owned by one thread.
 *
 * <p>Memory: nodes / 8 bytes for each process, 3 MB for 12,288 processes on 2,048 nodes.
 */
final class ConnectionTable {
    private final Placement placement;
    private final int nodes;
    private final int words;
    private final long[] bits;
    private final int[] serversOfClient;
    private int fullClients;

    ConnectionTable(final Placement placement) {
        this.placement = placement;
        this.nodes = placement.nodes();
        this.words = (nodes + Long.SIZE - 1) / Long.SIZE;
        this.bits = new long[Math.multiplyExact(words, placement.processes())];
        this.serversOfClient = new int[placement.processes()];
    }

    Placement placement() {
        return placement;
    }

    /** An operation of a process on memory of a node. Only the first one on another node makes a connection. */
    void touch(final int client, final int node) {
        if (node == placement.nodeOf(client)) {
            return;
        }
        final int word = client * words + (node >>> 6);
        final long bit = 1L << node;
        if ((bits[word] & bit) == 0) {
            bits[word] |= bit;
            fullClients += ++serversOfClient[client] == nodes - 1 ? 1 : 0;
        }
    }

    /** An operation of a process on memory of another process. */
    void touchProcess(final int client, final int owner) {
        touch(client, placement.nodeOf(owner));
    }

    /** An operation on memory of each of some processes whose ranks follow each other. */
    void touchProcesses(final int client, final int first, final int last) {
        final int lastNode = placement.nodeOf(last);
        for (int node = placement.nodeOf(first); node <= lastNode; node++) {
            touch(client, node);
        }
    }

    boolean isConnected(final int client, final int node) {
        return (bits[client * words + (node >>> 6)] & 1L << node) != 0;
    }

    /** Has the process connected to all other nodes, so that nothing it does adds a connection? */
    boolean isFull(final int client) {
        return serversOfClient[client] == nodes - 1;
    }

    boolean isFull() {
        return fullClients == placement.processes();
    }

    /** @return servers that each process is connected to; the caller's own copy */
    int[] serversOfClients() {
        return serversOfClient.clone();
    }

    /** @return processes that each node's server is connected to, counted from the bits */
    int[] clientsOfServers() {
        final int[] clients = new int[nodes];
        for (int word = 0; word < bits.length; word++) {
            final int firstNode = word % words << 6;
            for (long rest = bits[word]; rest != 0; rest &= rest - 1) {
                clients[firstNode + Long.numberOfTrailingZeros(rest)]++;
            }
        }
        return clients;
    }
}
