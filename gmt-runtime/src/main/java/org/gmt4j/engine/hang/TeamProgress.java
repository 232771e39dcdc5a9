package org.gmt4j.engine.hang;

/**
 * The progress of the collectives of one team, or of one group within it, on one node.
 *
 * @param team      name of the team, the same on all nodes
 * @param group     number of the group; 0 for the whole team
 * @param nextRound number of rounds at which a task of the node has arrived
 */
public record TeamProgress(String team, long group, long nextRound) {
}
