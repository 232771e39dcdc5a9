package org.gmt4j.graph.serial;

import java.util.Arrays;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeBatch;
import org.gmt4j.graph.source.EdgeSource;

/**
 * A compressed sparse row graph in the heap of one process, with int vertices and int edge positions: the reference
 * against which distributed graphs are judged, and the base of serial kernels. Immutable, any thread; the arrays are
 * not copies.
 *
 * <p>Neighbours of {@code v} are {@code targets()[offsets()[v]] .. targets()[offsets()[v + 1] - 1]}, ascending. Memory:
 * four bytes per vertex and per stored direction, twice that while building.
 */
public final class LocalCsr {
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

    private final String name;
    private final int[] offsets;
    private final int[] targets;
    private final int[] listedEdges;
    private final long listedEdgeCount;
    private final boolean isSymmetric;

    private LocalCsr(final String name, final boolean isSymmetric, final int[] offsets, final int[] targets,
                     final int[] listedEdges, final long listedEdgeCount) {
        this.name = name;
        this.isSymmetric = isSymmetric;
        this.offsets = offsets;
        this.targets = targets;
        this.listedEdges = listedEdges;
        this.listedEdgeCount = listedEdgeCount;
    }

    /** Both directions of every edge; self-loops dropped, multiple edges stored once. */
    public static LocalCsr symmetrised(final EdgeSource source) {
        return build(source, true).withoutRepetitions();
    }

    /** From source to target as listed; self-loops dropped, multiple edges stored once. */
    public static LocalCsr directed(final EdgeSource source) {
        return build(source, false).withoutRepetitions();
    }

    /** {@link #directed} or {@link #symmetrised}. */
    public static LocalCsr of(final EdgeSource source, final boolean isDirected) {
        return isDirected ? directed(source) : symmetrised(source);
    }

    /** The edges as they are listed, from source to target; self-loops and multiple edges kept. */
    public static LocalCsr asListed(final EdgeSource source) {
        return build(source, false);
    }

    private static LocalCsr build(final EdgeSource source, final boolean symmetrise) {
        final int vertices = checkedVertexCount(source);
        final int[] listed = new int[vertices];
        final int[] degrees = new int[vertices];
        final long[] totals = new long[2];      // listed edges, stored directions
        source.forEachEdge(0, 1, batch -> countDegrees(batch, symmetrise, listed, degrees, totals));
        if (totals[1] > MAX_ARRAY) {
            throw new GraphException(GraphException.TOO_LARGE, source.name() + ": " + totals[1]
                + " stored edges exceed the serial graph's limit of " + MAX_ARRAY + "; use a distributed graph");
        }
        final int[] offsets = prefixSums(degrees);
        final int[] targets = new int[(int) totals[1]];
        final int[] next = Arrays.copyOf(offsets, vertices);
        source.forEachEdge(0, 1, batch -> place(batch, symmetrise, next, targets));
        for (int v = 0; v < vertices; v++) {
            Arrays.sort(targets, offsets[v], offsets[v + 1]);
        }
        return new LocalCsr(source.name(), symmetrise, offsets, targets, listed, totals[0]);
    }

    private static int checkedVertexCount(final EdgeSource source) {
        final long vertices = source.countVertices();
        if (vertices > MAX_ARRAY) {
            throw new GraphException(GraphException.TOO_LARGE,
                source.name() + ": " + vertices + " vertices exceed the serial graph's limit of " + MAX_ARRAY);
        }
        return (int) vertices;
    }

    private static void countDegrees(final EdgeBatch batch, final boolean symmetrise, final int[] listed,
                                     final int[] degrees, final long[] totals) {
        totals[0] += batch.count();
        for (int i = 0; i < batch.count(); i++) {
            final int s = (int) batch.source(i);
            final int t = (int) batch.target(i);
            listed[s]++;
            if (!symmetrise) {
                degrees[s]++;
                totals[1]++;
            } else if (s != t) {
                degrees[s]++;
                degrees[t]++;
                totals[1] += 2;
            }
        }
    }

    private static void place(final EdgeBatch batch, final boolean symmetrise, final int[] next, final int[] targets) {
        for (int i = 0; i < batch.count(); i++) {
            final int s = (int) batch.source(i);
            final int t = (int) batch.target(i);
            if (!symmetrise) {
                targets[next[s]++] = t;
            } else if (s != t) {
                targets[next[s]++] = t;
                targets[next[t]++] = s;
            }
        }
    }

    private static int[] prefixSums(final int[] degrees) {
        final int[] offsets = new int[degrees.length + 1];
        for (int v = 0; v < degrees.length; v++) {
            offsets[v + 1] = offsets[v] + degrees[v];
        }
        return offsets;
    }

    private LocalCsr withoutRepetitions() {
        int kept = 0;
        int start = 0;
        for (int v = 0; v < vertexCount(); v++) {
            final int end = offsets[v + 1];
            offsets[v] = kept;
            for (int i = start; i < end; i++) {
                if (targets[i] != v && (i == start || targets[i] != targets[i - 1])) {
                    targets[kept++] = targets[i];
                }
            }
            start = end;
        }
        offsets[vertexCount()] = kept;
        return new LocalCsr(name, isSymmetric, offsets, Arrays.copyOf(targets, kept), listedEdges, listedEdgeCount);
    }

    /** The same edges from target to source; {@link #listedEdges(int)} stay those of this graph. */
    public LocalCsr reversed() {
        final int[] degrees = new int[vertexCount()];
        for (final int target : targets) {
            degrees[target]++;
        }
        final int[] starts = prefixSums(degrees);
        final int[] next = Arrays.copyOf(starts, vertexCount());
        final int[] sources = new int[targets.length];
        for (int v = 0; v < vertexCount(); v++) {
            for (int e = offsets[v]; e < offsets[v + 1]; e++) {
                sources[next[targets[e]]++] = v;
            }
        }
        return new LocalCsr(name, isSymmetric, starts, sources, listedEdges, listedEdgeCount);
    }

    public String name() {
        return name;
    }

    /** Both directions of every edge are stored. */
    public boolean symmetric() {
        return isSymmetric;
    }

    public int vertexCount() {
        return offsets.length - 1;
    }

    /** Stored directions: for a symmetrised graph twice the number of distinct undirected edges. */
    public int storedEdgeCount() {
        return targets.length;
    }

    /** Edges of the source as listed, with self-loops and multiple edges. */
    public long listedEdgeCount() {
        return listedEdgeCount;
    }

    /**
     * Listed edges whose source is {@code vertex}. Summed over the reached vertices of a symmetrised graph this is
     * Graph500's number of input edges of the component, the numerator of TEPS; of a directed graph the number of
     * listed edges that a search from the root looks at.
     */
    public int listedEdges(final int vertex) {
        return listedEdges[vertex];
    }

    public int degree(final int vertex) {
        return offsets[vertex + 1] - offsets[vertex];
    }

    /** {@code vertexCount() + 1} positions in {@link #targets()}. */
    public int[] offsets() {
        return offsets;
    }

    public int[] targets() {
        return targets;
    }

    /** Whether {@code target} is among the neighbours of {@code source}; logarithmic in the degree. */
    public boolean hasEdge(final int source, final int target) {
        return Arrays.binarySearch(targets, offsets[source], offsets[source + 1], target) >= 0;
    }

    /** The vertex with most neighbours, the smallest of several. */
    public int hub() {
        int hub = 0;
        for (int v = 1; v < vertexCount(); v++) {
            if (degree(v) > degree(hub)) {
                hub = v;
            }
        }
        return hub;
    }
}
