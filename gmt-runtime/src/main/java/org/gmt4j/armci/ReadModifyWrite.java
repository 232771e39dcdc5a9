package org.gmt4j.armci;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.Issuer;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Fetch-and-add, swap and compare-and-swap on cells addressed as ARMCI does: by node and position in the node's part of
 * an array of {@code int} or {@code long}. Atomic against each other and all other atomic operations of arrays.
 * Blocking forms return the value before; {@code Nb} forms store it when the task, or the handle, is awaited. Values of
 * int cells come back sign-extended.
 *
 * @param array whose cells are meant; not a replicated one
 */
public record ReadModifyWrite(IntegerArray array) {

    /** Checks that the memory can be read and modified in one step. */
    public ReadModifyWrite {
        if (!(array instanceof GlobalLongArray || array instanceof GlobalIntArray)) {
            throw new IllegalArgumentException("read-modify-write works on arrays of int or long, not on " + array);
        }
    }

    private long index(final int node, final long position) {
        final long index = node < 0 ? -1 : array.index(node, position);
        if (index < 0 || index >= array.size() || array.owner(index) != node) {
            throw new IndexOutOfBoundsException("position " + position + " of node " + node + " in " + array);
        }
        return index;
    }

    /** Adds to the value at a place of a node and returns what was there before. */
    public long fetchAndAdd(final TaskContext ctx, final int node, final long position, final long delta)
        throws SuspendExecution {
        return array.add(ctx, index(node, position), delta);
    }

    /** As {@link #fetchAndAdd}, without waiting: the old value is in {@code before} after the wait. */
    public void fetchAndAddNb(final Issuer issuer, final int node, final long position, final long delta,
                              final long[] before, final int at) {
        array.fetchAddNb(issuer, index(node, position), delta, before, at);
    }

    /** Replaces the value at a place of a node and returns what was there before. */
    public long swap(final TaskContext ctx, final int node, final long position, final long value)
        throws SuspendExecution {
        return array.swap(ctx, index(node, position), value);
    }

    /** As {@link #swap}, without waiting: the old value is in {@code before} after the wait. */
    public void swapNb(final Issuer issuer, final int node, final long position, final long value, final long[] before,
                       final int at) {
        array.fetchSwapNb(issuer, index(node, position), value, before, at);
    }

    /** Stores {@code replacement} where the cell equals {@code expected}: then, and only then, the result equals it. */
    public long compareAndSwap(final TaskContext ctx, final int node, final long position, final long expected,
                               final long replacement)
        throws SuspendExecution {
        return array.compareAndSet(ctx, index(node, position), expected, replacement);
    }

    /** As {@link #compareAndSwap}, without waiting: the old value is in {@code before} after the wait. */
    public void compareAndSwapNb(final Issuer issuer, final int node, final long position, final long expected,
                                 final long replacement, final long[] before, final int at) {
        array.compareAndSetNb(issuer, index(node, position), expected, replacement, before, at);
    }
}
