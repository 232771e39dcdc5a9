package org.gmt4j.graph.paths;

/**
 * What is at a node at a time; answers do not depend on it. Immutable.
 *
 * @param pulled lengths of others
 * @param sent   entries that a node sends in a step, and a thousand more: so many at most are waiting at a node for
 *               each other one
 */
record PathLimits(int pulled, long sent) {
    static final PathLimits USUAL = new PathLimits(PathPull.MOST_LENGTHS, 1 << 20);
}
