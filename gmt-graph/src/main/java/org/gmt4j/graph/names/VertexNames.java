package org.gmt4j.graph.names;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.memory.LocalView;

/**
 * How the vertices 0, 1, 2, ... of a distributed graph are called outside of it. Immutable; travels as a captured
 * value.
 *
 * <p>Either in their own order, from a first number on; or by a list, ascending, which lies with the vertices. Memory:
 * nothing, or 8 bytes a vertex.
 *
 * @param count  vertices
 * @param first  name of vertex 0, where the others follow it
 * @param list   names, ascending, distributed like the vertices; null where they follow {@code first}
 * @param firsts of a list: the first name of each node that has some
 * @param texts  names that are texts, ascending, beside those that follow {@code first}; null without
 */
public record VertexNames(long count, long first, GlobalLongArray list, long[] firsts, NodeLocal<NameList> texts) {
    /** Number of a name that no vertex has. */
    public static final long NOBODY = -1;
    private static final long[] NONE = {};
    /** Asked for at a time: as long as the block of texts that comes back, where they are short. */
    private static final int MOST_ASKED = 1 << 13;

    /** Names that are numbers from {@code first} on. */
    public static VertexNames numbered(final long count, final long first) {
        return new VertexNames(count, first, null, NONE, null);
    }

