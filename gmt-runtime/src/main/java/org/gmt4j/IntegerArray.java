package org.gmt4j;

import co.paralleluniverse.fibers.Coroutine;
import java.util.Objects;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.engine.combining.HotElement;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Atomic operations on arrays of 1, 2, 4 and 8-byte integers. Operands and results are {@code long}; narrower elements
 * are returned sign-extended. All operations are atomic with respect to each other, on any node.
 *
 * <p><b>Operands beyond narrower elements.</b> {@code add}, {@code and}, {@code or} and {@code xor} use the low bits,
 * so sums wrap. Values to {@code swap}, {@code min}, {@code max}, {@code compareAndSet} and {@code fill}, in all their
 * forms, must be ones that an element can have: {@code Long.MAX_VALUE} is not infinity to an array of {@code int}.
 * Others are refused with an {@link IllegalArgumentException} GMT-258, and nothing has been issued.
 *
 * <p>Three forms: {@code add} suspends and returns the previous value; {@code fetchAddNb} has stored the previous value
 * after the wait; {@code addNb} has no result and is the cheapest. All non-blocking forms also take an
 * {@link OperationHandle}, which is awaited apart from the task's other operations.
 */
public abstract class IntegerArray extends GlobalArray {
    private final ElementList lists = new ElementList(this);

    IntegerArray(final ArrayPart part) {
        super(part);
    }

    private static long place(final long[] before, final int position) {
        return RequestBlock.toLong(Objects.checkIndex(position, before.length));
    }

    /**
     * Adds to an element and returns its previous value. Additions of several tasks to one element of another node,
     * such as the tail of a queue, may travel as one command; each task gets the value that it would get alone.
     */
    public final long add(final TaskContext ctx, final long index, final long delta) throws SuspendExecution {
        requireOperator(CommandType.ADD);
        if (combining != null) {
            return update(ctx, CommandType.ADD, index, delta);
        }
        final long offset = settledOffset(ctx, index);
        if (offset >= 0) {
            EngineTask.of(ctx).requireOwnThread();
            return segment.fetchAndUpdate(CommandType.ADD, offset, delta);
        }
        final EngineTask task = EngineTask.of(ctx);
        final HotElement led = HotAdd.start(this, task, index, delta);
        try {
            while (task.mustWaitForAnswer()) {
                Coroutine.suspend();
            }
        } finally {
            if (led != null) {
                led.ended();
            }
        }
        return task.result();
    }

    /** Adds to an element, without a result. */
    public void addNb(final Issuer issuer, final long index, final long delta) {
        updateNb(issuer, CommandType.ADD, index, delta);
    }

    /** Adds to an element. Its previous value is in {@code before[position]} after the wait. */
    public final void fetchAddNb(final Issuer issuer, final long index, final long delta, final long[] before,
                                 final int position) {
        fetchNb(issuer, CommandType.ADD, index, delta, before, place(before, position));
    }

    /** Replaces an element and returns its previous value. */
    public final long swap(final TaskContext ctx, final long index, final long value) throws SuspendExecution {
        return update(ctx, CommandType.SWAP, index, value);
    }

    /** Replaces an element, without a result. */
    public final void swapNb(final Issuer issuer, final long index, final long value) {
        updateNb(issuer, CommandType.SWAP, index, value);
    }

    /** Replaces an element. Its previous value is in {@code before[position]} after the wait. */
    public final void fetchSwapNb(final Issuer issuer, final long index, final long value, final long[] before,
                                  final int position) {
        fetchNb(issuer, CommandType.SWAP, index, value, before, place(before, position));
    }

    /** Sets an element to the smaller of itself and the operand, and returns its previous value. */
    public final long min(final TaskContext ctx, final long index, final long operand) throws SuspendExecution {
        return update(ctx, CommandType.MIN, index, operand);
    }

    /** Sets an element to the smaller of itself and the operand, without a result. */
    public void minNb(final Issuer issuer, final long index, final long operand) {
        updateNb(issuer, CommandType.MIN, index, operand);
    }

