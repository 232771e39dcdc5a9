package org.gmt4j.bench.plain;

import java.util.function.BiPredicate;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A program in two versions. Runs are numbered; those with the same number have the same work, such as the same root.
 *
 * @param name   in results
 * @param unit   of the work, in the plural
 * @param nodes  as one task of node 0, which has all nodes work; from the input in global arrays to the answer in a
 *               Java array of node 0, with what it allocates and frees on the way
 * @param serial one thread of node 0; from the input in Java arrays to the answer in another one
 * @param agrees whether the answer of the nodes is as right as the serial one
 * @param work   done for an answer, in units
 */
record PlainProgram<A>(String name, String unit, OnNodes<A> nodes, LongFunction<A> serial, BiPredicate<A, A> agrees,
                       ToLongFunction<A> work) {

    /** The version of the nodes. */
    @FunctionalInterface
    interface OnNodes<A> {
        A run(TaskContext ctx, long number) throws SuspendExecution;
    }
}
