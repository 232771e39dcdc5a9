package org.gmt4j;

/**
 * The result of a started task. Belongs to the task that started it, which awaits it once with
 * {@link TaskContext#await(PendingResult)}; the chunk of that task does not end earlier.
 *
 * @param <R> type of the result
 */
public interface PendingResult<R> {
    /** Returns whether the task has ended. Never waits. */
    boolean test();
}
