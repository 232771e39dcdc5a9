package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * Selects iterations of a loop to count, see {@link LoopReduction#count}. Runs on a fiber of some node and may wait.
 * Usually a lambda; captured values travel as those of an {@link IndexBody}.
 */
@Body
@FunctionalInterface
public interface IndexPredicate extends Serializable {
    /**
     * Returns whether an iteration counts.
     *
     * @param index number of the iteration
     * @param ctx   context of the task that runs it
     * @return true to count it
     */
    boolean test(long index, TaskContext ctx) throws SuspendExecution;
}
