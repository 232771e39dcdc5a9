package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * The body of a task. Runs on a fiber of some node and may wait.
 *
 * <p>Usually a lambda. It travels as class, method and captured values. Captured values must be transferable:
 * primitives, strings, primitive arrays (copied), records and enums of registered classes, and global arrays (re-bound
 * to the node's own part).
 */
@Body
@FunctionalInterface
public interface TaskBody extends Serializable {
    /**
     * Runs the task.
     *
     * @param ctx context of the task; valid during this call
     */
    void run(TaskContext ctx) throws SuspendExecution;
}
