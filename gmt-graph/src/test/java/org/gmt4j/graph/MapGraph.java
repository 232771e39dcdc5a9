package org.gmt4j.graph;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A graph of Java maps, and what a textbook finds in it. */
final class MapGraph {
    static final Comparator<VertexLong> BEST_FIRST =
        Comparator.comparingLong((VertexLong entry) -> -entry.value()).thenComparingLong(VertexLong::vertex);
    private final SortedMap<Long, TreeSet<Long>> out = new TreeMap<>();
    private final SortedMap<Long, TreeSet<Long>> both = new TreeMap<>();
    private final boolean isDirected;

    MapGraph(final List<Edge> edges, final boolean isDirected) {
        this.isDirected = isDirected;
        for (final Edge edge : edges) {
            add(out, edge.from(), edge.to());
            add(out, edge.to(), isDirected ? edge.to() : edge.from());
            add(both, edge.from(), edge.to());
            add(both, edge.to(), edge.from());
        }
    }

    private static void add(final Map<Long, TreeSet<Long>> rows, final long from, final long to) {
        final TreeSet<Long> row = rows.computeIfAbsent(from, v -> new TreeSet<>());
        if (from != to) {
            row.add(to);
        }
    }

    Set<Long> vertices() {
        return out.keySet();
    }

    /** The smallest, the largest, and two in between. */
    long[] someVertices() {
        final long[] all = out.keySet().stream().mapToLong(v -> v).toArray();
        final int n = all.length;
        return n == 0 ? all : new long[] {all[0], all[n / 3], all[n / 2], all[n - 1]};
    }

    Set<Long> neighbours(final long vertex) {
        return out.get(vertex);
    }

    long edgeCount() {
        final long sum = out.values().stream().mapToLong(TreeSet::size).sum();
        return isDirected ? sum : sum / 2;
    }

    Map<Long, Long> levels(final long source) {
        return levels(out, source);
    }

    private static Map<Long, Long> levels(final Map<Long, TreeSet<Long>> rows, final long source) {
        final Map<Long, Long> levels = new TreeMap<>();
        rows.keySet().forEach(vertex -> levels.put(vertex, -1L));
        final Deque<Long> queue = new ArrayDeque<>(List.of(source));
        levels.put(source, 0L);
        while (!queue.isEmpty()) {
            final long vertex = queue.remove();
            for (final long next : rows.get(vertex)) {
                if (levels.get(next) < 0) {
                    levels.put(next, levels.get(vertex) + 1);
                    queue.add(next);
                }
            }
        }
        return levels;
    }

    /** Per vertex the smallest one of its component. */
    Map<Long, Long> components() {
        final Map<Long, Long> labels = new TreeMap<>();
        for (final long vertex : both.keySet()) {
            if (!labels.containsKey(vertex)) {
                levels(both, vertex).forEach((other, level) -> {
                    if (level >= 0) {
                        labels.put(other, vertex);
                    }
                });
            }
        }
        return labels;
    }
}
