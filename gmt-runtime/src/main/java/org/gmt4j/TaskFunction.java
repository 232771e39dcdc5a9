package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * The body of a task with a result. Runs on a fiber of some node and may wait. The captured values and the result must
 * be transferable, see {@link TaskBody}; but for the first body of a job ({@link GmtCluster#call}), which does not
 * travel, nor does its result.
 *
 * @param <R> type of the result
 */
@Body
@FunctionalInterface
public interface TaskFunction<R> extends Serializable {
    /**
     * Runs the task.
     *
     * @param ctx context of the task; valid during this call
     * @return the result
     */
    R call(TaskContext ctx) throws SuspendExecution;
}
