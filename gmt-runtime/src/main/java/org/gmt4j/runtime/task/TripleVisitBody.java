package org.gmt4j.runtime.task;

import java.io.Serializable;

/** A {@link VisitBody} with three arguments, see {@link WideVisitor}. */
@FunctionalInterface
public interface TripleVisitBody extends Serializable {
    /** @param index the element that is visited; owned by this node. @param ctx for non-blocking commands; not to be kept */
    void visit(long index, long first, long second, long third, TaskContext ctx);
}
