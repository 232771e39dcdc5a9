package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * A one-way visit: runs at the owner of an element, to the end, inside the execution of incoming commands. It may touch
 * data of its node and issue non-blocking commands; it cannot wait (its method does not declare
 * {@code SuspendExecution}, so the compiler says so) and should be short, because it holds up the node's other
 * commands. What it issues is not awaited by the sender: see {@link TaskContext#awaitVisits()}.
 */
@Body
@FunctionalInterface
public interface VisitBody extends Serializable {
    /**
     * Runs at the owner of the element.
     *
     * @param index    the element that is visited; owned by this node
     * @param argument what the sender gave
     * @param ctx      for non-blocking commands; not to be kept
     */
    void visit(long index, long argument, TaskContext ctx);
}
