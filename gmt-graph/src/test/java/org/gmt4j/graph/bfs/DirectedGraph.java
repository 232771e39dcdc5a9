package org.gmt4j.graph.bfs;

import java.util.Random;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.ListedEdges;

/** Directed graphs that searches must get right: where one follows edges backwards, the levels differ. */
enum DirectedGraph {
    CYCLE, TREE_DOWN, TREE_UP, SHORT_CUT_BACK, LOOPS_AND_REPETITIONS, SPARSE, DENSE, SKEWED, NO_EDGES;

    EdgeSource edges() {
        switch (this) {
            case CYCLE:
                return cycle();
            case TREE_DOWN:
                return tree(true);
            case TREE_UP:
                return tree(false);
            case SHORT_CUT_BACK:
                return shortCutBack();
            case LOOPS_AND_REPETITIONS:
                return loopsAndRepetitions();
            case SPARSE:
                return random(200, 260, 1);
            case DENSE:
                return random(150, 3000, 2);
            case SKEWED:
                return skewed();
            default:
                return new ListedEdges("none", 5, true, false);
        }
    }

    private static ListedEdges cycle() {
        final ListedEdges edges = new ListedEdges("cycle", 50, true, false);
        for (int v = 0; v < 50; v++) {
            edges.add(v, (v + 1) % 50, 1);
        }
        return edges;
    }

    private static ListedEdges tree(final boolean isDown) {
        final ListedEdges edges = new ListedEdges(isDown ? "down" : "up", 127, true, false);
        for (int v = 1; v < 127; v++) {
            edges.add(isDown ? (v - 1) / 2 : v, isDown ? v : (v - 1) / 2, 1);
        }
        return edges;
    }

    /** A long way, with edges from everybody back to the begin: levels of neighbours differ by any number. */
    private static ListedEdges shortCutBack() {
        final ListedEdges edges = new ListedEdges("back", 60, true, false);
        for (int v = 1; v < 60; v++) {
            edges.add(v - 1, v, 1);
            edges.add(v, 0, 1);
        }
        return edges;
    }

    private static ListedEdges loopsAndRepetitions() {
        final ListedEdges edges = new ListedEdges("odd", 30, true, false);
        for (int v = 0; v < 20; v++) {
            edges.add(v, v, 1);
            edges.add(v, v * 7 % 20, 1);
            edges.add(v, v * 7 % 20, 1);
            edges.add(v, (v + 1) % 20, 1);
        }
        return edges;
    }

    private static ListedEdges random(final int vertices, final int count, final int seed) {
        final ListedEdges edges = new ListedEdges("random-" + vertices + "-" + count, vertices, true, false);
        final Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            edges.add(random.nextInt(vertices), random.nextInt(vertices), 1);
        }
        return edges;
    }

    /** Few vertices have most edges, in one direction only: frontiers are large enough to be searched bottom-up. */
    private static ListedEdges skewed() {
        final ListedEdges edges = new ListedEdges("skewed", 700, true, false);
        final Random random = new Random(4);
        for (int i = 0; i < 9000; i++) {
            final double one = random.nextDouble();
            edges.add((int) (700 * one * one * one), random.nextInt(700), 1);
        }
        return edges;
    }
}
