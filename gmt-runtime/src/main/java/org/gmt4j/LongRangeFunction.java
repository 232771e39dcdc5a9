package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * The {@code long} that a chunk [low, high) of a loop contributes to a reduction, see {@link LoopReduction}: the loop
 * over the chunk is its own, which is the fastest form. Runs on a fiber of some node and may wait. In a loop that
 * follows a block-cyclic array it is called for each run of neighbours.
 *
 * <p>Mostly a lambda. What it captures travels as with {@link IndexBody}; a value that it changes outside of itself is
 * lost, what it returns is not.
 */
@Body
@FunctionalInterface
public interface LongRangeFunction extends Serializable {
    /**
     * The value of one chunk.
     *
     * @param low  its first iteration
     * @param high its last iteration plus one
     * @param ctx  of the task that runs it
     * @return what it contributes
     */
    long apply(long low, long high, TaskContext ctx) throws SuspendExecution;
}
