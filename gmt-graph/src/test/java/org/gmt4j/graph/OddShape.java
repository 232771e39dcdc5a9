package org.gmt4j.graph;

import java.util.ArrayList;
import java.util.List;

/** Graphs that programs meet and algorithms forget. */
enum OddShape {
    EMPTY, ONE_LOOP, ONE_EDGE, LOOPS, PARALLEL, STAR, FAR_STAR, PATH, SHUFFLED_PATH, TWO_CLIQUES, MANY_PIECES, GRID,
    EXTREME_NAMES, BIPARTITE, ACYCLIC;

    List<Edge> edges() {
        final List<Edge> edges = new ArrayList<>();
        switch (this) {
            case ONE_LOOP -> edges.add(new Edge(-7, -7));
            case ONE_EDGE -> edges.add(new Edge(3, -3));
            case LOOPS -> add(edges, 5, i -> new Edge(i, i), i -> new Edge(i, i));
            case PARALLEL -> add(edges, 6, i -> new Edge(1, 2), i -> new Edge(2, 1), i -> new Edge(2, 3));
            case STAR -> add(edges, 100, i -> new Edge(1L << 40, i));
            case FAR_STAR -> add(edges, 100, i -> new Edge(i * 1_000_003L, -1));
            case PATH -> add(edges, 150, i -> new Edge(i, i + 1));
            case SHUFFLED_PATH -> add(edges, 100, i -> new Edge(i * 37 % 101, (i + 1) * 37 % 101));
            case TWO_CLIQUES -> add(edges, 15 * 15, i -> new Edge(i / 15, i % 15),
                i -> new Edge(1000 + i / 15, 1000 + i % 15));
            case MANY_PIECES -> add(edges, 60, i -> new Edge(10 * i, 10 * i + 1),
                i -> new Edge(10 * i + 1, 10 * i + 5));
            case GRID -> add(edges, 90, i -> i % 10 == 9 ? new Edge(i, i) : new Edge(i, i + 1),
                i -> new Edge(i, i + 10));
            case EXTREME_NAMES -> edges.addAll(List.of(new Edge(Long.MAX_VALUE, Long.MIN_VALUE), new Edge(0, -1),
                new Edge(Long.MIN_VALUE + 1, Long.MAX_VALUE), new Edge(Long.MAX_VALUE - 1, 1L << 62)));
            case BIPARTITE -> add(edges, 80, i -> new Edge(i, -1 - i * 7 % 20), i -> new Edge(i, -1 - i * 3 % 20));
            case ACYCLIC -> add(edges, 90, i -> new Edge(i, i + 1 + i * 7 % 11), i -> new Edge(i, i + 1 + i * 5 % 13));
            default -> { }
        }
        return edges;
    }

    /** An edge of a number. */
    private interface Maker {
        Edge edge(long number);
    }

    private static void add(final List<Edge> edges, final int count, final Maker... makers) {
        for (int i = 0; i < count; i++) {
            for (final Maker maker : makers) {
                edges.add(maker.edge(i));
            }
        }
    }
}
