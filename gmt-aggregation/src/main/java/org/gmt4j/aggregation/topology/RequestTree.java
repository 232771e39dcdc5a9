package org.gmt4j.aggregation.topology;

import java.util.Arrays;

/**
 * The way of all requests to one node: each other node's next hop is its parent. Flat for a fully connected graph, of
 * height 2 and 3 for mesh and cube, binomial for the hypercube. Immutable; any thread; set-up. Memory: four ints a
 * node.
 */
public final class RequestTree {
    private final int root;
    private final int[] parents;
    private final int[] depths;
    private final int[] childStarts;
    private final int[] children;

    private RequestTree(final VirtualTopology topology, final int root) {
        final int nodes = topology.nodeCount();
        this.root = topology.check(root);
        parents = new int[nodes];
        depths = new int[nodes];
        childStarts = new int[nodes + 1];
        for (int node = 0; node < nodes; node++) {
            parents[node] = node == root ? -1 : topology.nextHop(node, root);
            depths[node] = node == root ? 0 : topology.hopCount(node, root);
            if (node != root) {
                childStarts[parents[node] + 1]++;
            }
        }
        Arrays.parallelPrefix(childStarts, Integer::sum);
        children = new int[nodes - 1];
        final int[] next = childStarts.clone();
        for (int node = 0; node < nodes; node++) {
            if (node != root) {
                children[next[parents[node]]++] = node;
            }
        }
    }

    /** The tree to {@code root}. */
    public static RequestTree to(final VirtualTopology topology, final int root) {
        return new RequestTree(topology, root);
    }

    public int root() {
        return root;
    }

    public int nodeCount() {
        return parents.length;
    }

    /** The next hop of a node's requests to the root; -1 for the root. */
    public int parent(final int node) {
        return parents[node];
    }

    /** Hops to the root. */
    public int depth(final int node) {
        return depths[node];
    }

    /** Nodes whose requests come through {@code node} directly, by rising number. */
    public int[] children(final int node) {
        return Arrays.copyOfRange(children, childStarts[node], childStarts[node + 1]);
    }

    /** Hops of the farthest node. */
    public int height() {
        return Arrays.stream(depths).max().orElse(0);
    }

    /** Nodes at each depth, from 0 to the height. */
    public int[] nodesByDepth() {
        final int[] count = new int[height() + 1];
        for (final int depth : depths) {
            count[depth]++;
        }
        return count;
    }
}
