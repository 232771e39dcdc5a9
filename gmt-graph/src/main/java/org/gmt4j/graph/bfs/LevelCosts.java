package org.gmt4j.graph.bfs;

/**
 * What the large levels of one search cost one node, collectives left out; 0 where the search had no such level. Edges
 * and rows are those of all nodes. Travels.
 *
 * @param topDownNs  per edge of a top-down level
 * @param enterNs    of the first bottom-up level, per edge not looked at before
 * @param isEarly    the frontier of that level was hardly above the threshold
 * @param bottomUpNs of the last bottom-up level, unless it was the first
 * @param leaveNs    of the first top-down level after bottom-up ones, per row of the frontier
 */
record LevelCosts(double topDownNs, double enterNs, boolean isEarly, double bottomUpNs, double leaveNs) {
}
