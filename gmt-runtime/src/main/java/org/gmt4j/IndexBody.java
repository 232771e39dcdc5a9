package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * One iteration of a parallel loop. Runs on a fiber of some node and may wait.
 *
 * <p>Mostly a lambda. It travels as class and method plus captured values, which must be transferable: primitives,
 * strings, primitive arrays (copied), records and enums of registered classes, and global arrays (re-bound to the
 * node's own part).
 */
@Body
@FunctionalInterface
public interface IndexBody extends Serializable {
    /**
     * Runs one iteration.
     *
     * @param index of the iteration
     * @param ctx   of the task that runs it
     */
    void run(long index, TaskContext ctx) throws SuspendExecution;
}
