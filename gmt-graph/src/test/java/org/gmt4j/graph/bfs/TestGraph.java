package org.gmt4j.graph.bfs;

import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.ListedEdges;
import org.gmt4j.graph.source.PosterSource;
import org.gmt4j.graph.source.UniformSource;

/** Graphs that searches must get right. */
enum TestGraph {
    KRONECKER, UNIFORM, POSTER, STAR, PATH, GRID, CLIQUES, PIECES, PAIR, SINGLE_VERTEX, NO_EDGES, TRIANGLE_WITH_TAIL;

    EdgeSource edges() {
        switch (this) {
            case KRONECKER:
                return new KroneckerSource(9, 8, 3);
            case UNIFORM:
                return new UniformSource(8, 2, 3);
            case POSTER:
                return new PosterSource(300, 5, 3);
            case STAR:
                return star(500);
            case PATH:
                return path(150);
            case GRID:
                return grid(12, 17);
            case CLIQUES:
                return cliques(60, 91);
            case PIECES:
                return pieces();
            case PAIR:
                return ListedEdges.undirected("pair", 2, 1, 0);
            case SINGLE_VERTEX:
                return ListedEdges.undirected("single vertex", 1, 0, 0);
            case TRIANGLE_WITH_TAIL:
                return ListedEdges.undirected("triangle with tail", 7, 0, 1, 1, 2, 2, 0, 2, 3, 3, 4, 4, 5, 5, 6);
            default:
                return ListedEdges.undirected("no edges", 9);
        }
    }

    private static ListedEdges star(final int points) {
        final ListedEdges edges = new ListedEdges("star", points, false, false);
        for (int v = 0; v < points; v++) {
            if (v != 77) {
                edges.add(77, v, 1);
            }
        }
        return edges;
    }

    /** Two cliques, joined by a path whose neighbours live apart. */
    private static ListedEdges cliques(final int size, final int length) {
        final ListedEdges edges = new ListedEdges("cliques", 2L * size + length, false, false);
        for (int v = 0; v < size; v++) {
            for (int w = 0; w < v; w++) {
                edges.add(v, w, 1);
                edges.add((long) size + length + v, (long) size + length + w, 1);
            }
        }
        edges.add(0, size, 1);
        for (int v = 1; v < length; v++) {
            edges.add(size + (v - 1) * 25L % length, size + v * 25L % length, 1);
        }
        edges.add(size + (length - 1) * 25L % length, (long) size + length, 1);
        return edges;
    }

    private static ListedEdges path(final int length) {
        final ListedEdges edges = new ListedEdges("path", length, false, false);
        for (int v = 1; v < length; v++) {
            edges.add((v - 1) * 7L % length, v * 7L % length, 1);
        }
        return edges;
    }

    private static ListedEdges grid(final int width, final int height) {
        final ListedEdges edges = new ListedEdges("grid", (long) width * height, false, false);
        for (int v = 0; v < width * height; v++) {
            if (v % width > 0) {
                edges.add(v, v - 1, 1);
            }
            if (v >= width) {
                edges.add(v, v - width, 1);
            }
        }
        return edges;
    }

    /** Triangles, loops, multiple edges and lonely vertices. */
    private static ListedEdges pieces() {
        final ListedEdges edges = new ListedEdges("pieces", 60, false, false);
        for (int v = 0; v < 40; v += 4) {
            edges.add(v, v + 1, 1);
            edges.add(v + 1, v + 2, 1);
            edges.add(v + 2, v, 1);
            edges.add(v, v, 1);
            edges.add(v + 1, v, 1);
        }
        return edges;
    }
}
