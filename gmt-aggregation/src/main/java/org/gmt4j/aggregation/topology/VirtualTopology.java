package org.gmt4j.aggregation.topology;

import java.util.Arrays;

/**
 * Defines the neighbours among the nodes of a job, which keep request buffers for each other, and the ways of requests
 * to other nodes. Immutable; any thread; grade: set-up, except {@link #nextHop} which is per block. Nothing here is
 * proportional to the number of nodes unless said.
 *
 * <p>Two nodes are neighbours when they differ in exactly one coordinate of the {@link Shape}. Any number of nodes fits
 * any shape with enough places: nodes fill it in the order of their numbers, and the last plane, row or line may be
 * partial.
 */
public abstract sealed class VirtualTopology permits FullyConnectedGraph, HammingGraph {
    private final TopologyKind kind;
    private final Shape shape;
    private final RoutingRule rule;
    private final int nodeCount;

    VirtualTopology(final TopologyKind kind, final Shape shape, final RoutingRule rule, final int nodeCount) {
        this.kind = kind;
        this.shape = shape;
        this.rule = rule;
        this.nodeCount = nodeCount;
    }

    /** A topology of the default shape with the default rule. */
    public static VirtualTopology of(final TopologyKind kind, final int nodeCount) {
        return of(kind, nodeCount, kind.defaultShape(nodeCount), RoutingRule.LDF);
    }

    /**
     * A topology.
     *
     * @param shape with a place for every node; more places are harmless
     * @throws TopologyException when kind, shape and number of nodes do not fit together
     */
    public static VirtualTopology of(final TopologyKind kind, final int nodeCount, final Shape shape,
                                     final RoutingRule rule) {
        if (nodeCount < 1 || nodeCount > Shape.MAX_CAPACITY) {
            throw TopologyException.nodeCount(nodeCount);
        }
        kind.check(shape, nodeCount);
        return kind == TopologyKind.FCG ? new FullyConnectedGraph(shape, rule, nodeCount)
            : new HammingGraph(kind, shape, rule, nodeCount);
    }

    public final TopologyKind kind() {
        return kind;
    }

    public final Shape shape() {
        return shape;
    }

    public final RoutingRule rule() {
        return rule;
    }

    public final int nodeCount() {
        return nodeCount;
    }

    /**
     * The neighbour that a request at {@code from} goes to next. For a request that is where it should be, that node
     * itself. Both nodes exist; not checked.
     */
    public abstract int nextHop(int from, int target);

    /** Hops from one node to another, forwards and one: the coordinates that differ. */
    public abstract int hopCount(int from, int target);

    /** All nodes on the way, both ends included. */
    public final int[] route(final int from, final int target) {
        final int[] route = new int[check(from) == check(target) ? 1 : hopCount(from, target) + 1];
        route[0] = from;
        for (int i = 1; i < route.length; i++) {
            route[i] = nextHop(route[i - 1], target);
        }
        return route;
    }

    public final boolean areNeighbours(final int a, final int b) {
        return hopCount(a, b) == 1;
    }

    /** Number of neighbours of a node; nodes beside empty places have fewer. */
    public final int neighbourCount(final int node) {
        check(node);
        int count = 0;
        for (int i = 0; i < shape.dimensions(); i++) {
            count += populated(node, i) - 1;
        }
        return count;
    }

    /** Number of nodes on the line through {@code node} along a dimension, itself included. */
    private int populated(final int node, final int dimension) {
        final int first = shape.with(node, dimension, 0);
        return Math.min(shape.extent(dimension), (nodeCount - 1 - first) / shape.stride(dimension) + 1);
    }

    /** The neighbours of a node by rising number. */
    public final int[] neighbours(final int node) {
        final int[] neighbours = new int[neighbourCount(node)];
        int count = 0;
        for (int i = 0; i < shape.dimensions(); i++) {
            final int line = populated(node, i);
            for (int x = 0; x < line; x++) {
                final int other = shape.with(node, i, x);
                if (other != node) {
                    neighbours[count++] = other;
                }
            }
        }
        Arrays.sort(neighbours);
        return neighbours;
    }

    /** Most neighbours of any node: node 0 has all that exist in its lines. */
    public final int maxNeighbourCount() {
        return neighbourCount(0);
    }

    /** Ordered pairs of neighbours. Cost: the number of nodes. */
    public final long edgeCount() {
        long count = 0;
        for (int node = 0; node < nodeCount; node++) {
            count += neighbourCount(node);
        }
        return count;
    }

    /** Most hops of any route. */
    public final int maxHops() {
        final long[] histogram = hopHistogram();
        int hops = histogram.length - 1;
        while (hops > 0 && histogram[hops] == 0) {
            hops--;
        }
        return hops;
    }

    /**
     * Ordered pairs of nodes by their hops, from 0 to the number of dimensions. Cost: the square of the dimensions,
     * whatever the nodes.
     */
    public final long[] hopHistogram() {
        return HopHistogram.of(shape, nodeCount);
    }

    /** Mean hops of a request to another node, each equally likely; 0 for one node. */
    public final double meanHops() {
        final long[] histogram = hopHistogram();
        double sum = 0;
        for (int hops = 1; hops < histogram.length; hops++) {
            sum += (double) hops * histogram[hops];
        }
        return nodeCount == 1 ? 0 : sum / ((double) nodeCount * (nodeCount - 1));
    }

    /** The number of an existing node, or a refusal. */
    final int check(final int node) {
        if (node < 0 || node >= nodeCount) {
            throw TopologyException.node(node, nodeCount);
        }
        return node;
    }

    @Override
    public final String toString() {
        return kind.spelling() + " " + shape + " of " + nodeCount + (kind == TopologyKind.FCG ? ""
            : " " + rule.spelling());
    }
}
