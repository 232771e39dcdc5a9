package org.gmt4j.graph.bfs;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.graph.csr.CsrGraph;

/**
 * The data of the tasks of one level of {@link QueueBfs}. Immutable; travels to all nodes.
 *
 * @param graph   the graph
 * @param parents the tree so far
 * @param current the queue that is read: at each node the vertices that it owns
 * @param next    the queue that is written
 * @param tails   its lengths: element n of node n's part
 * @param withLists a row's compare-and-sets are issued together
 */
record QueueLevel(CsrGraph graph, IntegerArray parents, GlobalLongArray current, GlobalLongArray next,
                  GlobalLongArray tails, boolean withLists) {
}
