package org.gmt4j.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** PageRank as the textbook has it: each edge carries its part, in the order of the list. */
final class MapRanks {
    private final List<Edge> edges;
    private final Map<Long, Integer> degrees = new HashMap<>();
    private SortedMap<Long, Double> ranks = new TreeMap<>();
    private double change;

    private MapRanks(final Set<Long> vertices, final List<Edge> edges) {
        this.edges = edges;
        vertices.forEach(vertex -> ranks.put(vertex, 0.0));
        edges.forEach(edge -> degrees.merge(edge.from(), 1, Integer::sum));
    }

    private static Set<Long> vertices(final List<Edge> edges) {
        final Set<Long> vertices = new LinkedHashSet<>();
        edges.forEach(edge -> vertices.addAll(List.of(edge.from(), edge.to())));
        return vertices;
    }

    static MapRanks asListed(final List<Edge> edges) {
        return new MapRanks(vertices(edges), edges);
    }

    /** Without loops and parallel edges. */
    static MapRanks distinct(final List<Edge> listed, final boolean isDirected) {
        final Set<Edge> edges = new LinkedHashSet<>();
        for (final Edge edge : listed) {
            if (edge.from() != edge.to()) {
                edges.add(edge);
                if (!isDirected) {
                    edges.add(new Edge(edge.to(), edge.from()));
                }
            }
        }
        return new MapRanks(vertices(listed), new ArrayList<>(edges));
    }

    SortedMap<Long, Double> ranks() {
        return ranks;
    }

    /** Of the last iteration; 0 before the first one. */
    double change() {
        return change;
    }

    /** Goes on with these ranks. */
    MapRanks from(final SortedMap<Long, Double> given) {
        ranks = new TreeMap<>(given);
        return this;
    }

    /** Begins anew, at some vertices, or at all. */
    MapRanks iterate(final double damping, final int iterations, final long... starts) {
        final Map<Long, Double> jump = jump(starts);
        change = 0;
        ranks.replaceAll((vertex, rank) -> jump.getOrDefault(vertex, 0.0));
        return iterateOn(damping, iterations, starts);
    }

    MapRanks iterateOn(final double damping, final int iterations, final long... starts) {
        final Map<Long, Double> jump = jump(starts);
        for (int i = 0; i < iterations; i++) {
            final SortedMap<Long, Double> next = new TreeMap<>();
            double idle = 0;
            for (final Map.Entry<Long, Double> entry : ranks.entrySet()) {
                idle += degrees.containsKey(entry.getKey()) ? 0 : entry.getValue();
            }
            for (final long vertex : ranks.keySet()) {
                next.put(vertex, jump.getOrDefault(vertex, 0.0) * (1 - damping + damping * idle));
            }
            for (final Edge edge : edges) {
                next.merge(edge.to(), damping * ranks.get(edge.from()) / degrees.get(edge.from()), Double::sum);
            }
            change = 0;
            for (final Map.Entry<Long, Double> entry : next.entrySet()) {
                change += Math.abs(entry.getValue() - ranks.get(entry.getKey()));
            }
            ranks = next;
        }
        return this;
    }

    private Map<Long, Double> jump(final long[] starts) {
        final long[] all = starts.length > 0 ? Arrays.stream(starts).distinct().toArray()
            : ranks.keySet().stream().mapToLong(vertex -> vertex).toArray();
        final Map<Long, Double> jump = new HashMap<>();
        Arrays.stream(all).forEach(vertex -> jump.put(vertex, 1.0 / all.length));
        return jump;
    }
}
