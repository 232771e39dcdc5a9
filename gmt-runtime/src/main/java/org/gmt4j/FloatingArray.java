package org.gmt4j;

import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.fibers.SuspendExecution;

/**
 * What arrays of {@code float} and {@code double} have in common: atomic operations, reductions, order. Operands and
 * results are {@code double}; of {@code float} elements they are rounded to the nearest {@code float} on their way in,
 * and exact on their way out. The forms that bring values to a Java array have the element's own type and are in the
 * subclasses.
 *
 * <p><b>NaN and zeros.</b> {@code min} and {@code max} are those of {@link Math}: NaN wins, -0.0 is below 0.0.
 * {@code compareAndSet} compares bits: a NaN equals itself, -0.0 and 0.0 are different. Places and sorting go by
 * {@link Double#compare}: NaN is above everything.
 */
public abstract class FloatingArray extends GlobalArray {
    FloatingArray(final ArrayPart part) {
        super(part);
    }

    /** Bits of an element, sign-extended. */
    abstract long bits(double value);

    abstract double value(long bits);

    // --- atomic operations ---

    /** Keeps the smaller; returns the value before. */
    public final double min(final TaskContext ctx, final long index, final double operand) throws SuspendExecution {
        return value(update(ctx, CommandType.MIN_FLOATING, index, bits(operand)));
    }

    /** Keeps the smaller; brings nothing back. */
    public final void minNb(final Issuer issuer, final long index, final double operand) {
        updateNb(issuer, CommandType.MIN_FLOATING, index, bits(operand));
    }

    /** Keeps the larger; returns the value before. */
    public final double max(final TaskContext ctx, final long index, final double operand) throws SuspendExecution {
        return value(update(ctx, CommandType.MAX_FLOATING, index, bits(operand)));
    }

    /** Keeps the larger; brings nothing back. */
    public final void maxNb(final Issuer issuer, final long index, final double operand) {
        updateNb(issuer, CommandType.MAX_FLOATING, index, bits(operand));
    }

    /** Replaces the value; returns the value before. */
    public final double swap(final TaskContext ctx, final long index, final double value) throws SuspendExecution {
        return value(update(ctx, CommandType.SWAP, index, bits(value)));
    }

    /**
     * Sets {@code replacement} where the element has the bits of {@code expected}; returns the value before: the same
     * bits mean done.
     */
    public final double compareAndSet(final TaskContext ctx, final long index, final double expected,
                                      final double replacement)
        throws SuspendExecution {
        return value(compareAndSetBits(ctx, index, bits(expected), bits(replacement)));
    }

    // --- all elements ---

    /**
     * Sum of all elements, 0 of none. It is summed up exactly and rounded once, so that it does not depend on nodes,
     * threads or distribution; infinities of both signs, or a NaN, give NaN.
     */
    public final double sum(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.sum(ctx, this);
    }

    /** Smallest element, positive infinity of none; NaN when there is one. */
    public final double min(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.extreme(ctx, this, 1);
    }

    /** Largest element, negative infinity of none; NaN when there is one. */
    public final double max(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.extreme(ctx, this, -1);
    }

    /** First place of the smallest element, -1 of none; a NaN is no smallest one unless there are only NaNs. */
    public final long indexOfMin(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.place(ctx, this, 1);
    }

    /** First place of the largest element, -1 of none; that of the first NaN when there is one. */
    public final long indexOfMax(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.place(ctx, this, -1);
    }

    /** How many elements pass a test. */
    public final long count(final TaskContext ctx, final DoubleTest test) throws SuspendExecution {
        return ArrayReduction.count(ctx, this, test);
    }

    /** Sets all elements, in all copies of a replicated array. */
    public final void fill(final TaskContext ctx, final double value) throws SuspendExecution {
        ArrayFill.fill(ctx, this, 0, size(), bits(value));
    }

    /** Sets the elements from {@code from} up to {@code to}, exclusive. */
    public final void fill(final TaskContext ctx, final long from, final long to, final double value)
        throws SuspendExecution {
        ArrayFill.fill(ctx, this, from, to, bits(value));
    }

    /**
     * Sorts all elements in the order of {@link Double#compare}: NaN last, all as the one canonical NaN, with as much
     * memory again as the array has. Sorted where it is; an array that is not one part per node, in the order of nodes,
     * by way of a copy that is. Nobody else may use the array meanwhile.
     */
    public final void sort(final TaskContext ctx) throws SuspendExecution {
        ArraySort.run(ctx, this);
    }

    /**
     * Replaces each element by the sum of all up to it, itself included, added up from part to part, so that rounding
     * depends on the count of nodes. Nobody else may use the array meanwhile.
     *
     * @return the sum of all
     */
    public final double prefixSum(final TaskContext ctx) throws SuspendExecution {
        return Double.longBitsToDouble(PrefixSum.run(ctx, this, true));
    }

    /** As {@link #prefixSum}, itself not included: the first becomes 0. Returns the sum of all. */
    public final double prefixSumExclusive(final TaskContext ctx) throws SuspendExecution {
        return Double.longBitsToDouble(PrefixSum.run(ctx, this, false));
    }
}
