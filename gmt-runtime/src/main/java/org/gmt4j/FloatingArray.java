package org.gmt4j;

import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Atomic operations, reductions and sorting for arrays of {@code float} and {@code double}. Operands and results are
 * {@code double}: for {@code float} elements operands are rounded to the nearest {@code float}, and results are exact.
 * The forms that store values in a Java array take the element's own type and are in the subclasses.
 *
 * <p><b>NaN and zeros.</b> {@code min} and {@code max} follow {@link Math}: the result is NaN when any value is NaN,
 * and -0.0 is less than 0.0. {@code compareAndSet} compares bits: a NaN equals itself, and -0.0 and 0.0 differ. Indices
 * of extremes and sorting follow {@link Double#compare}: NaN is larger than all other values.
 */
public abstract class FloatingArray extends GlobalArray {
    private final ElementList lists = new ElementList(this);

    FloatingArray(final ArrayPart part) {
        super(part);
    }

    /** Returns the bits of an element, sign-extended. */
    abstract long bits(double value);

    abstract double value(long bits);

    // --- atomic operations ---

    /** Sets an element to the smaller of itself and the operand, and returns its previous value. */
    public final double min(final TaskContext ctx, final long index, final double operand) throws SuspendExecution {
        return value(update(ctx, CommandType.MIN_FLOATING, index, bits(operand)));
    }

    /** Sets an element to the smaller of itself and the operand, without a result. */
    public final void minNb(final Issuer issuer, final long index, final double operand) {
        updateNb(issuer, CommandType.MIN_FLOATING, index, bits(operand));
    }

    /** Sets an element to the larger of itself and the operand, and returns its previous value. */
    public final double max(final TaskContext ctx, final long index, final double operand) throws SuspendExecution {
        return value(update(ctx, CommandType.MAX_FLOATING, index, bits(operand)));
    }

    /** Sets an element to the larger of itself and the operand, without a result. */
    public final void maxNb(final Issuer issuer, final long index, final double operand) {
        updateNb(issuer, CommandType.MAX_FLOATING, index, bits(operand));
    }

    /** Replaces an element and returns its previous value. */
    public final double swap(final TaskContext ctx, final long index, final double value) throws SuspendExecution {
        return value(update(ctx, CommandType.SWAP, index, bits(value)));
    }

    /**
     * Sets an element to {@code replacement} if it has the bits of {@code expected}. Returns its previous value, which
     * has the same bits when the element was set.
     */
    public final double compareAndSet(final TaskContext ctx, final long index, final double expected,
                                      final double replacement)
        throws SuspendExecution {
        return value(compareAndSetBits(ctx, index, bits(expected), bits(replacement)));
    }

    // --- the same operation on each element of a list ---

    /**
     * Adds to each element {@code indices[from + i]}, without a result, as often as its index comes. The list may be
     * reused when the call returns. At least as fast as single additions.
     *
     * @throws IndexOutOfBoundsException when an index, or the range of the list, lies outside; nothing has been issued
     */
    public final void addEachNb(final Issuer issuer, final long[] indices, final int from, final int count,
                                final double delta) {
        lists.update(issuer, CommandType.ADD_FLOATING, indices, from, count, bits(delta));
    }

    /** {@link #minNb} of each element of a list; see {@link #addEachNb}. */
    public final void minEachNb(final Issuer issuer, final long[] indices, final int from, final int count,
                                final double operand) {
        lists.update(issuer, CommandType.MIN_FLOATING, indices, from, count, bits(operand));
    }

    /** {@link #maxNb} of each element of a list; see {@link #addEachNb}. */
    public final void maxEachNb(final Issuer issuer, final long[] indices, final int from, final int count,
                                final double operand) {
        lists.update(issuer, CommandType.MAX_FLOATING, indices, from, count, bits(operand));
    }

    // --- all elements ---

    /**
     * Returns the sum of all elements, 0 for an empty array. The sum is exact and rounded once, so it does not depend
     * on nodes, threads or distribution. Infinities of both signs, or a NaN, give NaN.
     */
    public final double sum(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.sum(ctx, this);
    }

    /** Returns the smallest element; positive infinity for an empty array; NaN when any element is NaN. */
    public final double min(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.extreme(ctx, this, 1);
    }

    /** Returns the largest element; negative infinity for an empty array; NaN when any element is NaN. */
    public final double max(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.extreme(ctx, this, -1);
    }

    /** Returns the lowest index of the smallest element; -1 for an empty array. NaN is larger than all other values. */
    public final long indexOfMin(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.place(ctx, this, 1);
    }

    /** Returns the lowest index of the largest element; -1 for an empty array. NaN is larger than all other values. */
    public final long indexOfMax(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.place(ctx, this, -1);
    }

    /** Returns the number of elements for which a test is true. */
    public final long count(final TaskContext ctx, final DoubleTest test) throws SuspendExecution {
        return ArrayReduction.count(ctx, this, test);
    }

    /** Sets all elements to a value, in all copies of a replicated array. */
    public final void fill(final TaskContext ctx, final double value) throws SuspendExecution {
        ArrayFill.fill(ctx, this, 0, size(), bits(value));
    }

    /** Sets the elements from {@code from} up to {@code to}, exclusive, to a value. */
    public final void fill(final TaskContext ctx, final long from, final long to, final double value)
        throws SuspendExecution {
        ArrayFill.fill(ctx, this, from, to, bits(value));
    }

    /**
     * Sorts all elements in the order of {@link Double#compare}: NaN last, every NaN replaced by the canonical one.
     * Needs as much memory again as the array. Sorts in place where each node has one part, in the order of nodes;
     * otherwise by way of a copy. No other task may use the array meanwhile.
     */
    public final void sort(final TaskContext ctx) throws SuspendExecution {
        ArraySort.run(ctx, this);
    }

    /**
     * Replaces each element by the sum of all elements up to and including it. Sums are added part by part, so rounding
     * depends on the number of nodes. No other task may use the array meanwhile.
     *
     * @return the sum of all elements
     */
    public final double prefixSum(final TaskContext ctx) throws SuspendExecution {
        return Double.longBitsToDouble(PrefixSum.run(ctx, this, true));
    }

    /** Replaces each element by the sum of those before it; the first becomes 0. Returns the sum of all. */
    public final double prefixSumExclusive(final TaskContext ctx) throws SuspendExecution {
        return Double.longBitsToDouble(PrefixSum.run(ctx, this, false));
    }
}
