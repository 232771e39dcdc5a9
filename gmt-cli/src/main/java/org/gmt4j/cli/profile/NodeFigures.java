package org.gmt4j.cli.profile;

/**
 * Stalls and collections of one node.
 *
 * @param node          which
 * @param creditStalls  how often a lane had no credit
 * @param creditMs      for how long in all, lanes added up
 * @param worst         the destination that it had to wait for longest, -1: for none
 * @param poolStalls    how often it had no free block
 * @param poolMs        for how long in all
 * @param collections   garbage collections of its JVM
 * @param collectionMs  their time
 */
public record NodeFigures(int node, long creditStalls, double creditMs, int worst, long poolStalls, double poolMs,
                          long collections,
                          long collectionMs) {
}
