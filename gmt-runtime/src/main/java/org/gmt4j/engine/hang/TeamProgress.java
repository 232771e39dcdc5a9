package org.gmt4j.engine.hang;

/**
 * How far the collectives of one team, or of one group within it, have come on one node.
 *
 * @param team      name, the same on all nodes
 * @param group     number of the group; 0: the whole team
 * @param nextRound rounds that a task of the node has arrived at
 */
public record TeamProgress(String team, long group, long nextRound) {
}
