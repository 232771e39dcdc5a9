package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * Returns the {@code long} that a chunk [low, high) of a loop contributes to a reduction, see {@link LoopReduction}.
 * The function itself loops over the chunk, which is the fastest form. Runs on a fiber of some node and may wait. In a
 * loop that follows a block-cyclic array it is called for each run of neighbours.
 *
 * <p>Usually a lambda. Captured values travel as those of an {@link IndexBody}. Changes to captured values are lost;
 * the returned value is not.
 */
@Body
@FunctionalInterface
public interface LongRangeFunction extends Serializable {
    /**
     * Returns the value of one chunk.
     *
     * @param low  first iteration
     * @param high last iteration plus one
     * @param ctx  context of the task that runs it
     * @return its contribution to the reduction
     */
    long apply(long low, long high, TaskContext ctx) throws SuspendExecution;
}
