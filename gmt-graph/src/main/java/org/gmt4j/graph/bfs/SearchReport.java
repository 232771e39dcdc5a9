package org.gmt4j.graph.bfs;

/**
 * What one node knows of a hybrid search that has ended. Travels.
 *
 * @param levels      levels of the tree in which the node had a part, or more: the largest of all nodes is right
 * @param collectives that the search took
 * @param words       words of bitmaps that the node has gone through between levels
 * @param tally       of its rows
 */
record SearchReport(long levels, long collectives, long words, BfsTally tally) {
}
