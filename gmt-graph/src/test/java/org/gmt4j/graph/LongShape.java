package org.gmt4j.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Graphs of many levels. */
enum LongShape {
    /** A search finds all levels of a half of it at one node, or a few neighbours at each. */
    GRID {
        @Override
        void addTo(final List<Edge> edges) {
            grid(edges, new int[SIDE * SIDE], false);
        }
    },
    /** Neighbours are on other nodes. */
    SCATTERED_GRID {
        @Override
        void addTo(final List<Edge> edges) {
            grid(edges, new int[SIDE * SIDE], true);
        }
    },
    /** A short way at other nodes, and a long one at the own node, which is found first. */
    LADDER_WITH_SHORT_CUTS {
        @Override
        void addTo(final List<Edge> edges) {
            for (int v = 0; v + 1 < 1500; v++) {
                edges.add(new Edge(v, v + 1));
                if (v % 7 == 0) {
                    edges.add(new Edge(v, 1500 + v / 7));
                    edges.add(new Edge(1500 + v / 7, 1500 + (v / 7 + 1) % 215));
                    edges.add(new Edge(1500 + v / 7, v));
                }
            }
        }
    },
    /** At the end of a path, all searches find a dense part, and then another path. */
    DENSE_IN_THE_MIDDLE {
        @Override
        void addTo(final List<Edge> edges) {
            final SplittableRandom random = new SplittableRandom(3);
            for (int v = 0; v < 200; v++) {
                edges.add(new Edge(v, v + 1));
                edges.add(new Edge(v, 200));
                edges.add(new Edge(1000 + v, 1001 + v));
            }
            for (int v = 200; v < 1000; v++) {
                edges.add(new Edge(v, v + 1));
                for (int i = 0; i < 6; i++) {
                    edges.add(new Edge(v, random.nextInt(200, 1000)));
                }
            }
        }
    };

    private static final int SIDE = 40;

    abstract void addTo(List<Edge> edges);

    private static void grid(final List<Edge> edges, final int[] names, final boolean isScattered) {
        for (int i = 0; i < names.length; i++) {
            names[i] = isScattered ? (int) (i * 7919L % names.length) : i;
        }
        for (int i = 0; i < names.length; i++) {
            if (i % SIDE + 1 < SIDE) {
                edges.add(new Edge(names[i], names[i + 1]));
            }
            if (i + SIDE < names.length) {
                edges.add(new Edge(names[i], names[i + SIDE]));
            }
        }
    }

    private List<Edge> edges() {
        final List<Edge> edges = new ArrayList<>();
        addTo(edges);
        return edges;
    }

    long[] from() {
        return edges().stream().mapToLong(Edge::from).toArray();
    }

    long[] to() {
        return edges().stream().mapToLong(Edge::to).toArray();
    }

    /** Vertices are the numbers from 0 on. */
    int vertices() {
        return graph(false).vertices().size();
    }

    MapGraph graph(final boolean isDirected) {
        return new MapGraph(edges(), isDirected);
    }
}
