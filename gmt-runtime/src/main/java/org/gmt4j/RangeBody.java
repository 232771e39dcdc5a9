package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * A chunk [low, high) of a parallel loop. The body itself loops over the chunk, which is the fastest form. Runs on a
 * fiber of some node and may wait. In a loop that follows a block-cyclic array a chunk is a number of the node's
 * elements, and the body is called for each contiguous run of them.
 *
 * <p>Usually a lambda. It travels as class, method and captured values. Captured values must be transferable:
 * primitives, strings, primitive arrays (copied), records and enums of registered classes, and global arrays (re-bound
 * to the node's own part).
 */
@Body
@FunctionalInterface
public interface RangeBody extends Serializable {
    /**
     * Runs one chunk, or one run of neighbours in it.
     *
     * @param low  first iteration
     * @param high last iteration plus one
     * @param ctx  context of the task that runs it
     */
    void run(long low, long high, TaskContext ctx) throws SuspendExecution;
}
