package org.gmt4j;

/**
 * The result of a task that has been started and may not have ended. Belongs to the task that started it, which awaits
 * it once ({@link TaskContext#await(PendingResult)}); its chunk does not end before.
 *
 * @param <R> type of the result
 */
public interface PendingResult<R> {
    /** True when the task has ended; never waits. */
    boolean test();
}
