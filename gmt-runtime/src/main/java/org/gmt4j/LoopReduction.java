package org.gmt4j;

import org.gmt4j.fibers.SuspendExecution;

/**
 * A loop that combines the values returned by its iterations into one, in place of a shared counter. Made by
 * {@link TaskContext#loop}; immutable; for use by the task that made it.
 *
 * <pre>{@code
 * long even   = ctx.loop(n, 4096).count((i, c) -> a.get(c, i) % 2 == 0);
 * double norm = ctx.loop(n, 4096).deterministic().sumDouble((i, c) -> { double v = x.get(c, i); return v * v; });
 * long best   = ctx.loop(n, 4096).with(SpawnPolicy.ownerOf(a)).max((i, c) -> a.get(c, i));
 * }</pre>
 *
 * <p><b>Where.</b> Iterations run in chunks, as in {@link TaskContext#parFor}, on the nodes selected by the policy,
 * with the same random numbers, failures and teams. Each node combines the values of its chunks and sends one message
 * with the result.
 *
 * <p><b>Empty loops.</b> A loop without iterations returns the identity: 0 for sums and counts; the largest value of
 * the type for {@code min} ({@code Long.MAX_VALUE}, positive infinity), the smallest for {@code max}
 * ({@code Long.MIN_VALUE}, negative infinity).
 *
 * <p><b>Order.</b> Sums of {@code long} wrap and are the same in any order. Sums of {@code double} and results of
 * custom operators are combined in the order in which chunks end, so the last digits may differ between runs, unless
 * the loop is {@link #deterministic()}. {@code minDouble} and {@code maxDouble} follow {@link Math}: the result is NaN
 * when any value is NaN, and -0.0 is less than 0.0.
 */
public interface LoopReduction {
    /** Returns the same loop with another placement of its iterations. The default is {@link SpawnPolicy#PARTITION}. */
    LoopReduction with(SpawnPolicy newPolicy);

    /**
     * Returns the same loop with a result that depends on the iterations and the chunk size only, not on the number of
     * nodes and threads or on timing. Values are combined from left to right within a chunk, and chunks along a fixed
     * tree, left before right, so the operator need not be commutative. Not with {@link SpawnPolicy#ownerOf}, where
     * chunks end at the owners' boundaries, nor with chunks of {@link TaskContext#MEASURED} size: the reduction is
     * refused then (GMT-683).
     */
    LoopReduction deterministic();

    /** Returns the sum of the values of all iterations. */
    default long sum(final LongIndexFunction function) throws SuspendExecution {
        return reduce(0, (a, b) -> a + b, function);
    }

    /** Returns the sum of the values of all chunks. */
    default long sum(final LongRangeFunction function) throws SuspendExecution {
        return reduce(0, (a, b) -> a + b, function);
    }

    /** Returns the smallest value of all iterations; {@code Long.MAX_VALUE} for an empty loop. */
    default long min(final LongIndexFunction function) throws SuspendExecution {
        return reduce(Long.MAX_VALUE, (a, b) -> Math.min(a, b), function);
    }

    /** Returns the smallest value of all chunks; {@code Long.MAX_VALUE} for an empty loop. */
    default long min(final LongRangeFunction function) throws SuspendExecution {
        return reduce(Long.MAX_VALUE, (a, b) -> Math.min(a, b), function);
    }

    /** Returns the largest value of all iterations; {@code Long.MIN_VALUE} for an empty loop. */
    default long max(final LongIndexFunction function) throws SuspendExecution {
        return reduce(Long.MIN_VALUE, (a, b) -> Math.max(a, b), function);
    }

    /** Returns the largest value of all chunks; {@code Long.MIN_VALUE} for an empty loop. */
    default long max(final LongRangeFunction function) throws SuspendExecution {
        return reduce(Long.MIN_VALUE, (a, b) -> Math.max(a, b), function);
    }

    /** Returns the number of iterations for which the predicate is true. */
    long count(IndexPredicate predicate) throws SuspendExecution;

    /**
     * Combines the values of all iterations by an operator.
     *
     * @param identity neutral value of the operator, as 0 is for a sum: the result of an empty loop, and the start of
     *                 each chunk
     */
    long reduce(long identity, LongOperator operator, LongIndexFunction function) throws SuspendExecution;

    /**
     * Combines the values of all chunks by an operator.
     *
     * @param identity result of an empty loop
     */
    long reduce(long identity, LongOperator operator, LongRangeFunction function) throws SuspendExecution;

    /** Returns the sum of the values of all iterations. */
    default double sumDouble(final DoubleIndexFunction function) throws SuspendExecution {
        return reduceDouble(0, (a, b) -> a + b, function);
    }

    /** Returns the sum of the values of all chunks. */
    default double sumDouble(final DoubleRangeFunction function) throws SuspendExecution {
        return reduceDouble(0, (a, b) -> a + b, function);
    }

    /** Returns the smallest value of all iterations; positive infinity for an empty loop. */
    default double minDouble(final DoubleIndexFunction function) throws SuspendExecution {
        return reduceDouble(Double.POSITIVE_INFINITY, (a, b) -> Math.min(a, b), function);
    }

    /** Returns the smallest value of all chunks; positive infinity for an empty loop. */
    default double minDouble(final DoubleRangeFunction function) throws SuspendExecution {
        return reduceDouble(Double.POSITIVE_INFINITY, (a, b) -> Math.min(a, b), function);
    }

    /** Returns the largest value of all iterations; negative infinity for an empty loop. */
    default double maxDouble(final DoubleIndexFunction function) throws SuspendExecution {
        return reduceDouble(Double.NEGATIVE_INFINITY, (a, b) -> Math.max(a, b), function);
    }

    /** Returns the largest value of all chunks; negative infinity for an empty loop. */
    default double maxDouble(final DoubleRangeFunction function) throws SuspendExecution {
        return reduceDouble(Double.NEGATIVE_INFINITY, (a, b) -> Math.max(a, b), function);
    }

    /**
     * Combines the values of all iterations by an operator.
     *
     * @param identity neutral value of the operator: the result of an empty loop, and the start of each chunk
     */
    double reduceDouble(double identity, DoubleOperator operator, DoubleIndexFunction function) throws SuspendExecution;

    /**
     * Combines the values of all chunks by an operator.
     *
     * @param identity result of an empty loop
     */
    double reduceDouble(double identity, DoubleOperator operator, DoubleRangeFunction function) throws SuspendExecution;

    /**
     * Combines values of several {@code long}s each, such as a minimum and its place. What one node has combined may
     * have up to 32 MB, GMT-203 beyond: one value, or, where the loop is {@link #deterministic()}, up to twice the
     * binary logarithm of the number of its chunks.
     *
     * @param operator returns arrays of the same length as it gets
     * @param function value of a chunk; all its arrays have the same length
     * @return the combined value; null for an empty loop
     */
    long[] reduceLongs(LongsOperator operator, LongsRangeFunction function) throws SuspendExecution;
}
