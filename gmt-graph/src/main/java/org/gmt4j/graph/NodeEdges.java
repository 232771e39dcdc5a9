package org.gmt4j.graph;

import java.io.Serializable;
import java.util.Iterator;

/**
 * The edges that each node brings, such as those of its own files. A lambda that travels: of a class that the cluster
 * knows, with values of simple types only. Called once on every node; the iterator is used by one thread.
 */
@FunctionalInterface
public interface NodeEdges extends Serializable {
    /**
     * Opens the edges of one node. What it throws fails the load.
     *
     * @param node  of which the edges are asked for, from 0
     * @param nodes of the cluster
     * @return edges that no other node brings
     */
    Iterator<Edge> of(int node, int nodes);
}
