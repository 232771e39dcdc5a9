package org.gmt4j.graph.serial;

import java.util.Arrays;
import java.util.Optional;

/**
 * Judges ranks by what PageRank is: one more iteration, by one thread on rows of its own, must not change them by more
 * than the damped change of the last iteration, and their sum is 1. Ranks of which this is true are as close to the
 * solution as the run has said, for an iteration brings any two vectors nearer to each other by the damping. What the
 * run says is not believed either: it has to go on until ranks change by no more than the tolerance, or as often as it
 * may; and its last change is no larger than the first one, which one thread finds, damped by each iteration since.
 * Where the run may round shares, by {@link RoundingRule}, changes may be larger by what that makes. Owned by one
 * thread. Memory: rows of the whole graph, and 32 bytes a vertex.
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
     * @param iterations    that the run has made
     * @param lastChange    of the last iteration
     * @param tolerance     that the run was given
     * @param maxIterations that the run was given
     */
    public Optional<String> verdict(final int iterations, final double lastChange, final double tolerance,
                                    final int maxIterations) {
        if (next != ranks.length) {
            return Optional.of(next + " vertices have a rank, of " + ranks.length);
        }
        if (next == 0) {
            return Optional.empty();
        }
        if (!(Math.abs(sum - 1) <= ROUNDING)) {
            return Optional.of("the ranks of all vertices are " + sum + " together, not 1");
        }
        if (iterations < 1 || iterations > maxIterations || iterations < maxIterations && !(lastChange <= tolerance)) {
            return Optional.of("the run has ended after " + iterations + " iterations of " + maxIterations
                + ", the last of which has changed the ranks by " + lastChange);
        }
        final boolean isSingle = RoundingRule.isSingle(ranks.length, tolerance);
        final double most = mostChange(iterations) + ROUNDING + (isSingle ? 2 * RoundingRule.ofRanks(damping) : 0);
        if (!(lastChange <= most)) {
            return Optional.of("iteration " + iterations + " is said to have changed the ranks by " + lastChange
                + ", more than the " + most + " that are possible");
        }
        final double change = iteration.change(ranks);
        return change <= damping * lastChange + ROUNDING + (isSingle ? RoundingRule.ofIteration(damping) : 0)
            ? Optional.empty() : Optional.of("one more iteration changes the ranks by " + change + ", more than "
                + damping + " of the " + lastChange + " of the last one");
    }

    /** By how much an iteration can change ranks at most, without rounding: all begin with equal ones. */
    private double mostChange(final int iterations) {
        final double[] equal = new double[ranks.length];
        Arrays.fill(equal, 1.0 / equal.length);
        return iteration.change(equal) * Math.pow(damping, iterations - 1);
    }
}
