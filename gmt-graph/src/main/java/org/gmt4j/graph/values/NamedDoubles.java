package org.gmt4j.graph.values;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.VertexDouble;
import org.gmt4j.graph.VertexDoubleConsumer;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.table.TableEngine;

/**
 * A floating-point number for each vertex of a graph, seen under the names of vertices. Immutable but for the values;
 * travels as a captured value.
 *
 * @param names  of vertices
 * @param values distributed like the vertices
 */
public record NamedDoubles(VertexNames names, GlobalDoubleArray values) implements VertexColumn {
    private static final int BETWEEN_YIELDS = 4096;
    /** Vertices that a node sends at a time, with their values: 16 MB. */
    private static final int MOST_SENT = 1 << 20;
    private static final long[] NONE = {};
    /** The largest value first, of equal ones the smallest vertex: the last of a queue is the one to lose. */
    private static final Comparator<VertexDouble> BEST_FIRST =
        Comparator.comparingDouble(VertexDouble::value).reversed().thenComparingLong(VertexDouble::vertex);

    /**
     * The value of a vertex.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public double find(final TaskContext ctx, final long name) throws SuspendExecution {
        final long vertex = names.number(ctx, name);
        if (vertex == VertexNames.NOBODY) {
            throw names.unknown(name);
        }
        return values.get(ctx, vertex);
    }

    /** Runs a body for each vertex of this node, ascending. Gives way to others between some thousand vertices. */
    public void forEachHere(final TaskContext ctx, final VertexDoubleConsumer body) throws SuspendExecution {
        final long end = values.localEnd();
        for (long from = values.localStart(); from < end; from += BETWEEN_YIELDS) {
            final long to = Math.min(end, from + BETWEEN_YIELDS);
            for (long vertex = from; vertex < to; vertex++) {
                body.accept(names.nameHere(vertex), values.getLocal(vertex));
            }
            ctx.yield();
        }
    }

    /**
     * Names and the bits of values of some vertices from {@code from} on, in turn: as many as {@code most} where there
     * are. The vertices belong to one node.
     */
    public long[] slice(final TaskContext ctx, final long from, final int most) throws SuspendExecution {
        final int owner = values.owner(from);
        return owner == ctx.nodeId() ? sliceHere(from, most) : ctx.call(owner, node -> sliceHere(from, most));
    }

    private long[] sliceHere(final long from, final int most) {
        final int count = (int) (Math.min(values.localEnd(), from + most) - from);
        final long[] slice = new long[2 * count];
        for (int i = 0; i < count; i++) {
            slice[2 * i] = names.nameHere(from + i);
            slice[2 * i + 1] = Double.doubleToRawLongBits(values.getLocal(from + i));
        }
        return slice;
    }

    /** The vertices of the largest values, those first; of equal ones the smallest vertices. Called by one task. */
    public List<VertexDouble> top(final TaskContext ctx, final int count) throws SuspendExecution {
        return top(ctx, count, MOST_SENT);
    }

    /** @param most vertices that travel at a time */
    List<VertexDouble> top(final TaskContext ctx, final int count, final int most) throws SuspendExecution {
        final PriorityQueue<VertexDouble> queue = new PriorityQueue<>(BEST_FIRST.reversed());
        final int first = Math.min(count, most);
        final List<long[]> parts = ctx.callOnAll(node -> topHere(node, first, NONE));
        for (int node = 0; node < parts.size(); node++) {
            offer(queue, parts.get(node), count);
            offerMore(ctx, queue, node, parts.get(node), count, most);
        }
        final List<VertexDouble> best = queue.stream().sorted(BEST_FIRST).toList();
        if (!names.areTexts()) {
            return best;
        }
        final byte[][] texts = names.texts(ctx, best.stream().mapToLong(VertexDouble::vertex).toArray(), best.size());
        return IntStream.range(0, texts.length).mapToObj(i -> new VertexDouble(best.get(i).vertex(),
            best.get(i).value(), new String(texts[i], StandardCharsets.UTF_8))).toList();
    }

    /** Offers what a node has behind its first part, when that was as long as may be. */
    private void offerMore(final TaskContext ctx, final PriorityQueue<VertexDouble> queue, final int node,
                           final long[] firstPart, final int count, final int most) throws SuspendExecution {
        long[] part = firstPart;
        int asked = Math.min(count, most);
        int taken = part.length / 2;
        while (part.length / 2 == asked && taken < count) {
            final long[] last = Arrays.copyOfRange(part, part.length - 2, part.length);
            final int next = Math.min(count - taken, most);
            part = ctx.call(node, there -> topHere(there, next, last));
            offer(queue, part, count);
            asked = next;
            taken += part.length / 2;
        }
    }

    /** The first ones of this node, vertices and values in turn, of those behind one; all where it is none. */
    private long[] topHere(final TaskContext ctx, final int count, final long[] last) throws SuspendExecution {
        final PriorityQueue<VertexDouble> queue = new PriorityQueue<>(BEST_FIRST.reversed());
        forEachHere(ctx, (vertex, value) -> {
            if ((last.length == 0 || isBefore(last[0], Double.longBitsToDouble(last[1]), vertex, value))
                && (queue.size() < count
                || isBefore(vertex, value, queue.peek().vertex(), queue.peek().value()))) {
                offer(queue, new VertexDouble(vertex, value), count);
            }
        });
        final long[] part = new long[2 * queue.size()];
        for (int at = part.length; at > 0; ) {
            final VertexDouble worst = queue.remove();
            part[--at] = Double.doubleToRawLongBits(worst.value());
            part[--at] = worst.vertex();
        }
        return part;
    }

    private static boolean isBefore(final long vertex, final double value, final long otherVertex,
                                    final double other) {
        final int order = Double.compare(value, other);
        return order > 0 || order == 0 && vertex < otherVertex;
    }

    private static void offer(final PriorityQueue<VertexDouble> queue, final long[] part, final int count) {
        for (int i = 0; i < part.length; i += 2) {
            offer(queue, new VertexDouble(part[i], Double.longBitsToDouble(part[i + 1])), count);
        }
    }

    private static void offer(final PriorityQueue<VertexDouble> queue, final VertexDouble entry, final int count) {
        queue.add(entry);
        if (queue.size() > count) {
            queue.remove();
        }
    }

    @Override
    public TableEngine.Values type() {
        return TableEngine.Values.DOUBLES;
    }

    @Override
    public long localStart() {
        return values.localStart();
    }

    @Override
    public long localEnd() {
        return values.localEnd();
    }

    @Override
    public Cells read(final TaskContext ctx, final long from, final int count) {
        final long[] words = new long[count];
        for (int i = 0; i < count; i++) {
            words[i] = Double.doubleToRawLongBits(values.getLocal(from + i));
        }
        return new Cells(type(), words, new byte[0][], null);
    }
}
