package org.gmt4j.graph;

import org.gmt4j.NodeBound;
import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.values.NamedDoubles;

/**
 * The numbers of {@link VertexDoubles} as the nodes see them. Immutable; bodies capture it. Valid until the result is
 * closed: a body that captures it later is refused (GMT-342).
 */
public final class LocalDoubles implements Transferable {
    /** An {@link OpenMark}; on a node the array that it stands for. */
    private final NodeBound mark;
    private final NamedDoubles column;

    LocalDoubles(final ResultLife life, final NamedDoubles column) {
        mark = new OpenMark(life, column.values());
        this.column = column;
    }

    /**
     * Gives all vertices of this node to a body, one after the other, in ascending order. The task gives way to others
     * between some thousand vertices.
     */
    public void forEach(final TaskContext ctx, final VertexDoubleConsumer body) throws SuspendExecution {
        OpenMark.requireOpen(mark);
        column.forEachHere(ctx, body);
    }
}
