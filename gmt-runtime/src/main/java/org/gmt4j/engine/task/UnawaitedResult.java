package org.gmt4j.engine.task;

import org.gmt4j.PendingResult;
import org.gmt4j.TaskContext;

/**
 * Takes the result of a started call that its task has never awaited.
 *
 * @param <R> type of the result
 * @see EngineTask#ifNotAwaited(PendingResult, UnawaitedResult)
 */
@FunctionalInterface
public interface UnawaitedResult<R> {
    /**
     * Called at the end of the chunk, on its fiber, when the call has ended. Must not wait; what it begins is awaited.
     *
     * @param result null where the call has failed
     */
    void notAwaited(TaskContext ctx, R result);
}
