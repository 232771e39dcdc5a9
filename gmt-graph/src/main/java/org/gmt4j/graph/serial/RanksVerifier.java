package org.gmt4j.graph.serial;

import java.util.Optional;

/**
 * Judges ranks by what PageRank is: one more iteration, by one thread on rows of its own, must not change them by more
 * than the damped change of the last iteration, and their sum is 1. Ranks of which this is true are as close to the
 * solution as the run has said, for an iteration brings any two vectors nearer to each other by the damping. Where the
 * run may round shares, by {@link RoundingRule}, a change may be larger by what that makes. Owned by one thread.
 * Memory: rows of the whole graph, and 24 bytes a vertex.
 */
public final class RanksVerifier {
    /** Of sums in another order. */
    private static final double ROUNDING = 1e-9;

    private final LocalCsr graph;
    private final NumberedEdges edges;
    private final SerialPageRank iteration;
    private final double damping;
    private double[] ranks;
    private int next;
    private double sum;

    /** Reads the edges and makes rows of them. */
    public RanksVerifier(final NumberedEdges edges, final double damping) {
        this.edges = edges;
        this.damping = damping;
        graph = LocalCsr.of(edges.toSource(), edges.isDirected());
        iteration = new SerialPageRank(graph, edges.isDirected() ? graph.reversed() : graph, damping);
    }

    /** Heap bytes while it is made and used: rows are copied once when repetitions have been dropped. */
    public static long heapBytes(final long vertexCount, final long edgeCount) {
        return 16 * edgeCount + 60 * vertexCount;
    }

    /** Begins with an answer. */
    public void begin() {
        ranks = new double[graph.vertexCount()];
        next = 0;
        sum = 0;
    }

    /** Takes the rank of the next vertex; they ascend. */
    public void accept(final long vertex, final double rank) {
        if (next < ranks.length && vertex == edges.name(next)) {
            ranks[next] = rank;
            sum += rank;
        }
        next++;
    }

    /**
     * Ends an answer: what is wrong with it, or nothing.
     *
     * @param lastChange of the last iteration
     * @param tolerance  that the run was given
     */
    public Optional<String> verdict(final double lastChange, final double tolerance) {
        if (next != ranks.length) {
            return Optional.of(next + " vertices have a rank, of " + ranks.length);
        }
        if (next > 0 && !(Math.abs(sum - 1) <= ROUNDING)) {
            return Optional.of("the ranks of all vertices are " + sum + " together, not 1");
        }
        final double change = iteration.change(ranks);
        final double rounding = ROUNDING
            + (RoundingRule.isSingle(ranks.length, tolerance) ? RoundingRule.ofIteration(damping) : 0);
        return change <= damping * lastChange + rounding ? Optional.empty()
            : Optional.of("one more iteration changes the ranks by " + change + ", more than " + damping + " of the "
                + lastChange + " of the last one");
    }
}
