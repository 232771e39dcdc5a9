package org.gmt4j.runtime.task;

/**
 * The result of a task that has been started and may not have ended. Belongs to the task that started it, which awaits it once
 * ({@link SpawningTask#await(PendingResult)}); its chunk does not end before.
 *
 * @param <R> type of the result
 */
public final class PendingResult<R> {
    final TaskHandle handle;

    PendingResult(final TaskHandle handle) {
        this.handle = handle;
    }

    /** True when the task has ended; never waits. */
    public boolean test() {
        return handle.join.isDone();
    }
}
