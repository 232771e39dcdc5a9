package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * A task with a result. Runs on a fiber of some node and may wait; captured values and result must be transferable.
 *
 * @param <R> type of the result
 */
@Body
@FunctionalInterface
public interface TaskFunction<R> extends Serializable {
    /**
     * Runs as a task.
     *
     * @param ctx of the task; valid inside this call
     * @return the result
     */
    R call(TaskContext ctx) throws SuspendExecution;
}