    /** Keeps the smaller of element and operand. The previous value is in {@code before[position]} after the wait. */
    public final void fetchMinNb(final Issuer issuer, final long index, final long operand, final long[] before,
                                 final int position) {
        fetchNb(issuer, CommandType.MIN, index, operand, before, place(before, position));
    }

    /** Sets an element to the larger of itself and the operand, and returns its previous value. */
    public final long max(final TaskContext ctx, final long index, final long operand) throws SuspendExecution {
        return update(ctx, CommandType.MAX, index, operand);
    }

    /** Sets an element to the larger of itself and the operand, without a result. */
    public void maxNb(final Issuer issuer, final long index, final long operand) {
        updateNb(issuer, CommandType.MAX, index, operand);
    }

    /** Keeps the larger of element and operand. The previous value is in {@code before[position]} after the wait. */
    public final void fetchMaxNb(final Issuer issuer, final long index, final long operand, final long[] before,
                                 final int position) {
        fetchNb(issuer, CommandType.MAX, index, operand, before, place(before, position));
    }

    /** Applies a bitwise and to an element and returns its previous value. */
    public final long and(final TaskContext ctx, final long index, final long mask) throws SuspendExecution {
        return update(ctx, CommandType.AND, index, mask);
    }

    /** Applies a bitwise and to an element, without a result. */
    public final void andNb(final Issuer issuer, final long index, final long mask) {
        updateNb(issuer, CommandType.AND, index, mask);
    }

    /** Applies a bitwise and. The previous value is in {@code before[position]} after the wait. */
    public final void fetchAndNb(final Issuer issuer, final long index, final long mask, final long[] before,
                                 final int position) {
        fetchNb(issuer, CommandType.AND, index, mask, before, place(before, position));
    }

    /** Applies a bitwise or to an element and returns its previous value. */
    public final long or(final TaskContext ctx, final long index, final long mask) throws SuspendExecution {
        return update(ctx, CommandType.OR, index, mask);
    }

    /** Applies a bitwise or to an element, without a result. */
    public final void orNb(final Issuer issuer, final long index, final long mask) {
        updateNb(issuer, CommandType.OR, index, mask);
    }

    /** Applies a bitwise or. The previous value is in {@code before[position]} after the wait. */
    public final void fetchOrNb(final Issuer issuer, final long index, final long mask, final long[] before,
                                final int position) {
        fetchNb(issuer, CommandType.OR, index, mask, before, place(before, position));
    }

    /** Applies a bitwise exclusive or to an element and returns its previous value. */
    public final long xor(final TaskContext ctx, final long index, final long mask) throws SuspendExecution {
        return update(ctx, CommandType.XOR, index, mask);
    }

    /** Applies a bitwise exclusive or to an element, without a result. */
    public final void xorNb(final Issuer issuer, final long index, final long mask) {
        updateNb(issuer, CommandType.XOR, index, mask);
    }

    /** Applies a bitwise exclusive or. The previous value is in {@code before[position]} after the wait. */
    public final void fetchXorNb(final Issuer issuer, final long index, final long mask, final long[] before,
                                 final int position) {
        fetchNb(issuer, CommandType.XOR, index, mask, before, place(before, position));
    }

    /**
     * Sets an element to {@code replacement} if it equals {@code expected}. Returns its previous value, which equals
     * {@code expected} when the element was set.
     */
    public final long compareAndSet(final TaskContext ctx, final long index, final long expected,
                                    final long replacement)
        throws SuspendExecution {
        return compareAndSetBits(ctx, index, expected, replacement);
    }

    /** As {@link #compareAndSet}. The previous value is in {@code before[position]} after the wait. */
    public final void compareAndSetNb(final Issuer issuer, final long index, final long expected,
                                      final long replacement, final long[] before, final int position) {
        compareAndSetBitsNb(issuer, index, expected, replacement, before, place(before, position));
    }

    // --- the same operation on each element of a list: at least as fast as single ones, a quarter of their bytes ---