    /** Names by a list that is ascending and without repetitions. Called by one task. */
    static VertexNames listed(final TaskContext ctx, final GlobalLongArray list) throws SuspendExecution {
        int nodes = 0;
        while (nodes < ctx.nodeCount() && list.distribution().count(nodes) > 0) {
            nodes++;
        }
        final long[] firsts = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            list.getNb(ctx, list.distribution().start(node), firsts, node);
        }
        ctx.await();
        return new VertexNames(list.size(), 0, list, firsts, null);
    }

    /** Names that are texts; as numbers they are their places in this order. */
    static VertexNames texts(final long count, final NodeLocal<NameList> texts) {
        return new VertexNames(count, 0, null, NONE, texts);
    }

    /** Whether vertices are named by texts. */
    public boolean areTexts() {
        return texts != null;
    }

    /** No vertex has a name, or a number where names are texts: to be thrown. */
    public GraphException unknown(final long name) {
        return areTexts() && count > 0 ? GraphException.unknownNumber(name, count)
            : GraphException.unknownVertex(name, count);
    }

    /** The vertex of a name that is a text, or {@link #NOBODY}. Waits where the name belongs to another node. */
    public long number(final TaskContext ctx, final byte[] name) throws SuspendExecution {
        final int owner = texts.get().owner(name);
        if (owner < 0) {
            return NOBODY;
        }
        return owner == ctx.nodeId() ? texts.get().find(name) : ctx.call(owner, node -> texts.get().find(name));
    }

    /** The names of vertices, which are texts, in UTF-8; null of negative numbers, which are no vertices. Waits. */
    public byte[][] texts(final TaskContext ctx, final long[] vertices, final int length) throws SuspendExecution {
        final byte[][] names = new byte[length][];
        for (int node = 0; node < ctx.nodeCount(); node++) {
            final int owner = node;
            final NameList here = texts.get();
            final int[] places = IntStream.range(0, length)
                .filter(i -> vertices[i] >= 0 && here.owner(vertices[i]) == owner).toArray();
            final long[] asked = Arrays.stream(places).mapToLong(i -> vertices[i]).toArray();
            int at = 0;
            while (at < asked.length) {
                final int end = Math.min(asked.length, at + MOST_ASKED);
                final byte[] block = owner == ctx.nodeId() ? here.names(asked, at)
                    : textsThere(ctx, owner, Arrays.copyOfRange(asked, at, end));
                for (final byte[] name : TextBlock.texts(block)) {
                    names[places[at++]] = name;
                }
            }
        }
        return names;
    }

    private byte[] textsThere(final TaskContext ctx, final int owner, final long[] asked) throws SuspendExecution {
        return ctx.call(owner, there -> texts.get().names(asked, 0));
    }

    /** The vertex of a name, or {@link #NOBODY}. Waits where the name belongs to another node. */
    public long number(final TaskContext ctx, final long name) throws SuspendExecution {
        if (list == null) {
            return numbered(name);
        }
        final int owner = owner(name);
        if (owner < 0) {
            return NOBODY;
        }
        return owner == ctx.nodeId() ? numberHere(name) : ctx.call(owner, node -> numberHere(name));
    }

    /** The vertices of names, or {@link #NOBODY}. Waits: one call for each node and some thousand names. */
    public long[] numbers(final TaskContext ctx, final long[] asked) throws SuspendExecution {
        if (list == null) {
            return Arrays.stream(asked).map(this::numbered).toArray();
        }
        final long[] sorted = Arrays.stream(asked).sorted().distinct().toArray();
        final long[] found = new long[sorted.length];
        int at = 0;
        while (at < sorted.length) {
            final int owner = owner(sorted[at]);
            int end = at + 1;
            while (end < sorted.length && end - at < MOST_ASKED && owner(sorted[end]) == owner) {
                end++;
            }
            final long[] some = Arrays.copyOfRange(sorted, at, end);
            System.arraycopy(numbers(ctx, owner, some), 0, found, at, some.length);
            at = end;
        }
        return Arrays.stream(asked).map(name -> found[Arrays.binarySearch(sorted, name)]).toArray();
    }

    /** Of names that one node has if anybody has them, in ascending order. */
    private long[] numbers(final TaskContext ctx, final int owner, final long[] sorted) throws SuspendExecution {
        if (owner < 0) {
            final long[] nobody = new long[sorted.length];
            Arrays.fill(nobody, NOBODY);
            return nobody;
        }
        return owner == ctx.nodeId() ? findHere(sorted) : ctx.call(owner, node -> findHere(sorted));
    }

    private long[] findHere(final long[] sorted) {
        final long[] numbers = numbersHere(sorted);
        for (int i = 0; i < numbers.length; i++) {
            final boolean isThere = numbers[i] - list.localStart() < list.localCount()
                && list.getLocal(numbers[i]) == sorted[i];
            numbers[i] = isThere ? numbers[i] : NOBODY;
        }
        return numbers;
    }

    private long numbered(final long name) {
        return name < first || name - first >= count || name - first < 0 ? NOBODY : name - first;
    }

    private long numberHere(final long name) {
        final long at = lowerBound(LocalView.of(list), 0, list.localCount(), name);
        return at < list.localCount() && list.getLocal(list.localStart() + at) == name ? list.localStart() + at
            : NOBODY;
    }

    /** Of a list: the node that has a name if anybody has it; -1 below the first one. */
    int owner(final long name) {
        final int at = Arrays.binarySearch(firsts, name);
        return at >= 0 ? at : -at - 2;
    }

    /**
     * Of a list: the vertices of names that this node has, which are given in ascending order; of others, the vertex
     * behind them or the end.
     */
    long[] numbersHere(final long[] names) {
        final LocalView view = LocalView.of(list);
        final long end = list.localCount();
        final long start = list.localStart();
        final long[] numbers = new long[names.length];
        long at = 0;
        for (int i = 0; i < names.length; i++) {
            long step = 1;
            while (at + step < end && view.word(at + step) < names[i]) {
                at += step;
                step <<= 1;
            }
            at = lowerBound(view, at, Math.min(end, at + step + 1), names[i]);
            numbers[i] = start + at;
        }
        return numbers;
    }

    /** The first position between {@code from} and {@code to} whose name is not below the one given. */
    private static long lowerBound(final LocalView view, final long from, final long to, final long name) {
        long low = from;
        long high = to;
        while (low < high) {
            final long middle = (low + high) >>> 1;
            if (view.word(middle) < name) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The name of any vertex; waits where it lives elsewhere. */
    public long name(final TaskContext ctx, final long vertex) throws SuspendExecution {
        return list == null ? first + vertex : list.get(ctx, vertex);
    }

    /** The name of a vertex of this node. */
    public long nameHere(final long vertex) {
        return list == null ? first + vertex : list.getLocal(vertex);
    }

    /**
     * Takes the names of vertices for their numbers, in place, all at the same time; negative numbers, which are no
     * vertices, stay. Waits.
     */
    public void replace(final TaskContext ctx, final long[] vertices, final int length) throws SuspendExecution {
        for (int i = 0; i < length; i++) {
            if (vertices[i] < 0) {
                continue;
            }
            if (list == null) {
                vertices[i] += first;
            } else {
                list.getNb(ctx, vertices[i], vertices, i);
            }
        }
        ctx.await();
    }

    /** Frees the list. Called by one task. */
    public void free(final TaskContext ctx) throws SuspendExecution {
        if (list != null) {
            list.free(ctx);
        }
        if (texts != null) {
            texts.free(ctx);
        }
    }
}
