package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * Whether an iteration of a loop counts, see {@link LoopReduction#count}. Runs on a fiber of some node and may wait.
 * Mostly a lambda; what it captures travels as with {@link IndexBody}.
 */
@Body
@FunctionalInterface
public interface IndexPredicate extends Serializable {
    /**
     * Whether an iteration counts.
     *
     * @param index of the iteration
     * @param ctx   of the task that runs it
     * @return whether it does
     */
    boolean test(long index, TaskContext ctx) throws SuspendExecution;
}