    /**
     * Applies {@link #compareAndSetNb} to each element {@code indices[from + i]}; its previous value is in
     * {@code before[at + i]} after the wait. An index may occur several times. The list of indices may be reused when
     * the call returns.
     *
     * @throws IndexOutOfBoundsException when an index, or a range of a list, lies outside; nothing has been issued then
     */
    public final void compareAndSetEachNb(final Issuer issuer, final long[] indices, final int from, final int count,
                                          final long expected, final long replacement, final long[] before,
                                          final int at) {
        lists.compareAndSet(issuer, indices, from, count, expected, replacement, before, at);
    }

    /** {@link #addNb} to each element of a list, as often as its index comes; see {@link #compareAndSetEachNb}. */
    public final void addEachNb(final Issuer issuer, final long[] indices, final int from, final int count,
                                final long delta) {
        lists.update(issuer, CommandType.ADD, indices, from, count, delta);
    }

    /** {@link #minNb} of each element of a list: what a vertex tells its neighbours. */
    public final void minEachNb(final Issuer issuer, final long[] indices, final int from, final int count,
                                final long operand) {
        lists.update(issuer, CommandType.MIN, indices, from, count, operand);
    }

    /** {@link #maxNb} of each element of a list; see {@link #compareAndSetEachNb}. */
    public final void maxEachNb(final Issuer issuer, final long[] indices, final int from, final int count,
                                final long operand) {
        lists.update(issuer, CommandType.MAX, indices, from, count, operand);
    }

    // --- all elements ---

    /** Returns the sum of all elements, with wrapping; 0 for an empty array. */
    public final long sum(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.sum(ctx, this);
    }

    /** Returns the smallest element; {@code Long.MAX_VALUE} for an empty array of any type. */
    public final long min(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.extremeKey(ctx, this, 1, Long.MAX_VALUE);
    }

    /** Returns the largest element; {@code Long.MIN_VALUE} for an empty array of any type. */
    public final long max(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.extremeKey(ctx, this, -1, Long.MIN_VALUE);
    }

    /** Returns the lowest index of the smallest element; -1 for an empty array. */
    public final long indexOfMin(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.place(ctx, this, 1);
    }

    /** Returns the lowest index of the largest element; -1 for an empty array. */
    public final long indexOfMax(final TaskContext ctx) throws SuspendExecution {
        return ArrayReduction.place(ctx, this, -1);
    }

    /** Returns the number of elements for which a test is true. */
    public final long count(final TaskContext ctx, final LongTest test) throws SuspendExecution {
        return ArrayReduction.count(ctx, this, test);
    }

    /** Sets all elements to a value, in all copies of a replicated array. */
    public final void fill(final TaskContext ctx, final long value) throws SuspendExecution {
        requireElement("fill with ", value);
        ArrayFill.fill(ctx, this, 0, size(), value);
    }

    /** Sets the elements from {@code from} up to {@code to}, exclusive, to a value. */
    public final void fill(final TaskContext ctx, final long from, final long to, final long value)
        throws SuspendExecution {
        requireElement("fill with ", value);
        ArrayFill.fill(ctx, this, from, to, value);
    }

    /**
     * Sorts all elements in ascending order. Needs as much memory again as the array. Sorts in place where each node
     * has one part, in the order of nodes; otherwise by way of a copy. No other task may use the array meanwhile.
     */
    public final void sort(final TaskContext ctx) throws SuspendExecution {
        ArraySort.run(ctx, this);
    }

    /**
     * Replaces each element by the sum of all elements up to and including it; sums wrap at the width of the elements.
     * No other task may use the array meanwhile.
     *
     * @return the sum of all elements
     */
    public final long prefixSum(final TaskContext ctx) throws SuspendExecution {
        return PrefixSum.run(ctx, this, true);
    }

    /** Replaces each element by the sum of those before it; the first becomes 0. Returns the sum of all. */
    public final long prefixSumExclusive(final TaskContext ctx) throws SuspendExecution {
        return PrefixSum.run(ctx, this, false);
    }

    /** Compares and sets a local element without a command. Atomic with respect to commands of other nodes. */
    public final long compareAndSetLocal(final long index, final long expected, final long replacement) {
        requireComparing(expected, replacement);
        return segment.compareAndSet(requireLocal(index), expected, replacement);
    }
}
