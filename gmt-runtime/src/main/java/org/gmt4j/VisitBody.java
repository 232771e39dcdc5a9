package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * A one-way visit: runs at the owner of an element, to its end, inside the execution of incoming commands. It may use
 * data of its node and issue non-blocking commands. It cannot wait: its method does not declare
 * {@code SuspendExecution}, so the compiler refuses waits. It should be short, because it delays the node's other
 * commands. The sender awaits neither the commands that it issues nor the tasks that it begins, and gets none of
 * their failures: see {@link TaskContext#awaitVisits()}.
 */
@Body
@FunctionalInterface
public interface VisitBody extends Serializable {
    /**
     * Runs the visit at the owner of the element.
     *
     * @param index    index of the visited element, which this node owns
     * @param argument argument of the sender
     * @param ctx      context for non-blocking commands; must not be kept
     */
    void visit(long index, long argument, TaskContext ctx);
}
