package org.gmt4j.armci;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.IntegerArray;
import org.gmt4j.Issuer;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Fetch-and-add, swap and compare-and-swap on cells addressed as in ARMCI: by node and position in the node's part of
 * an array of {@code int} or {@code long}. Atomic with respect to each other and to all other atomic operations of
 * arrays. Blocking forms return the previous value; {@code Nb} forms have stored it after the wait for the task or the
 * handle. Values of int cells are returned sign-extended.
 *
 * @param array array of the cells; not a replicated one
 */
public record ReadModifyWrite(IntegerArray array) {

    /** Refuses arrays that do not support read-modify-write. */
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

    /** Adds to the cell at a position of a node and returns its previous value. */
    public long fetchAndAdd(final TaskContext ctx, final int node, final long position, final long delta)
        throws SuspendExecution {
        return array.add(ctx, index(node, position), delta);
    }

    /** Starts {@link #fetchAndAdd}; the previous value is in {@code before} after the wait. */
    public void fetchAndAddNb(final Issuer issuer, final int node, final long position, final long delta,
                              final long[] before, final int at) {
        array.fetchAddNb(issuer, index(node, position), delta, before, at);
    }

    /** Replaces the value of the cell at a position of a node and returns the previous one. */
    public long swap(final TaskContext ctx, final int node, final long position, final long value)
        throws SuspendExecution {
        return array.swap(ctx, index(node, position), value);
    }

    /** Starts {@link #swap}; the previous value is in {@code before} after the wait. */
    public void swapNb(final Issuer issuer, final int node, final long position, final long value, final long[] before,
                       final int at) {
        array.fetchSwapNb(issuer, index(node, position), value, before, at);
    }

    /**
     * Stores {@code replacement} if the cell equals {@code expected}. Returns the previous value, which equals
     * {@code expected} when the cell was set.
     */
    public long compareAndSwap(final TaskContext ctx, final int node, final long position, final long expected,
                               final long replacement)
        throws SuspendExecution {
        return array.compareAndSet(ctx, index(node, position), expected, replacement);
    }

    /** Starts {@link #compareAndSwap}; the previous value is in {@code before} after the wait. */
    public void compareAndSwapNb(final Issuer issuer, final int node, final long position, final long expected,
                                 final long replacement, final long[] before, final int at) {
        array.compareAndSetNb(issuer, index(node, position), expected, replacement, before, at);
    }
}
