package org.gmt4j.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Betweenness by its definition: distances and numbers of paths from each vertex to each, no dependencies. */
final class MapBetweenness {
    private final SortedMap<Long, List<Long>> rows = new TreeMap<>();
    private final SortedMap<Long, SortedMap<Long, double[]>> fromEach = new TreeMap<>();

    MapBetweenness(final List<Edge> edges, final boolean isDirected, final boolean isAsListed) {
        for (final Edge edge : edges) {
            add(edge.from(), edge.to(), isAsListed);
            add(edge.to(), isDirected ? edge.to() : edge.from(), isAsListed);
        }
        rows.keySet().forEach(vertex -> fromEach.put(vertex, from(vertex)));
    }

    private void add(final long from, final long to, final boolean isAsListed) {
        final List<Long> row = rows.computeIfAbsent(from, v -> new ArrayList<>());
        if (from != to && (isAsListed || !row.contains(to))) {
            row.add(to);
        }
    }

    /** Of each vertex that is reached, its distance and the number of shortest paths. */
    private SortedMap<Long, double[]> from(final long source) {
        final SortedMap<Long, double[]> found = new TreeMap<>();
        final Deque<Long> queue = new ArrayDeque<>(List.of(source));
        found.put(source, new double[] {0, 1});
        while (!queue.isEmpty()) {
            final long vertex = queue.remove();
            final double[] own = found.get(vertex);
            for (final long next : rows.get(vertex)) {
                final double[] known = found.get(next);
                if (known == null) {
                    found.put(next, new double[] {own[0] + 1, own[1]});
                    queue.add(next);
                } else if (known[0] == own[0] + 1) {
                    known[1] += own[1];
                }
            }
        }
        return found;
    }

    SortedMap<Long, Double> scores(final Iterable<Long> sources) {
        final SortedMap<Long, Double> scores = new TreeMap<>();
        rows.keySet().forEach(vertex -> scores.put(vertex, 0.0));
        for (final long source : sources) {
            fromEach.get(source).forEach((target, end) -> fromEach.get(source).forEach((vertex, middle) -> {
                final double[] rest = fromEach.get(vertex).get(target);
                if (vertex != source && !vertex.equals(target) && rest != null && middle[0] + rest[0] == end[0]) {
                    scores.merge(vertex, middle[1] * rest[1] / end[1], Double::sum);
                }
            }));
        }
        return scores;
    }
}
