package org.gmt4j.graph.paths;

import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.source.WeightKind;

/**
 * How lengths of paths are calculated with: as words that order as the lengths do, for lengths are never negative.
 * Immutable; per edge.
 *
 * @param isReal words are the bits of doubles, else the lengths themselves
 * @param delta  width of a bucket, greater than zero
 */
record PathLengths(boolean isReal, double delta) {
    /** Word of a vertex that has not been reached. */
    static final long UNREACHED = Long.MAX_VALUE;
    /** Words of lengths that are too long to be added up: above all others. A shorter path may still be found. */
    private static final long TOO_LONG = UNREACHED - 1;
    private static final long TOO_LONG_REAL = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
    /** Narrow buckets follow fewer edges again, and each costs a round: of graphs with many edges there are few. */
    private static final double BUCKETS_OF_A_STEP = 4;
    private static final double LARGE_DEGREE = 8;

    /**
     * By default a bucket is as wide as a typical weight by the mean degree, a quarter of that where the degree is
     * large; of whole numbers 1 at least.
     */
    static PathLengths of(final CsrGraph graph, final double delta) {
        final boolean isReal = graph.weights() != null && graph.weights().kind() == WeightKind.DOUBLE;
        return new PathLengths(isReal, delta > 0 ? delta : defaultDelta(graph, isReal));
    }

    private static double defaultDelta(final CsrGraph graph, final boolean isReal) {
        final double degree = Math.max(1, (double) graph.storedEdges() / Math.max(1, graph.vertexCount()));
        final double typical = graph.weights() == null ? 1 : graph.weights().typical();
        final double delta = typical / degree / (degree < LARGE_DEGREE ? 1 : BUCKETS_OF_A_STEP);
        return isReal ? delta > 0 ? delta : 1 : Math.max(1, Math.floor(delta));
    }

    long bucket(final long length) {
        return Math.min(Long.MAX_VALUE - 1, (long) ((isReal ? Double.longBitsToDouble(length) : length) / delta));
    }

    /** The length of a path with one edge more; a word {@link #isTooLong too long} where none can say it. */
    long plus(final long length, final long weight) {
        if (isReal) {
            return Double.doubleToRawLongBits(Double.longBitsToDouble(length) + Double.longBitsToDouble(weight));
        }
        final long sum = length + weight;
        return sum < 0 ? TOO_LONG : Math.min(sum, TOO_LONG);
    }

    /** Whether a word stands for all lengths that no word can say. */
    boolean isTooLong(final long length) {
        return length == (isReal ? TOO_LONG_REAL : TOO_LONG);
    }

    /** Whether a path with one edge more is shorter than another one. */
    boolean isShorter(final long length, final long weight, final long than) {
        return isReal
            ? Double.doubleToRawLongBits(Double.longBitsToDouble(length) + Double.longBitsToDouble(weight)) < than
            : weight < than - length;
    }

    /** Whether an edge leads from a shorter path to another one. */
    boolean leadsTo(final long length, final long weight, final long to) {
        return length < to && (isReal
            ? Double.longBitsToDouble(length) + Double.longBitsToDouble(weight) == Double.longBitsToDouble(to)
            : weight == to - length);
    }

    /** The smallest length of a bucket and those above it. */
    long start(final long bucket) {
        long low = 0;
        long high = isReal ? TOO_LONG_REAL : UNREACHED;
        while (low < high) {
            final long middle = low + high >>> 1;
            if (bucket(middle) < bucket) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Refuses the shortest path to a vertex. */
    GraphException tooLong() {
        return new GraphException(GraphException.BAD_WEIGHT, "a path is longer than a " + (isReal ? "double" : "long")
            + " can hold: take smaller weights");
    }
}
