package org.gmt4j.graph.serial;

/**
 * Sets of numbers that are joined, two at a time; each is called by its smallest number. Path halving. Owned by one
 * thread. Memory: 4 bytes a number; per edge.
 *
 * @see "Tarjan, van Leeuwen, Worst-case Analysis of Set Union Algorithms, Journal of the ACM 31, 1984"
 */
public final class UnionFind {
    private final int[] parents;

    /** @param count numbers, each a set of its own */
    public UnionFind(final int count) {
        parents = new int[count];
        for (int i = 0; i < count; i++) {
            parents[i] = i;
        }
    }

    /** Joins the sets of two numbers. */
    public void join(final int a, final int b) {
        final int first = find(a);
        final int second = find(b);
        if (first < second) {
            parents[second] = first;
        } else if (second < first) {
            parents[first] = second;
        }
    }

    /** Returns the smallest number of a set. */
    public int find(final int number) {
        int at = number;
        while (parents[at] != at) {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        return at;
    }
}
