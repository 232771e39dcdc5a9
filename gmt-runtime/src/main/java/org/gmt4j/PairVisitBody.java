package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/** A {@link VisitBody} with two arguments, see {@link WideVisitor}. */
@Body
@FunctionalInterface
public interface PairVisitBody extends Serializable {
    /**
     * Runs the visit at the owner of the element.
     *
     * @param index  index of the visited element, which this node owns
     * @param first  first argument of the sender
     * @param second second argument of the sender
     * @param ctx    context for non-blocking commands; must not be kept
     */
    void visit(long index, long first, long second, TaskContext ctx);
}
