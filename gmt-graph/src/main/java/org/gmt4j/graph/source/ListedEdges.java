package org.gmt4j.graph.source;

import java.util.Arrays;
import java.util.OptionalLong;
import org.gmt4j.graph.GraphException;

/**
 * A small graph whose edges are listed in memory: extraction results, tests, a program's own data. Add edges from one
 * thread, then read from any.
 */
public final class ListedEdges implements EdgeSource {
    private final String name;
    private final long vertices;
    private final boolean directed;
    private final boolean weighted;
    private long[] pairs = new long[64];
    private int[] weights = new int[32];
    private int count;
    private String[] names;

    /** @param vertices number of vertices; edges with other ids are refused */
    public ListedEdges(final String name, final long vertices, final boolean directed, final boolean weighted) {
        this.name = name;
        this.vertices = vertices;
        this.directed = directed;
        this.weighted = weighted;
    }

    /** Undirected graph from pairs {@code s0, t0, s1, t1, ...}. */
    public static ListedEdges undirected(final String name, final long vertices, final long... pairs) {
        final ListedEdges edges = new ListedEdges(name, vertices, false, false);
        for (int i = 0; i < pairs.length; i += 2) {
            edges.add(pairs[i], pairs[i + 1], 1);
        }
        return edges;
    }

    public void add(final long source, final long target, final int weight) {
        if (source < 0 || source >= vertices || target < 0 || target >= vertices) {
            throw new GraphException(GraphException.VERTEX_OUT_OF_RANGE,
                name + ": edge " + source + " -> " + target + " leaves the vertices 0.." + (vertices - 1));
        }
        if (count == weights.length) {
            weights = Arrays.copyOf(weights, 2 * count);
            pairs = Arrays.copyOf(pairs, 4 * count);
        }
        pairs[2 * count] = source;
        pairs[2 * count + 1] = target;
        weights[count++] = weight;
    }

    /** Gives the vertices names; returns this. */
    public ListedEdges withVertexNames(final String[] vertexNames) {
        if (vertexNames.length != vertices) {
            throw new IllegalArgumentException(vertexNames.length + " names for " + vertices + " vertices");
        }
        names = vertexNames.clone();
        return this;
    }

    @Override
    public boolean hasVertexNames() {
        return names != null;
    }

    @Override
    public String vertexName(final long vertex) {
        return names == null ? Long.toString(vertex) : names[(int) vertex];
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public OptionalLong vertexCount() {
        return OptionalLong.of(vertices);
    }

    @Override
    public OptionalLong edgeCount() {
        return OptionalLong.of(count);
    }

    @Override
    public boolean directed() {
        return directed;
    }

    @Override
    public boolean weighted() {
        return weighted;
    }

    @Override
    public EdgeCursor open(final int part, final int parts) {
        return new IndexedCursor(PartRange.of(count, part, parts)) {
            @Override
            void generate(final long first, final long end, final EdgeBatch batch) {
                for (int i = (int) first; i < end; i++) {
                    batch.add(pairs[2 * i], pairs[2 * i + 1], weighted ? weights[i] : 1);
                }
            }
        };
    }
}
