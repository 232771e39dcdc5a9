package org.gmt4j.graph.bfs;

import java.util.Arrays;

/**
 * Upper bounds of the degrees of all vertices of a graph, the same on all nodes, in little memory: exact for the
 * vertices of largest degree, one common bound for all others. Written once, then read by any thread; a bound takes a
 * binary search.
 *
 * <p>Memory: {@link #BYTES_PER_VERTEX} bytes for each of at most {@link #MOST} vertices.
 */
final class KnownDegrees {
    /** Vertices whose degrees are known exactly, at most. */
    static final int MOST = 8192;
    /** Bytes of a vertex and its degree. */
    static final int BYTES_PER_VERTEX = Long.BYTES + Integer.BYTES;

    private long[] vertices = new long[256];
    private int[] degrees = new int[256];
    private int count;
    /** Smaller degrees are not kept. */
    private long least = 1;
    /** Largest degree that is not kept. */
    private int rest;

    /**
     * Adds the degrees of vertices {@code start + from} to {@code start + to - 1}. Ascending by vertex; all nodes add
     * the same.
     */
    void addAll(final long start, final int[] all, final int from, final int to) {
        for (int i = from; i < to; i++) {
            add(start + i, all[i]);
        }
    }

    private void add(final long vertex, final int degree) {
        while (degree >= least && count == MOST) {
            raise();
        }
        if (degree < least) {
            rest = Math.max(rest, degree);
            return;
        }
        if (count == vertices.length) {
            vertices = Arrays.copyOf(vertices, 2 * count);
            degrees = Arrays.copyOf(degrees, 2 * count);
        }
        vertices[count] = vertex;
        degrees[count++] = degree;
    }

    private void raise() {
        least *= 2;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (degrees[i] >= least) {
                vertices[kept] = vertices[i];
                degrees[kept++] = degrees[i];
            } else {
                rest = Math.max(rest, degrees[i]);
            }
        }
        count = kept;
    }

    /** Returns the degree of a vertex, or the next larger one that is known. */
    long bound(final long vertex) {
        final int at = Arrays.binarySearch(vertices, 0, count, vertex);
        return at >= 0 ? degrees[at] : rest;
    }
}
