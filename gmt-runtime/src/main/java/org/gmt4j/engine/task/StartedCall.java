package org.gmt4j.engine.task;

import org.gmt4j.PendingResult;

/**
 * The engine's side of a {@link PendingResult}. Owned by the task that started it; per call.
 *
 * @param <R> type of the result
 */
record StartedCall<R>(TaskTree handle) implements PendingResult<R> {
    @Override
    public boolean test() {
        return handle.join.isDone();
    }
}
