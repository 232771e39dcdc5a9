package org.gmt4j.graph.serial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Level-synchronous top-down BFS on one thread: the baseline of the distributed ones and the judge of small graphs.
 * Owned by one thread; its arrays are reused, so a search allocates nothing but its result's copies.
 *
 * <p>Time O(vertices + stored edges of the component), memory 12 bytes per vertex.
 */
public final class SerialBfs {
    private final LocalCsr graph;
    private final int[] parent;
    private final int[] level;
    private final int[] queue;
    private final List<Integer> levelSizes = new ArrayList<>();

    public SerialBfs(final LocalCsr graph) {
        this.graph = graph;
        parent = new int[graph.vertexCount()];
        level = new int[graph.vertexCount()];
        queue = new int[graph.vertexCount()];
    }

    public static BfsTree search(final LocalCsr graph, final int root) {
        return new SerialBfs(graph).run(root);
    }

    /** Searches and copies the result. */
    public BfsTree run(final int root) {
        final int reached = traverse(root);
        long listed = 0;
        for (int i = 0; i < reached; i++) {
            listed += graph.listedEdges(queue[i]);
        }
        return new BfsTree(root, parent.clone(), level.clone(), levelSizes, listed);
    }

    /** Searches only: the timed part of a baseline. Returns the number of reached vertices. */
    public int traverse(final int root) {
        if (root < 0 || root >= graph.vertexCount()) {
            throw new IndexOutOfBoundsException("root " + root + ", vertices 0.." + (graph.vertexCount() - 1));
        }
        Arrays.fill(parent, BfsTree.UNREACHED);
        Arrays.fill(level, BfsTree.UNREACHED);
        levelSizes.clear();
        parent[root] = root;
        level[root] = 0;
        queue[0] = root;
        int start = 0;
        int end = 1;
        for (int depth = 1; start < end; depth++) {
            levelSizes.add(end - start);
            final int next = expand(start, end, depth);
            start = end;
            end = next;
        }
        return end;
    }

    private int expand(final int start, final int end, final int depth) {
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        final int[] parents = parent;
        int tail = end;
        for (int i = start; i < end; i++) {
            final int vertex = queue[i];
            final int stop = offsets[vertex + 1];
            for (int e = offsets[vertex]; e < stop; e++) {
                final int neighbour = targets[e];
                if (parents[neighbour] == BfsTree.UNREACHED) {
                    parents[neighbour] = vertex;
                    level[neighbour] = depth;
                    queue[tail++] = neighbour;
                }
            }
        }
        return tail;
    }
}
