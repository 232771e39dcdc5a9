package org.gmt4j.graph;

import java.util.function.LongBinaryOperator;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.NodeBound;
import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.values.NamedColumn;

/**
 * The values of a {@link LongAttribute} as bodies see them, which capture it: those of any vertex, and of all
 * vertices of a node. Immutable but for the values. Valid until the attribute is removed: a body that captures
 * it later is refused (GMT-342).
 *
 * <pre>{@code
 * NodeLongs here = attribute.onNodes();
 * cluster.run(ctx -> ctx.executeOnAll(node -> here.update(node, (vertex, value) -> value + 1)));
 * }</pre>
 */
public final class NodeLongs implements Transferable {
    private static final int BETWEEN_YIELDS = 4096;

    /** An {@link OpenMark}; on a node the array that it stands for. */
    private final NodeBound mark;
    private final NamedColumn column;
    private final GlobalLongArray array;

    NodeLongs(final ResultLife life, final NamedColumn column, final GlobalLongArray array) {
        mark = new OpenMark(life, array);
        this.column = column;
        this.array = array;
    }

    private long number(final TaskContext ctx, final long vertex) throws SuspendExecution {
        OpenMark.requireOpen(mark);
        final long number = column.names().number(ctx, vertex);
        if (number == VertexNames.NOBODY) {
            throw column.names().unknown(vertex);
        }
        return number;
    }

    /**
     * Returns the value of a vertex, of whatever node. Waits.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long get(final TaskContext ctx, final long vertex) throws SuspendExecution {
        return array.get(ctx, number(ctx, vertex));
    }

    /**
     * Sets the value of a vertex, of whatever node. Waits.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public void set(final TaskContext ctx, final long vertex, final long value) throws SuspendExecution {
        array.put(ctx, number(ctx, vertex), value);
    }

    /**
     * Adds to the value of a vertex, of whatever node, as one operation; returns the value before. Waits.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long add(final TaskContext ctx, final long vertex, final long delta) throws SuspendExecution {
        return array.add(ctx, number(ctx, vertex), delta);
    }

    /** Gives all vertices of this node to a body, ascending. Gives way to others between some thousand vertices. */
    public void forEach(final TaskContext ctx, final VertexLongConsumer body) throws SuspendExecution {
        OpenMark.requireOpen(mark);
        column.forEachHere(ctx, body);
    }

    /** Sets the values of all vertices of this node by what they are, ascending. Gives way to others, as above. */
    public void update(final TaskContext ctx, final LongBinaryOperator next) throws SuspendExecution {
        OpenMark.requireOpen(mark);
        final long end = array.localEnd();
        for (long from = array.localStart(); from < end; from += BETWEEN_YIELDS) {
            final long to = Math.min(end, from + BETWEEN_YIELDS);
            for (long at = from; at < to; at++) {
                array.setLocal(at, next.applyAsLong(column.names().nameHere(at), array.getLocal(at)));
            }
            ctx.yield();
        }
    }
}
