package org.gmt4j.bench.simulate.connections;

/**
 * Processes on nodes: consecutive ranks share a node. Immutable; any thread.
 *
 * <p>Cost: four bytes for each process and each node.
 */
final class Placement {
    private final int[] nodeOfProcess;
    private final int[] firstOfNode;

    /** @param firstOfNode the lowest rank of each node, and the number of processes at the end */
    private Placement(final int[] firstOfNode) {
        this.firstOfNode = firstOfNode;
        this.nodeOfProcess = new int[firstOfNode[firstOfNode.length - 1]];
        for (int node = 0; node < nodes(); node++) {
            for (int process = firstOfNode[node]; process < firstOfNode[node + 1]; process++) {
                nodeOfProcess[process] = node;
            }
        }
    }

    /** As few nodes as possible: all are full, but the last one may have fewer processes. */
    static Placement filled(final int processes, final int perNode) {
        final int[] first = new int[(processes + perNode - 1) / perNode + 1];
        for (int node = 0; node < first.length; node++) {
            first[node] = Math.min(processes, node * perNode);
        }
        return new Placement(first);
    }

    /** The same number on each node, but the first nodes may have one process more. */
    static Placement spread(final int processes, final int nodes) {
        final int[] first = new int[nodes + 1];
        for (int node = 0; node < first.length; node++) {
            first[node] = node * (processes / nodes) + Math.min(node, processes % nodes);
        }
        return new Placement(first);
    }

    int processes() {
        return nodeOfProcess.length;
    }

    int nodes() {
        return firstOfNode.length - 1;
    }

    int nodeOf(final int process) {
        return nodeOfProcess[process];
    }

    /** The process of the lowest rank, whose data server works for all other nodes. */
    int masterOf(final int node) {
        return firstOfNode[node];
    }

    int processesOf(final int node) {
        return firstOfNode[node + 1] - firstOfNode[node];
    }

    /** Connections between each process and the server of each other node: all that there can be. */
    long mostConnections() {
        return (long) processes() * (nodes() - 1);
    }
}
