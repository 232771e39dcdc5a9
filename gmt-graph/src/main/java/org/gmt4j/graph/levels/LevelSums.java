package org.gmt4j.graph.levels;

import java.util.List;

/**
 * What a level has, over all nodes.
 *
 * @param vertices of the level
 * @param edges    that begin at them
 * @param left     edges that lead to vertices that have not been reached
 * @param pairs    of a vertex of the level and a search that has it there; 0 of betweenness, which has one
 */
record LevelSums(long vertices, long edges, long left, long pairs) {
    /** A push of an edge between nodes costs as much as some edges of a pull. */
    private static final int PUSH_COST = 8;
    /** And a value that is asked for singly as much as some that are got together. */
    private static final int SINGLE_COST = 16;

    static LevelSums sum(final List<long[]> parts) {
        final long[] all = new long[4];
        for (final long[] part : parts) {
            for (int i = 0; i < part.length; i++) {
                all[i] += part[i];
            }
        }
        return new LevelSums(all[0], all[1], all[2], all[3]);
    }

    /** Whether the next level is found by those who have been reached, not by those who have not. */
    boolean pushes(final long vertexCount) {
        return PUSH_COST * edges < left + vertexCount;
    }

    /** Whether the searches have few vertices in common, and few altogether: apart they take less time. */
    boolean isApart(final long vertexCount) {
        return pairs < 2 * vertices && pairs <= vertexCount;
    }

    /** Whether the vertices of this level ask for what their edges lead to one by one. */
    boolean asksSingly(final long vertexCount) {
        return SINGLE_COST * edges < vertexCount;
    }
}
