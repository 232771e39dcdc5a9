package org.gmt4j.graph.values;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.VertexLong;
import org.gmt4j.graph.VertexLongConsumer;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.table.TableEngine;

/**
 * A value for each vertex of a graph, seen under the names of vertices. Immutable but for the values; travels as a
 * captured value.
 *
 * @param names  of vertices
 * @param values distributed like the vertices
 * @param kind   of vertices: a negative one is none, and its vertex is left out
 */
public record NamedColumn(VertexNames names, IntegerArray values, VertexValues.Kind kind)
    implements VertexColumn {
    private static final int BATCH = 4096;
    /** Vertices that a node sends at a time, with their values: 16 MB. */
    private static final int MOST_SENT = 1 << 20;
    private static final long[] NONE = {};
    /** The largest value first, of equal ones the smallest vertex: the last of a queue is the one to lose. */
    private static final Comparator<VertexLong> BEST_FIRST =
        Comparator.comparingLong(VertexLong::value).reversed().thenComparingLong(VertexLong::vertex);

    private boolean areVertices() {
        return kind == VertexValues.Kind.VERTICES;
    }

    /**
     * The value of a vertex.
     *
     * @param name of the vertex
     * @return the value, by its name where it is a vertex; empty where the vertex has none
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public OptionalLong find(final TaskContext ctx, final long name) throws SuspendExecution {
        final long vertex = names.number(ctx, name);
        if (vertex == VertexNames.NOBODY) {
            throw names.unknown(name);
        }
        final long value = values.view(ctx, vertex, 1).getInteger(0);
        if (kind != VertexValues.Kind.NUMBERS && value < 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(areVertices() ? names.name(ctx, value) : value);
    }

    /** Runs a body for each vertex of this node that has a value, ascending. Waits between some thousand vertices. */
    public void forEachHere(final TaskContext ctx, final VertexLongConsumer body) throws SuspendExecution {
        final long[] batch = new long[BATCH];
        final long end = values.localEnd();
        for (long from = values.localStart(); from < end; from += BATCH) {
            final int count = read(ctx, from, end, batch);
            for (int i = 0; i < count; i++) {
                if (!isAbsent(from + i)) {
                    body.accept(names.nameHere(from + i), batch[i]);
                }
            }
            ctx.yield();
        }
    }

    private int read(final TaskContext ctx, final long from, final long end, final long[] batch)
        throws SuspendExecution {
        final int count = (int) Math.min(BATCH, end - from);
        final LocalView here = LocalView.of(values);
        for (int i = 0; i < count; i++) {
            batch[i] = here.get(from - values.localStart() + i);
        }
        if (areVertices()) {
            names.replace(ctx, batch, count);
        }
        return count;
    }

    private boolean isAbsent(final long vertex) {
        return kind != VertexValues.Kind.NUMBERS && LocalView.of(values).get(vertex - values.localStart()) < 0;
    }

    /**
     * Names and values of some vertices from {@code from} on, names and values in turn: as many as {@code most} where
     * there are. The vertices belong to one node.
     */
    public long[] slice(final TaskContext ctx, final long from, final int most) throws SuspendExecution {
        final int owner = values.owner(from);
        return owner == ctx.nodeId() ? sliceHere(ctx, from, most)
            : ctx.call(owner, node -> sliceHere(node, from, most));
    }

    private long[] sliceHere(final TaskContext ctx, final long from, final int most) throws SuspendExecution {
        final long end = Math.min(values.localEnd(), from + most);
        final long[] slice = new long[2 * (int) (end - from)];
        final long[] batch = new long[BATCH];
        int length = 0;
        for (long at = from; at < end; at += BATCH) {
            final int count = read(ctx, at, end, batch);
            for (int i = 0; i < count; i++) {
                if (!isAbsent(at + i)) {
                    slice[length++] = names.nameHere(at + i);
                    slice[length++] = batch[i];
                }
            }
        }
        return length == slice.length ? slice : Arrays.copyOf(slice, length);
    }

    /** The first vertex behind those that {@link #slice} of the same arguments looks at. */
    public long sliceEnd(final long from, final int most) {
        final int owner = values.owner(from);
        return Math.min(values.distribution().start(owner) + values.distribution().count(owner), from + most);
    }

    /** The vertices of the largest values, those first; of equal ones the smallest vertices. Called by one task. */
    public List<VertexLong> top(final TaskContext ctx, final int count) throws SuspendExecution {
        return top(ctx, count, MOST_SENT);
    }

    /** @param most vertices that travel at a time */
    List<VertexLong> top(final TaskContext ctx, final int count, final int most) throws SuspendExecution {
        final PriorityQueue<VertexLong> queue = new PriorityQueue<>(BEST_FIRST.reversed());
        final int first = Math.min(count, most);
        final List<long[]> parts = ctx.callOnAll(node -> topHere(node, first, NONE));
        for (int node = 0; node < parts.size(); node++) {
            offer(queue, parts.get(node), count);
            offerMore(ctx, queue, node, parts.get(node), count, most);
        }
        final List<VertexLong> best = queue.stream().sorted(BEST_FIRST).toList();
        if (!names.areTexts()) {
            return best;
        }
        final byte[][] texts = names.texts(ctx, best.stream().mapToLong(VertexLong::vertex).toArray(), best.size());
        return IntStream.range(0, texts.length).mapToObj(i -> new VertexLong(best.get(i).vertex(), best.get(i).value(),
            new String(texts[i], StandardCharsets.UTF_8))).toList();
    }

    /** Offers what a node has behind its first part, when that was as long as may be. */
    private void offerMore(final TaskContext ctx, final PriorityQueue<VertexLong> queue, final int node,
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
        final PriorityQueue<VertexLong> queue = new PriorityQueue<>(BEST_FIRST.reversed());
        forEachHere(ctx, (vertex, value) -> {
            if ((last.length == 0 || isBefore(last[0], last[1], vertex, value))
                && (queue.size() < count
                || isBefore(vertex, value, queue.peek().vertex(), queue.peek().value()))) {
                offer(queue, new VertexLong(vertex, value), count);
            }
        });
        final long[] part = new long[2 * queue.size()];
        for (int at = part.length; at > 0; ) {
            final VertexLong worst = queue.remove();
            part[--at] = worst.value();
            part[--at] = worst.vertex();
        }
        return part;
    }

    private static boolean isBefore(final long vertex, final long value, final long otherVertex, final long other) {
        return value > other || value == other && vertex < otherVertex;
    }

    private static void offer(final PriorityQueue<VertexLong> queue, final long[] part, final int count) {
        for (int i = 0; i < part.length; i += 2) {
            offer(queue, new VertexLong(part[i], part[i + 1]), count);
        }
    }

    private static void offer(final PriorityQueue<VertexLong> queue, final VertexLong entry, final int count) {
        queue.add(entry);
        if (queue.size() > count) {
            queue.remove();
        }
    }

    @Override
    public TableEngine.Values type() {
        return kind == VertexValues.Kind.REAL_LENGTHS ? TableEngine.Values.DOUBLES
            : areVertices() && names.areTexts() ? TableEngine.Values.TEXTS : TableEngine.Values.LONGS;
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
    public Cells read(final TaskContext ctx, final long from, final int count) throws SuspendExecution {
        final long[] words = new long[Math.max(BATCH, count)];
        read(ctx, from, from + count, words);
        final boolean[] present = new boolean[count];
        for (int i = 0; i < count; i++) {
            present[i] = !isAbsent(from + i);
        }
        final TableEngine.Values type = type();
        final byte[][] texts = type == TableEngine.Values.TEXTS ? names.texts(ctx, words, count) : new byte[0][];
        return new Cells(type, words, texts, present);
    }
}
