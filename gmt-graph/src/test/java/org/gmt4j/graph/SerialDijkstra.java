package org.gmt4j.graph;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Shortest paths as a textbook finds them, in Java maps. */
final class SerialDijkstra {
    private final Map<Long, Map<Long, Double>> rows = new TreeMap<>();
    private final Map<Long, Double> distances = new TreeMap<>();

    SerialDijkstra(final List<Edge> edges, final boolean isDirected, final long source) {
        for (final Edge edge : edges) {
            rows.computeIfAbsent(edge.from(), v -> new HashMap<>()).merge(edge.to(), edge.weight(), Math::min);
            rows.computeIfAbsent(edge.to(), v -> new HashMap<>());
            if (!isDirected) {
                rows.get(edge.to()).merge(edge.from(), edge.weight(), Math::min);
            }
        }
        final PriorityQueue<Map.Entry<Long, Double>> queue =
            new PriorityQueue<>(Comparator.comparingDouble(Map.Entry::getValue));
        queue.add(Map.entry(source, 0.0));
        while (!queue.isEmpty()) {
            final Map.Entry<Long, Double> nearest = queue.remove();
            if (distances.putIfAbsent(nearest.getKey(), nearest.getValue()) == null) {
                rows.get(nearest.getKey()).forEach((to, weight) ->
                    queue.add(Map.entry(to, nearest.getValue() + weight)));
            }
        }
    }

    /** Of the vertices that are reached. */
    Map<Long, Double> distances() {
        return distances;
    }

    Iterable<Long> vertices() {
        return rows.keySet();
    }

    /** The weight of an edge, null where there is none. */
    Double weight(final long from, final long to) {
        return rows.get(from).get(to);
    }

    /** Of each vertex the smallest before it on a shortest path over an edge that adds something, where one is. */
    Map<Long, Long> parents() {
        final Map<Long, Long> parents = new HashMap<>();
        rows.forEach((from, row) -> {
            final Double length = distances.get(from);
            if (length != null) {
                row.forEach((to, weight) -> {
                    if (length + weight == distances.get(to) && length < distances.get(to)) {
                        parents.putIfAbsent(to, from);          // rows ascend
                    }
                });
            }
        });
        return parents;
    }
}
