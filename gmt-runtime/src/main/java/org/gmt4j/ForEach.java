package org.gmt4j;

import org.gmt4j.fibers.SuspendExecution;

/**
 * Loops over the elements of an array, each chunk at the owner of its elements, so that all accesses to them are local.
 * Costs one message to each node for any distribution; a node finds the blocks of a block-cyclic array itself. Loops
 * over a replicated array run at the caller.
 *
 * <p>Each loop has three forms: a blocking form; {@code Nb}, awaited by {@link TaskContext#awaitTasks()}; and a form
 * whose tasks belong to the tree of a {@link TaskHandle}. All refuse a range outside the array or a chunk below 0
 * before anything is sent. The wait throws {@link org.gmt4j.ParForException} when a body fails.
 *
 * <p>{@code chunk} counts elements of one node; {@link TaskContext#MEASURED} leaves it to the nodes, as the forms
 * without a chunk do. The body for ranges is called for each contiguous run in a chunk.
 */
public final class ForEach {
    private ForEach() {
    }

    /** Calls the body for every element of the array, in chunks of measured size, and waits. */
    public static void element(final TaskContext ctx, final GlobalArray array, final IndexBody body)
        throws SuspendExecution {
        element(ctx, array, TaskContext.MEASURED, body);
    }

    /** Calls the body for ranges [low, high) of measured size that cover the elements of the array, and waits. */
    public static void range(final TaskContext ctx, final GlobalArray array, final RangeBody body)
        throws SuspendExecution {
        range(ctx, array, TaskContext.MEASURED, body);
    }

    /** Calls the body for every element of the array, and waits. */
    public static void element(final TaskContext ctx, final GlobalArray array, final long chunk, final IndexBody body)
        throws SuspendExecution {
        ctx.parFor(array.size(), chunk, SpawnPolicy.ownerOf(array), body);
    }

    /** Calls the body for every element from {@code from} up to {@code to}, exclusive, and waits. */
    public static void element(final TaskContext ctx, final GlobalArray array, final long from, final long to,
                               final long chunk, final IndexBody body) throws SuspendExecution {
        ctx.parFor(count(array, from, to), chunk, SpawnPolicy.ownerOf(array, from), body);
    }

    /** Starts {@link #element(TaskContext, GlobalArray, long, IndexBody)}. */
    public static void elementNb(final TaskContext ctx, final GlobalArray array, final long chunk,
                                 final IndexBody body) {
        ctx.parForNb(array.size(), chunk, SpawnPolicy.ownerOf(array), body);
    }

    /** Starts {@link #element(TaskContext, GlobalArray, long, long, long, IndexBody)}. */
    public static void elementNb(final TaskContext ctx, final GlobalArray array, final long from, final long to,
                                 final long chunk, final IndexBody body) {
        ctx.parForNb(count(array, from, to), chunk, SpawnPolicy.ownerOf(array, from), body);
    }

    /** Starts {@code elementNb} in the tree of a handle of this task. */
    public static void elementNb(final TaskContext ctx, final TaskHandle handle, final GlobalArray array,
                                 final long chunk, final IndexBody body) {
        ctx.parFor(handle, array.size(), chunk, SpawnPolicy.ownerOf(array), body);
    }

    /** Starts {@code elementNb} for a range, in the tree of a handle of this task. */
    public static void elementNb(final TaskContext ctx, final TaskHandle handle, final GlobalArray array,
                                 final long from, final long to, final long chunk, final IndexBody body) {
        ctx.parFor(handle, count(array, from, to), chunk, SpawnPolicy.ownerOf(array, from), body);
    }

    /** Calls the body for chunks [low, high) that cover the elements of the array, and waits. */
    public static void range(final TaskContext ctx, final GlobalArray array, final long chunk, final RangeBody body)
        throws SuspendExecution {
        ctx.parFor(array.size(), chunk, SpawnPolicy.ownerOf(array), body);
    }

    /**
     * Calls the body for chunks [low, high) that cover the elements from {@code from} up to {@code to}, exclusive, and
     * waits.
     */
    public static void range(final TaskContext ctx, final GlobalArray array, final long from, final long to,
                               final long chunk, final RangeBody body) throws SuspendExecution {
        ctx.parFor(count(array, from, to), chunk, SpawnPolicy.ownerOf(array, from), body);
    }

    /** Starts {@link #range(TaskContext, GlobalArray, long, RangeBody)}. */
    public static void rangeNb(final TaskContext ctx, final GlobalArray array, final long chunk, final RangeBody body) {
        ctx.parForNb(array.size(), chunk, SpawnPolicy.ownerOf(array), body);
    }

    /** Starts {@link #range(TaskContext, GlobalArray, long, long, long, RangeBody)}. */
    public static void rangeNb(final TaskContext ctx, final GlobalArray array, final long from, final long to,
                                 final long chunk, final RangeBody body) {
        ctx.parForNb(count(array, from, to), chunk, SpawnPolicy.ownerOf(array, from), body);
    }

    /** Starts {@code rangeNb} in the tree of a handle of this task. */
    public static void rangeNb(final TaskContext ctx, final TaskHandle handle, final GlobalArray array,
                               final long chunk, final RangeBody body) {
        ctx.parFor(handle, array.size(), chunk, SpawnPolicy.ownerOf(array), body);
    }

    /** Starts {@code rangeNb} for a range, in the tree of a handle of this task. */
    public static void rangeNb(final TaskContext ctx, final TaskHandle handle, final GlobalArray array,
                                 final long from, final long to, final long chunk, final RangeBody body) {
        ctx.parFor(handle, count(array, from, to), chunk, SpawnPolicy.ownerOf(array, from), body);
    }

    private static long count(final GlobalArray array, final long from, final long to) {
        if (from < 0 || to < from || to > array.size()) {
            throw new IndexOutOfBoundsException("elements from " + from + " up to " + to + " of " + array);
        }
        return to - from;
    }
}
