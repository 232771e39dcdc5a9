package org.gmt4j;

/**
 * Arrays of Java for a while, from a pool of the thread instead of the heap: rows, answers, lists of indices. After the
 * first few uses nothing is allocated. Opened by {@link TaskContext#scratch()}, closed by {@code try}:
 *
 * <pre>{@code
 * try (Scratch scratch = ctx.scratch()) {
 *     long[] row = scratch.longs(degree);
 *     targets.get(ctx, first, row, 0, degree);
 *     ...
 * }
 * }</pre>
 *
 * <p><b>Arrays.</b> Each call returns another array, for as long as this object is open. It is filled with zeros, as a
 * new one, and has <i>at least</i> the number of elements asked for: pass on that number, not {@code array.length}.
 *
 * <p><b>Closing</b> gives the arrays back; do not touch them, or keep them anywhere, after that. What other scratches
 * of the task hold is not affected, and a method that is called may open its own: the last one opened is the first one
 * closed. What is open at the end of a chunk, an iteration of an index body, a local body or a visit is closed there,
 * also when the body fails. Operations that are still under way, such as a get into an array without a wait, do no
 * harm: the array rests until they have been executed. Nor do tasks that this one has started and that have not ended
 * at the close; the arrays are left to the collector then. Tasks started with {@code spawnMore} must not capture one.
 *
 * <p><b>Errors.</b> A second close, a close while one opened later is open, a use after the close and more than 64 open
 * at a time are refused with GMT-690 and change nothing. A second close is found as long as the task has opened fewer
 * than eight others since. A use of an array after the close cannot be found.
 *
 * <p><b>Memory.</b> Each thread keeps 2 MB of free arrays at most. Arrays of more than 65,536 elements are not kept:
 * they cost what {@code new} costs. Resting arrays are not among the 2 MB: at most 64 of each fiber, and 64 of each
 * helper for all its visits and local bodies; further ones are left to the collector.
 *
 * <p>Belongs to its task, across waits. Does not travel.
 */
public interface Scratch extends AutoCloseable {
    /**
     * Returns an array of zeros for the use of this task until the close.
     *
     * @param count least length
     * @throws NegativeArraySizeException when {@code count} is below 0
     * @throws IllegalStateException      GMT-690 after the close
     */
    long[] longs(int count);

    /** Returns an array of {@code int}; see {@link #longs}. */
    int[] ints(int count);

    /** Returns an array of {@code double}; see {@link #longs}. */
    double[] doubles(int count);

    /**
     * Gives the arrays back.
     *
     * @throws IllegalStateException GMT-690 when it is closed, or one opened later is open; nothing has changed then
     */
    @Override
    void close();
}
