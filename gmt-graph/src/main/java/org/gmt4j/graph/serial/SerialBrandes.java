package org.gmt4j.graph.serial;

import java.util.Arrays;

/**
 * Betweenness by Brandes' algorithm in one thread of plain Java: each vertex of a level pushes to the next one, and
 * pulls back from it. Owned by one thread. Memory: 28 bytes a vertex.
 *
 * @see "Brandes, A faster algorithm for betweenness centrality, Journal of Mathematical Sociology 25, 2001"
 */
public final class SerialBrandes {
    private final LocalCsr graph;
    private final int[] levels;
    private final int[] order;
    private final double[] paths;
    private final double[] dependencies;
    private final double[] scores;

    public SerialBrandes(final LocalCsr graph) {
        this.graph = graph;
        levels = new int[graph.vertexCount()];
        order = new int[graph.vertexCount()];
        paths = new double[graph.vertexCount()];
        dependencies = new double[graph.vertexCount()];
        scores = new double[graph.vertexCount()];
    }

    /** Adds what a source depends on each vertex for. */
    public void add(final int source) {
        final int reached = count(source);
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        for (int i = reached - 1; i > 0; i--) {
            final int vertex = order[i];
            final int next = levels[vertex] + 1;
            double sum = 0;
            for (int at = offsets[vertex]; at < offsets[vertex + 1]; at++) {
                final int target = targets[at];
                if (levels[target] == next) {
                    sum += (1 + dependencies[target]) / paths[target];
                }
            }
            dependencies[vertex] = paths[vertex] * sum;
            scores[vertex] += dependencies[vertex];
        }
    }

    /** Counts the shortest paths to each vertex; returns how many vertices are reached, in order. */
    private int count(final int source) {
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        Arrays.fill(levels, -1);
        Arrays.fill(paths, 0);
        levels[source] = 0;
        paths[source] = 1;
        order[0] = source;
        int reached = 1;
        for (int i = 0; i < reached; i++) {
            final int vertex = order[i];
            final int next = levels[vertex] + 1;
            final double number = paths[vertex];
            for (int at = offsets[vertex]; at < offsets[vertex + 1]; at++) {
                final int target = targets[at];
                if (levels[target] < 0) {
                    levels[target] = next;
                    order[reached++] = target;
                }
                if (levels[target] == next) {
                    paths[target] += number;
                }
            }
        }
        return reached;
    }

    /** Sums of all sources so far, by vertex. */
    public double[] scores() {
        return scores;
    }
}
