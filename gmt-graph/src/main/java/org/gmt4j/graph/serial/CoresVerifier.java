package org.gmt4j.graph.serial;

import java.util.Optional;

/**
 * Judges core numbers by a certificate, whatever has found them. No number is too high: each vertex has as many
 * neighbours of its own number or more. None is too low: when vertices are taken away in the order of their numbers,
 * each has, at some time, no more neighbours left than its number. Owned by one thread. Time O(V + E); memory: rows of
 * the whole graph, and 17 bytes a vertex.
 */
public final class CoresVerifier {
    private final LocalCsr graph;
    private final NumberedEdges edges;
    private final AnswerColumn cores;

    /** Reads the edges and makes rows of them. */
    public CoresVerifier(final NumberedEdges edges) {
        this.edges = edges;
        graph = LocalCsr.symmetrised(edges.toSource());
        cores = new AnswerColumn(edges, "a core number");
    }

    /** Begins with an answer. */
    public void begin() {
        cores.begin();
    }

    /** Takes the core number of the next vertex; they ascend. */
    public void accept(final long vertex, final long core) {
        cores.accept(vertex, core);
    }

    /**
     * Ends an answer: what is wrong with it, or nothing.
     *
     * @param degeneracy as it says
     * @param innermost  vertices of this core number, as it says
     */
    public Optional<String> verdict(final long degeneracy, final long innermost) {
        return cores.gap().or(this::tooHigh).or(this::tooLow).or(() -> wrongEnd(degeneracy, innermost));
    }

    private Optional<String> wrongEnd(final long degeneracy, final long innermost) {
        long largest = 0;
        long count = 0;
        for (int v = 0; v < graph.vertexCount(); v++) {
            largest = Math.max(largest, cores.word(v));
            count += cores.word(v) == degeneracy ? 1 : 0;
        }
        if (largest != degeneracy) {
            return Optional.of("the largest core number is " + largest + ", but the degeneracy is said to be "
                + degeneracy);
        }
        return count == innermost ? Optional.empty() : Optional.of(innermost + " vertices are said to have the core"
            + " number " + degeneracy + ", not " + count);
    }

    private Optional<String> tooHigh() {
        for (int v = 0; v < graph.vertexCount(); v++) {
            final long supporters = neighbours(v, cores.word(v));
            if (cores.word(v) < 0 || supporters < cores.word(v)) {
                return Optional.of("vertex " + edges.name(v) + " has core number " + cores.word(v) + ", but only "
                    + supporters + " neighbours of that number or more");
            }
        }
        return Optional.empty();
    }

    /** Neighbours of a number or more. */
    private int neighbours(final int vertex, final long least) {
        int count = 0;
        for (int e = graph.offsets()[vertex]; e < graph.offsets()[vertex + 1]; e++) {
            count += cores.word(graph.targets()[e]) >= least ? 1 : 0;
        }
        return count;
    }

    /** Numbers are at most degrees here. Vertices of a number are taken away as soon as they have no more left. */
    private Optional<String> tooLow() {
        final int n = graph.vertexCount();
        final int[] left = new int[n];
        final int[] waiting = new int[n];
        int taken = 0;
        int count = 0;
        for (int v = 0; v < n; v++) {
            left[v] = neighbours(v, cores.word(v));
            if (left[v] == cores.word(v)) {
                waiting[count++] = v;
            }
        }
        while (taken < count) {
            final int vertex = waiting[taken++];
            for (int e = graph.offsets()[vertex]; e < graph.offsets()[vertex + 1]; e++) {
                final int other = graph.targets()[e];
                if (cores.word(other) == cores.word(vertex) && --left[other] == cores.word(other)) {
                    waiting[count++] = other;
                }
            }
        }
        for (int v = 0; v < n; v++) {
            if (left[v] > cores.word(v)) {
                return Optional.of("vertex " + edges.name(v) + " has core number " + cores.word(v) + ", but " + left[v]
                    + " neighbours are left when all that have fewer are gone");
            }
        }
        return Optional.empty();
    }
}
