package org.gmt4j.graph.serial;

import java.util.Arrays;

/**
 * The vertices within some steps of a vertex, by one thread of plain Java. Owned by one thread. Time O(edges of the
 * vertices found), of this search and the one before it; memory 8 bytes a vertex.
 */
public final class SerialNeighbourhood {
    private final LocalCsr graph;
    private final int[] steps;
    private final int[] queue;
    /** Vertices of the last search, which the queue has. */
    private int count;

    public SerialNeighbourhood(final LocalCsr graph) {
        this.graph = graph;
        steps = new int[graph.vertexCount()];
        queue = new int[graph.vertexCount()];
        Arrays.fill(steps, BfsTree.UNREACHED);
    }

    /** Returns the steps to each vertex, {@link BfsTree#UNREACHED} of those farther away; overwritten by the next. */
    public int[] find(final int source, final int most) {
        for (int i = 0; i < count; i++) {
            steps[queue[i]] = BfsTree.UNREACHED;
        }
        steps[source] = 0;
        queue[0] = source;
        int end = 1;
        for (int i = 0; i < end && steps[queue[i]] < most; i++) {
            final int vertex = queue[i];
            for (int e = graph.offsets()[vertex]; e < graph.offsets()[vertex + 1]; e++) {
                final int target = graph.targets()[e];
                if (steps[target] == BfsTree.UNREACHED) {
                    steps[target] = steps[vertex] + 1;
                    queue[end++] = target;
                }
            }
        }
        count = end;
        return steps;
    }
}
