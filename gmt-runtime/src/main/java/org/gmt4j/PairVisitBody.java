package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/** A {@link VisitBody} with two arguments, see {@link WideVisitor}. */
@Body
@FunctionalInterface
public interface PairVisitBody extends Serializable {
    /**
     * Runs at the owner of the element.
     *
     * @param index  the element that is visited; owned by this node
     * @param first  what the sender gave
     * @param second what the sender gave
     * @param ctx    for non-blocking commands; not to be kept
     */
    void visit(long index, long first, long second, TaskContext ctx);
}
