package org.gmt4j.graph;

/**
 * An edge between two vertices, which are named by any two longs. Immutable.
 *
 * @param from   where it begins; of an undirected graph one end
 * @param to     where it ends
 * @param weight a finite number
 */
public record Edge(long from, long to, double weight) {
    /** An edge of weight one. */
    public Edge(final long from, final long to) {
        this(from, to, 1);
    }
}
