package org.gmt4j.engine.objects;

import org.gmt4j.PairVisitBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TripleVisitBody;

/**
 * The body of visits with two or three arguments. Immutable; any thread; per command.
 *
 * @param pair   null where visits have three arguments
 * @param triple null where visits have two
 */
public record WideBody(PairVisitBody pair, TripleVisitBody triple) {
    /** Returns the number of arguments of a visit: 2 or 3. */
    public int arguments() {
        return pair != null ? 2 : 3;
    }

    /** Runs the body at the owner. */
    public void visit(final long index, final long first, final long second, final long third, final TaskContext ctx) {
        if (pair != null) {
            pair.visit(index, first, second, ctx);
        } else {
            triple.visit(index, first, second, third, ctx);
        }
    }
}
