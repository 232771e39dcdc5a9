package org.gmt4j.graph;

import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.NodeBound;
import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.values.NamedDoubles;

/**
 * The values of a {@link DoubleAttribute} as bodies see them, which capture it: those of any vertex, and of all
 * vertices of a node. Immutable but for the values. Valid until the attribute is removed: a body that captures
 * it later is refused (GMT-342).
 *
 * <pre>{@code
 * NodeDoubles here = attribute.onNodes();
 * cluster.run(ctx -> ctx.executeOnAll(node -> here.update(node, (vertex, value) -> value + 1)));
 * }</pre>
 */
public final class NodeDoubles implements Transferable {
    private static final int BETWEEN_YIELDS = 4096;

    /** An {@link OpenMark}; on a node the array that it stands for. */
    private final NodeBound mark;
    private final NamedDoubles column;
    private final GlobalDoubleArray array;

    NodeDoubles(final ResultLife life, final NamedDoubles column, final GlobalDoubleArray array) {
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
    public double get(final TaskContext ctx, final long vertex) throws SuspendExecution {
        return array.get(ctx, number(ctx, vertex));
    }

    /**
     * Sets the value of a vertex, of whatever node. Waits.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public void set(final TaskContext ctx, final long vertex, final double value) throws SuspendExecution {
        array.put(ctx, number(ctx, vertex), value);
    }

    /**
     * Adds to the value of a vertex, of whatever node, as one operation; returns the value before. Waits.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public double add(final TaskContext ctx, final long vertex, final double delta) throws SuspendExecution {
        return array.add(ctx, number(ctx, vertex), delta);
    }

    /** Gives all vertices of this node to a body, ascending. Gives way to others between some thousand vertices. */
    public void forEach(final TaskContext ctx, final VertexDoubleConsumer body) throws SuspendExecution {
        OpenMark.requireOpen(mark);
        column.forEachHere(ctx, body);
    }

    /** The value of a vertex by what it is. */
    @FunctionalInterface
    public interface Update {
        /**
         * Returns the next value.
         *
         * @param vertex by the caller's name
         * @param value  of it
         */
        double next(long vertex, double value);
    }

    /** Sets the values of all vertices of this node by what they are, ascending. Gives way to others, as above. */
    public void update(final TaskContext ctx, final Update next) throws SuspendExecution {
        OpenMark.requireOpen(mark);
        final long end = array.localEnd();
        for (long from = array.localStart(); from < end; from += BETWEEN_YIELDS) {
            final long to = Math.min(end, from + BETWEEN_YIELDS);
            for (long at = from; at < to; at++) {
                array.setLocal(at, next.next(column.names().nameHere(at), array.getLocal(at)));
            }
            ctx.yield();
        }
    }
}
