package org.gmt4j.graph.serial;

import java.util.ArrayList;
import java.util.List;

/**
 * Result of a serial BFS.
 *
 * @param root   where it began
 * @param parent per vertex its parent; the root's parent is the root; {@link #UNREACHED} elsewhere
 * @param level  per vertex its distance from the root, or {@link #UNREACHED}
 * @param levelSizes number of vertices at each distance
 * @param listedEdges input edges of the component (see {@link LocalCsr#listedEdges(int)})
 */
public record BfsTree(int root, int[] parent, int[] level, List<Integer> levelSizes, long listedEdges) {
    public static final int UNREACHED = -1;

    public BfsTree {
        levelSizes = List.copyOf(new ArrayList<>(levelSizes));
    }

    public long reached() {
        return levelSizes.stream().mapToLong(Integer::longValue).sum();
    }

    public int levels() {
        return levelSizes.size();
    }
}
