package org.gmt4j.graph.real;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.gmt4j.graph.source.ListedEdges;

/**
 * Collects a graph of names in one pass, then numbers those that are vertices in the order of their names. Of multiple
 * edges the one with the smallest weight is kept; self-loops are dropped. Owned by one thread.
 */
final class NameDictionary {
    /** An edge is source, target and weight in one long: up to 2^28 names and weights below 128. */
    private static final int ID_BITS = 28;
    private static final int WEIGHT_BITS = 7;
    private static final int MAX_NAMES = 1 << ID_BITS;
    private static final int NO_VERTEX = -1;

    private final Map<String, Integer> ids = new HashMap<>();
    private long[] edges = new long[1024];
    private int edgeCount;

    /** Provisional number of a name. */
    int add(final String name) {
        final Integer known = ids.putIfAbsent(name, ids.size());
        if (ids.size() > MAX_NAMES) {
            throw new IllegalStateException("more than " + MAX_NAMES + " names");
        }
        return known == null ? ids.size() - 1 : known;
    }

    /** Adds an edge between provisional numbers; weight in 0..127. */
    void addEdge(final int source, final int target, final int weight) {
        if (edgeCount == edges.length) {
            edges = Arrays.copyOf(edges, 2 * edgeCount);
        }
        edges[edgeCount++] = ((long) source << ID_BITS | target) << WEIGHT_BITS | weight;
    }

    /** The graph of the names that {@code isVertex} accepts and the edges between them. */
    ListedEdges toEdges(final String name, final boolean weighted, final Predicate<String> isVertex) {
        final String[] names = ids.keySet().stream().filter(isVertex).sorted().toArray(String[]::new);
        final int[] sorted = new int[ids.size()];
        Arrays.fill(sorted, NO_VERTEX);
        for (int i = 0; i < names.length; i++) {
            sorted[ids.get(names[i])] = i;
        }
        final ListedEdges graph = new ListedEdges(name, names.length, true, weighted).withVertexNames(names);
        Arrays.sort(edges, 0, edgeCount);
        long previous = -1;
        for (int i = 0; i < edgeCount; i++) {
            final long pair = edges[i] >>> WEIGHT_BITS;
            if (pair != previous) {
                addTo(graph, sorted[(int) (pair >>> ID_BITS)], sorted[(int) pair & MAX_NAMES - 1],
                    (int) edges[i] & (1 << WEIGHT_BITS) - 1);
            }
            previous = pair;
        }
        return graph;
    }

    private static void addTo(final ListedEdges graph, final int source, final int target, final int weight) {
        if (source != NO_VERTEX && target != NO_VERTEX && source != target) {
            graph.add(source, target, weight);
        }
    }
}
