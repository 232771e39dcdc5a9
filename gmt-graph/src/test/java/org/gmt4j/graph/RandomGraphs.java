package org.gmt4j.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/** Small graphs for tests: drawn anew, with names from all longs, or of an odd shape; and their neighbours as sets. */
final class RandomGraphs {
    private RandomGraphs() {
    }

    /** Sparse and dense ones, with loops and parallel edges. */
    static List<Edge> random(final SplittableRandom random) {
        final int vertices = 1 + random.nextInt(150);
        final long[] names = random.longs(vertices).map(v -> v >> random.nextInt(64)).toArray();
        final List<Edge> edges = new ArrayList<>();
        for (int i = random.nextInt(vertices * (1 + random.nextInt(12))); i >= 0; i--) {
            edges.add(new Edge(names[random.nextInt(vertices)], names[random.nextInt(1 + i % vertices)]));
        }
        return edges;
    }

    static List<Edge> renamed(final List<Edge> edges, final long factor) {
        return edges.stream().map(edge -> new Edge(edge.from() * factor, edge.to() * factor)).toList();
    }

    /** The neighbours of each vertex in either direction, without itself. */
    static SortedMap<Long, TreeSet<Long>> neighbours(final List<Edge> edges) {
        final SortedMap<Long, TreeSet<Long>> rows = new TreeMap<>();
        for (final Edge edge : edges) {
            rows.computeIfAbsent(edge.from(), v -> new TreeSet<>());
            rows.computeIfAbsent(edge.to(), v -> new TreeSet<>());
            if (edge.from() != edge.to()) {
                rows.get(edge.from()).add(edge.to());
                rows.get(edge.to()).add(edge.from());
            }
        }
        return rows;
    }
}
