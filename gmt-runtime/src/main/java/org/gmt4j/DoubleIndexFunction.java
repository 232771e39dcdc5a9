package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * Returns the {@code double} that one iteration of a loop contributes to a reduction, see {@link LoopReduction}. Runs
 * on a fiber of some node and may wait.
 *
 * <p>Usually a lambda. Captured values travel as those of an {@link IndexBody}. Changes to captured values are lost;
 * the returned value is not.
 */
@Body
@FunctionalInterface
public interface DoubleIndexFunction extends Serializable {
    /**
     * Returns the value of one iteration.
     *
     * @param index number of the iteration
     * @param ctx   context of the task that runs it
     * @return its contribution to the reduction
     */
    double apply(long index, TaskContext ctx) throws SuspendExecution;
}
