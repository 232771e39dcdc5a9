package org.gmt4j.graph;

import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.values.NamedColumn;

/**
 * The numbers of {@link VertexLongs} as the nodes see them. Immutable; bodies capture it. Valid until the result is
 * closed.
 */
public final class LocalLongs implements Transferable {
    private final NamedColumn column;

    LocalLongs(final NamedColumn column) {
        this.column = column;
    }

    /**
     * Gives all vertices of this node that have a value to a body, one after the other, in ascending order. The task
     * may wait between some thousand vertices, and gives way to others.
     */
    public void forEach(final TaskContext ctx, final VertexLongConsumer body) throws SuspendExecution {
        column.forEachHere(ctx, body);
    }
}
