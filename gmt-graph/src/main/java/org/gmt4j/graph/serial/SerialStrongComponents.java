package org.gmt4j.graph.serial;

import java.util.Arrays;

/**
 * Strong components by Tarjan's algorithm in one thread of plain Java, without recursion. Owned by one thread. Memory:
 * 24 bytes a vertex.
 *
 * @see "Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1, 1972"
 */
public final class SerialStrongComponents {
    private static final int NOBODY = -1;

    private final LocalCsr graph;
    private final int[] numbers;
    private final int[] lows;
    private final int[] labels;
    /** The way to the present vertex, and where each vertex on it goes on. */
    private final int[] way;
    private final int[] next;
    /** Vertices whose component is not known yet. */
    private final int[] open;
    private int openCount;
    private int numbered;

    public SerialStrongComponents(final LocalCsr graph) {
        this.graph = graph;
        numbers = new int[graph.vertexCount()];
        lows = new int[graph.vertexCount()];
        labels = new int[graph.vertexCount()];
        way = new int[graph.vertexCount()];
        next = new int[graph.vertexCount()];
        open = new int[graph.vertexCount()];
        Arrays.fill(numbers, NOBODY);
        Arrays.fill(labels, NOBODY);
    }

    /** Returns per vertex the smallest vertex of its component. Called once. */
    public int[] find() {
        for (int vertex = 0; vertex < numbers.length; vertex++) {
            if (numbers[vertex] == NOBODY) {
                visit(vertex);
            }
        }
        return labels;
    }

    private void visit(final int start) {
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        int depth = 0;
        enter(start, depth);
        while (depth >= 0) {
            final int vertex = way[depth];
            if (next[vertex] < offsets[vertex + 1]) {
                final int target = targets[next[vertex]++];
                if (numbers[target] == NOBODY) {
                    enter(target, ++depth);
                } else if (labels[target] == NOBODY) {
                    lows[vertex] = Math.min(lows[vertex], numbers[target]);
                }
            } else {
                if (lows[vertex] == numbers[vertex]) {
                    close(vertex);
                }
                if (--depth >= 0) {
                    lows[way[depth]] = Math.min(lows[way[depth]], lows[vertex]);
                }
            }
        }
    }

    private void enter(final int vertex, final int depth) {
        way[depth] = vertex;
        next[vertex] = graph.offsets()[vertex];
        numbers[vertex] = numbered;
        lows[vertex] = numbered++;
        open[openCount++] = vertex;
    }

    /** A component is complete: the open vertices from one on. */
    private void close(final int vertex) {
        int from = openCount;
        int smallest = vertex;
        do {
            smallest = Math.min(smallest, open[--from]);
        } while (open[from] != vertex);
        for (int i = from; i < openCount; i++) {
            labels[open[i]] = smallest;
        }
        openCount = from;
    }
}
