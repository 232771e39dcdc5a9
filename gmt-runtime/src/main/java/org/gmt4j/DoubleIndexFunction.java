package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.quasar.Body;

/**
 * The {@code double} that one iteration of a loop contributes to a reduction, see {@link LoopReduction}. Runs on a
 * fiber of some node and may wait.
 *
 * <p>Mostly a lambda. What it captures travels as with {@link IndexBody}; a value that it changes outside of itself is
 * lost, what it returns is not.
 */
@Body
@FunctionalInterface
public interface DoubleIndexFunction extends Serializable {
    /**
     * The value of one iteration.
     *
     * @param index of the iteration
     * @param ctx   of the task that runs it
     * @return what it contributes
     */
    double apply(long index, TaskContext ctx) throws SuspendExecution;
}
