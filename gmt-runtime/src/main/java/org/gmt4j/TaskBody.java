package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * What one task does. Runs on a fiber of some node and may wait.
 *
 * <p>Mostly a lambda. It travels as class and method plus captured values, which must be transferable: primitives,
 * strings, primitive arrays (copied), records and enums of registered classes, and global arrays (re-bound to the
 * node's own part).
 */
@Body
@FunctionalInterface
public interface TaskBody extends Serializable {
    /**
     * Runs as a task.
     *
     * @param ctx of the task; valid inside this call
     */
    void run(TaskContext ctx) throws SuspendExecution;
}
