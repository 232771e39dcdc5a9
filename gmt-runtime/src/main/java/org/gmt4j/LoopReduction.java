package org.gmt4j;

import org.gmt4j.fibers.SuspendExecution;

/**
 * A loop whose iterations return values that are combined to one: what people want a shared counter for. Made by
 * {@link TaskContext#loop}; immutable; used by the task that made it.
 *
 * <pre>{@code
 * long even   = ctx.loop(n, 4096).count((i, c) -> a.get(c, i) % 2 == 0);
 * double norm = ctx.loop(n, 4096).deterministic().sumDouble((i, c) -> { double v = x.get(c, i); return v * v; });
 * long best   = ctx.loop(n, 4096).with(SpawnPolicy.ownerOf(a)).max((i, c) -> a.get(c, i));
 * }</pre>
 *
 * <p><b>Where.</b> Iterations run in chunks, as in {@link TaskContext#parFor}: on the nodes that the policy says, with
 * the same random numbers, failures, teams. Each node combines the values of its chunks and sends one message with the
 * result.
 *
 * <p><b>Nothing to combine.</b> A loop of no iterations gives the identity: 0 for sums and counts; the largest value of
 * the type for {@code min} ({@code Long.MAX_VALUE}, positive infinity), the smallest for {@code max}
 * ({@code Long.MIN_VALUE}, negative infinity).
 *
 * <p><b>Order.</b> Sums of {@code long} wrap and are the same in any order. Sums of {@code double}, and own operators,
 * are combined as chunks end, so that the last digits may differ between runs, unless {@link #deterministic()}.
 * {@code minDouble} and {@code maxDouble} are those of {@link Math}: NaN wins, and -0.0 is below 0.0.
 */
public interface LoopReduction {
    /** The same loop with other places for its iterations; {@link SpawnPolicy#PARTITION} otherwise. */
    LoopReduction with(SpawnPolicy newPolicy);

    /**
     * The same loop, whose result depends on iterations and chunk only: not on the count of nodes or threads, nor on
     * who was faster. Within a chunk values are combined from left to right, chunks along a fixed tree, left before
     * right; so the operator need not be commutative. Not with {@link SpawnPolicy#ownerOf}, where chunks end at the
     * owners' boundaries.
     */
    LoopReduction deterministic();

    /** Sum of the values of all iterations. */
    default long sum(final LongIndexFunction function) throws SuspendExecution {
        return reduce(0, (a, b) -> a + b, function);
    }

    /** Sum of the values of all chunks. */
    default long sum(final LongRangeFunction function) throws SuspendExecution {
        return reduce(0, (a, b) -> a + b, function);
    }

    /** Smallest value; {@code Long.MAX_VALUE} of none. */
    default long min(final LongIndexFunction function) throws SuspendExecution {
        return reduce(Long.MAX_VALUE, (a, b) -> Math.min(a, b), function);
    }

    /** Smallest value of a chunk; {@code Long.MAX_VALUE} of none. */
    default long min(final LongRangeFunction function) throws SuspendExecution {
        return reduce(Long.MAX_VALUE, (a, b) -> Math.min(a, b), function);
    }

    /** Largest value; {@code Long.MIN_VALUE} of none. */
    default long max(final LongIndexFunction function) throws SuspendExecution {
        return reduce(Long.MIN_VALUE, (a, b) -> Math.max(a, b), function);
    }

    /** Largest value of a chunk; {@code Long.MIN_VALUE} of none. */
    default long max(final LongRangeFunction function) throws SuspendExecution {
        return reduce(Long.MIN_VALUE, (a, b) -> Math.max(a, b), function);
    }

    /** How many iterations count. */
    long count(IndexPredicate predicate) throws SuspendExecution;

    /**
     * The values of all iterations, combined by an operator.
     *
     * @param identity what changes no value, as 0 for a sum: the result of no iterations, and where each chunk begins
     */
    long reduce(long identity, LongOperator operator, LongIndexFunction function) throws SuspendExecution;

    /**
     * As above with a value of each chunk.
     *
     * @param identity the result of no iterations
     */
    long reduce(long identity, LongOperator operator, LongRangeFunction function) throws SuspendExecution;

    /** Sum of the values of all iterations. */
    default double sumDouble(final DoubleIndexFunction function) throws SuspendExecution {
        return reduceDouble(0, (a, b) -> a + b, function);
    }

    /** Sum of the values of all chunks. */
    default double sumDouble(final DoubleRangeFunction function) throws SuspendExecution {
        return reduceDouble(0, (a, b) -> a + b, function);
    }

    /** Smallest value; positive infinity of none. */
    default double minDouble(final DoubleIndexFunction function) throws SuspendExecution {
        return reduceDouble(Double.POSITIVE_INFINITY, (a, b) -> Math.min(a, b), function);
    }

    /** Smallest value of a chunk; positive infinity of none. */
    default double minDouble(final DoubleRangeFunction function) throws SuspendExecution {
        return reduceDouble(Double.POSITIVE_INFINITY, (a, b) -> Math.min(a, b), function);
    }

    /** Largest value; negative infinity of none. */
    default double maxDouble(final DoubleIndexFunction function) throws SuspendExecution {
        return reduceDouble(Double.NEGATIVE_INFINITY, (a, b) -> Math.max(a, b), function);
    }

    /** Largest value of a chunk; negative infinity of none. */
    default double maxDouble(final DoubleRangeFunction function) throws SuspendExecution {
        return reduceDouble(Double.NEGATIVE_INFINITY, (a, b) -> Math.max(a, b), function);
    }

    /**
     * The values of all iterations, combined by an operator.
     *
     * @param identity what changes no value: the result of no iterations, and where each chunk begins
     */
    double reduceDouble(double identity, DoubleOperator operator, DoubleIndexFunction function) throws SuspendExecution;

    /**
     * As above with a value of each chunk.
     *
     * @param identity the result of no iterations
     */
    double reduceDouble(double identity, DoubleOperator operator, DoubleRangeFunction function) throws SuspendExecution;

    /**
     * For values that are several {@code long}s, such as a minimum and its place.
     *
     * @param function of a chunk; its arrays have one length
     * @return null when there were no iterations
     */
    long[] reduceLongs(LongsOperator operator, LongsRangeFunction function) throws SuspendExecution;
}
