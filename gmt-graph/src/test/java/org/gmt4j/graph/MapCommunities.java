package org.gmt4j.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;

/** Label propagation with maps, in one thread, and what makes labels a result, whoever has found them. */
final class MapCommunities {
    /** By vertex, and by neighbour the weight. */
    private final SortedMap<Long, SortedMap<Long, Double>> rows = new TreeMap<>();
    private int iterations;
    private boolean isStable;

    /** @param merge what becomes of the weights of parallel edges, of both directions */
    MapCommunities(final List<Edge> edges, final DoubleBinaryOperator merge) {
        for (final Edge edge : edges) {
            rows.computeIfAbsent(edge.from(), v -> new TreeMap<>());
            rows.computeIfAbsent(edge.to(), v -> new TreeMap<>());
            if (edge.from() != edge.to()) {
                rows.get(edge.from()).merge(edge.to(), edge.weight(), merge::applyAsDouble);
                rows.get(edge.to()).merge(edge.from(), edge.weight(), merge::applyAsDouble);
            }
        }
    }

    private static long mixed(final long word) {
        long mixed = (word ^ word >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ mixed >>> 33;
    }

    int iterations() {
        return iterations;
    }

    boolean isStable() {
        return isStable;
    }

    /** The smallest vertex of the community of each vertex. Vertices count from 0 on in the order of their names. */
    SortedMap<Long, Long> find(final int maxIterations) {
        final List<Long> names = new ArrayList<>(rows.keySet());
        final Map<Long, Integer> numbers = new HashMap<>();
        names.forEach(name -> numbers.put(name, numbers.size()));
        long[] labels = names.stream().mapToLong(numbers::get).toArray();
        iterations = 0;
        isStable = names.isEmpty();
        while (!isStable && iterations < maxIterations) {
            iterations++;
            isStable = true;
            for (int half = 0; half < 2; half++) {
                final long[] next = labels.clone();
                for (int v = 0; v < next.length; v++) {
                    if ((mixed(v + iterations * 0x9E3779B97F4A7C15L) & 1) == half) {
                        next[v] = best(sums(names.get(v), numbers, labels), labels[v]);
                        isStable &= next[v] == labels[v];
                    }
                }
                labels = next;
            }
        }
        final Map<Long, Long> smallest = new HashMap<>();
        final SortedMap<Long, Long> found = new TreeMap<>();
        for (int v = 0; v < labels.length; v++) {
            smallest.putIfAbsent(labels[v], names.get(v));
            found.put(names.get(v), smallest.get(labels[v]));
        }
        return found;
    }

    private Map<Long, Double> sums(final long name, final Map<Long, Integer> numbers, final long[] labels) {
        final Map<Long, Double> sums = new HashMap<>();
        rows.get(name).forEach((other, weight) -> sums.merge(labels[numbers.get(other)], weight, Double::sum));
        return sums;
    }

    private static long best(final Map<Long, Double> sums, final long own) {
        final double most = sums.values().stream().mapToDouble(sum -> sum).max().orElse(0);
        if (most == 0 || sums.getOrDefault(own, 0.0) == most) {
            return own;
        }
        return sums.entrySet().stream().filter(e -> e.getValue() == most).map(Map.Entry::getKey)
            .min((a, b) -> Long.compare(mixed(a), mixed(b))).orElseThrow();
    }

    /** Whether no vertex has more weight towards another community than towards its own. */
    boolean isStable(final SortedMap<Long, Long> labels) {
        return rows.keySet().stream().allMatch(vertex -> {
            final Map<Long, Double> sums = new HashMap<>();
            rows.get(vertex).forEach((other, weight) -> sums.merge(labels.get(other), weight, Double::sum));
            return sums.values().stream().allMatch(sum -> sum <= sums.getOrDefault(labels.get(vertex), 0.0));
        });
    }

    /** As the definition has it: over all pairs of vertices of a community. */
    double modularity(final SortedMap<Long, Long> labels) {
        final Map<Long, Double> degrees = new HashMap<>();
        rows.forEach((vertex, row) -> degrees.put(vertex, row.values().stream().mapToDouble(w -> w).sum()));
        final double all = degrees.values().stream().mapToDouble(w -> w).sum();
        double sum = 0;
        for (final long a : rows.keySet()) {
            for (final long b : rows.keySet()) {
                if (labels.get(a).equals(labels.get(b))) {
                    sum += rows.get(a).getOrDefault(b, 0.0) - degrees.get(a) * degrees.get(b) / all;
                }
            }
        }
        return all == 0 ? 0 : sum / all;
    }
}
