package org.gmt4j.aggregation.topology;

import java.util.Arrays;

/**
 * A topology seen from one node: its edges, numbered 0, 1, .. by rising neighbour, and the edge that leads towards each
 * target. Immutable; any thread; per block.
 *
 * <p>Memory: the neighbours, and a table of next hops for jobs of up to {@value #TABLE_LIMIT} nodes; beyond that they
 * are computed.
 */
public final class Routes {
    /** Up to so many nodes the next hops are looked up: 4 KB at most. */
    static final int TABLE_LIMIT = 1024;

    private final VirtualTopology topology;
    private final int nodeId;
    private final int[] neighbours;
    private final int[] nextHops;

    private Routes(final VirtualTopology topology, final int nodeId) {
        this.topology = topology;
        this.nodeId = topology.check(nodeId);
        neighbours = topology.neighbours(nodeId);
        if (topology.kind() == TopologyKind.FCG || topology.nodeCount() > TABLE_LIMIT) {
            nextHops = null;
        } else {
            nextHops = new int[topology.nodeCount()];
            Arrays.setAll(nextHops, target -> topology.nextHop(nodeId, target));
        }
    }

    /** The routes from one node. */
    public static Routes of(final VirtualTopology topology, final int nodeId) {
        return new Routes(topology, nodeId);
    }

    /** The routes from one node where each is a neighbour of all others. */
    public static Routes direct(final int nodeId, final int nodeCount) {
        return of(VirtualTopology.of(TopologyKind.FCG, nodeCount), nodeId);
    }

    public VirtualTopology topology() {
        return topology;
    }

    public int nodeId() {
        return nodeId;
    }

    /** False where everybody is a neighbour: then nothing is ever forwarded. */
    public boolean isForwarding() {
        return topology.kind() != TopologyKind.FCG;
    }

    /** The neighbour that leads to {@code target}; for the own node, that node. */
    public int nextHop(final int target) {
        return nextHops == null ? topology.nextHop(nodeId, target) : nextHops[target];
    }

    /** Number of edges of this node, each way. */
    public int edgeCount() {
        return neighbours.length;
    }

    /** The neighbour at the other end of an edge. */
    public int neighbour(final int edge) {
        return neighbours[edge];
    }

    /** The edge to a neighbour; negative when {@code node} is none. Cost: the logarithm of the neighbours. */
    public int edgeTo(final int node) {
        return Arrays.binarySearch(neighbours, node);
    }
}
