package org.gmt4j.graph.bfs;

import java.util.Map;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/** A breadth-first search of one graph, to be repeated with different roots. Used by one task at a time. */
public interface BfsKernel {
    /** Parent of a vertex that was not reached. */
    long UNREACHED = -1;

    /**
     * Searches; afterwards {@link #parents()} holds the tree.
     *
     * @param root a vertex of the graph
     * @return how many levels the tree has, the root's included
     */
    long search(TaskContext ctx, long root) throws SuspendExecution;

    /**
     * Seconds that opening took for what the search makes of the graph's edges, by name and in their order; empty where
     * it searches the graph as it is. Results count them as construction.
     */
    default Map<String, Double> indexSeconds() {
        return Map.of();
    }

    /** Returns facts about the last search by name, for results; none where there is nothing to say. */
    default Map<String, Object> lastSearch() {
        return Map.of();
    }

    /** Per vertex its parent, the root's being the root, or {@link #UNREACHED}; distributed like the vertices; of 4
     * or 8 bytes. */
    IntegerArray parents();

    /** Frees the memory of the search besides the graph. */
    void free(TaskContext ctx) throws SuspendExecution;
}
