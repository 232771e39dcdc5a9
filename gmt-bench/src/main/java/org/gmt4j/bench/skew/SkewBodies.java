package org.gmt4j.bench.skew;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.RangeBody;
import org.gmt4j.Scratch;

/**
 * Loops of pure arithmetic, and the proof that each iteration ran once: their number and a sum of hashes, on whatever
 * node.
 */
final class SkewBodies {
    private static final long MULTIPLIER = 6364136223846793005L;
    private static final long INCREMENT = 1442695040888963407L;

    private static final long CALL = 8;

    private SkewBodies() {
    }

    /** @param proof two elements on each node: iterations, and the sum of their hashes */
    static RangeBody shaped(final int shape, final long n, final int nodes, final double stepsPerWeight,
                            final GlobalLongArray proof) {
        return (low, high, ctx) -> {
            final long hashes = calculateAll(low, high, SkewShape.values()[shape], n, nodes, stepsPerWeight);
            proof.addNb(ctx, 2L * ctx.nodeId(), high - low);
            proof.addNb(ctx, 2L * ctx.nodeId() + 1, hashes);
        };
    }

    private static long calculateAll(final long low, final long high, final SkewShape skew, final long n,
                                     final int nodes, final double stepsPerWeight) {
        long hashes = 0;
        for (long i = low; i < high; i++) {
            hashes += calculate(i, skew.steps(i, n, nodes, stepsPerWeight));
        }
        return hashes;
    }

    /**
     * The steps of each iteration are looked up in an array: where a chunk runs at a node that does not own it, by
     * gets.
     */
    static RangeBody following(final GlobalLongArray steps, final GlobalLongArray proof) {
        return (low, high, ctx) -> {
            long hashes = 0;
            try (Scratch scratch = ctx.scratch()) {
                final int count = (int) (high - low);
                final long[] own = scratch.longs(count);
                steps.get(ctx, low, own, 0, count);
                for (long i = low; i < high; i++) {
                    hashes += calculate(i, own[(int) (i - low)]);
                }
            }
            proof.addNb(ctx, 2L * ctx.nodeId(), high - low);
            proof.addNb(ctx, 2L * ctx.nodeId() + 1, hashes);
        };
    }

    /** Iteration k of this loop is all iterations of range k of the skewed one. */
    static RangeBody dealtOut(final int shape, final long n, final int nodes, final double stepsPerWeight,
                              final long[] bounds, final GlobalLongArray proof) {
        return (low, high, ctx) -> {
            final SkewShape skew = SkewShape.values()[shape];
            long count = 0;
            long hashes = 0;
            for (long k = low; k < high; k++) {
                final long end = bounds[(int) k + 1];
                // In calls as short as those of the other loops: one long call would be compiled as it runs, and not as
                // well.
                for (long i = bounds[(int) k]; i < end; i += CALL) {
                    hashes += calculateAll(i, Math.min(i + CALL, end), skew, n, nodes, stepsPerWeight);
                }
                count += end - bounds[(int) k];
            }
            proof.addNb(ctx, 2L * ctx.nodeId(), count);
            proof.addNb(ctx, 2L * ctx.nodeId() + 1, hashes);
        };
    }

    static RangeBody fillSteps(final int shape, final long n, final int nodes, final double stepsPerWeight,
                               final GlobalLongArray steps) {
        return (low, high, ctx) -> {
            for (long i = low; i < high; i++) {
                steps.putNb(ctx, i, SkewShape.values()[shape].steps(i, n, nodes, stepsPerWeight));
            }
        };
    }

    /**
     * A dependent chain, so that it takes its time; the hash of the iteration does not depend on how long the chain is.
     */
    static long calculate(final long i, final long steps) {
        long x = i;
        for (long k = 0; k < steps; k++) {
            x = x * MULTIPLIER + INCREMENT;
        }
        return hash(i) + (x == 0 && steps > Long.MAX_VALUE - 1 ? 1 : 0);
    }

    static long hash(final long i) {
        final long z = (i + 1) * 0x9E3779B97F4A7C15L;
        return z ^ z >>> 29;
    }

    /** The expected value of the second element of the proof. */
    static long sumOfHashes(final long n) {
        long sum = 0;
        for (long i = 0; i < n; i++) {
            sum += hash(i);
        }
        return sum;
    }
}
