package org.gmt4j.graph;

import java.io.Serializable;
import java.util.Iterator;

/**
 * The edges that each node brings, such as those of its own files. A lambda that travels: of a class that the cluster
 * knows, with values of simple types only. Called once on every node. It and the iterator are asked by plain threads,
 * some thousand edges at a time: by one after the other, which need not be the same, and they may wait, such as for a
 * data base.
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
