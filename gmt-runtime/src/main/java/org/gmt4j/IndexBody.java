package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * One iteration of a parallel loop. Runs on a fiber of some node and may wait.
 *
 * <p>Usually a lambda. It travels as class, method and captured values. Captured values must be transferable:
 * primitives, strings, primitive arrays (copied), records and enums of registered classes, and global arrays (re-bound
 * to the node's own part).
 */
@Body
@FunctionalInterface
public interface IndexBody extends Serializable {
    /**
     * Runs one iteration.
     *
     * @param index number of the iteration
     * @param ctx   context of the task that runs it
     */
    void run(long index, TaskContext ctx) throws SuspendExecution;
}
