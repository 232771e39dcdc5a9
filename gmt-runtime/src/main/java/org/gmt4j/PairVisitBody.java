package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/** A {@link VisitBody} with two arguments, see {@link WideVisitor}. */
@Body
@FunctionalInterface
public interface PairVisitBody extends Serializable {
    /**
     * @param index the element that is visited; owned by this node. @param ctx for non-blocking commands; not to be
     *              kept
     */
    void visit(long index, long first, long second, TaskContext ctx);
}
