package org.gmt4j.graph;

import org.gmt4j.NodeBound;
import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.values.NamedColumn;

/**
 * The numbers of {@link VertexLongs} as the nodes see them. Immutable; bodies capture it. Valid until the result is
 * closed: a body that captures it later is refused (GMT-342).
 */
public final class LocalLongs implements Transferable {
    /** An {@link OpenMark}; on a node the array that it stands for. */
    private final NodeBound mark;
    private final NamedColumn column;

    LocalLongs(final ResultLife life, final NamedColumn column) {
        mark = new OpenMark(life, column.values());
        this.column = column;
    }

    /**
     * Gives all vertices of this node that have a value to a body, one after the other, in ascending order. The task
     * may wait between some thousand vertices, and gives way to others.
     */
    public void forEach(final TaskContext ctx, final VertexLongConsumer body) throws SuspendExecution {
        OpenMark.requireOpen(mark);
        column.forEachHere(ctx, body);
    }
}
