package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/** A {@link VisitBody} with three arguments, see {@link WideVisitor}. */
@Body
@FunctionalInterface
public interface TripleVisitBody extends Serializable {
    /**
     * Runs the visit at the owner of the element.
     *
     * @param index  index of the visited element, which this node owns
     * @param first  first argument of the sender
     * @param second second argument of the sender
     * @param third  third argument of the sender
     * @param ctx    context for non-blocking commands; must not be kept
     */
    void visit(long index, long first, long second, long third, TaskContext ctx);
}
