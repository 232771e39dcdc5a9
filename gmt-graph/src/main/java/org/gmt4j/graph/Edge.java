package org.gmt4j.graph;

/**
 * An edge between two vertices, which are named by any two longs. Immutable.
 *
 * @param from where it begins; of an undirected graph one end
 * @param to   where it ends
 */
public record Edge(long from, long to) {
}
