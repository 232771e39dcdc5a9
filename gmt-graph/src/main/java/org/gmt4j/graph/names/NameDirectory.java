package org.gmt4j.graph.names;

import java.util.Arrays;
import java.util.List;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.GraphFormatException;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.NameTable;
import org.gmt4j.graph.source.EdgeSource;

/**
 * Makes vertices 0, 1, 2, ... of the names in edges: in ascending order, so that they do not depend on the number of
 * nodes, nor on who has read which edge. Called by one task.
 *
 * <pre>
 * gather     every thread's names, each once, into one array
 * sort       by all nodes
 * thin out   names that several threads have seen are listed once: the list of {@link VertexNames}
 * look up    every thread asks the owners for the vertices of its names, some 64,000 at a time; one that has seen half
 *            of all names reads the list
 * </pre>
 *
 * <p>Memory beside that of {@link Intake}: 16 bytes for each name of each thread while they are sorted. Time: that of
 * sorting, and a search of the list for each name of each thread, or one pass over it.
 */
public final class NameDirectory {
    private static final int CHUNK = 1 << 16;
    /** For each name of each thread: itself, and the place where it is sorted to. */
    private static final long BYTES_TO_SORT = 16;
    private static final int BETWEEN_YIELDS = 1 << 16;

    private NameDirectory() {
    }

    /** Finds the vertices of all names that have come in. */
    public static VertexNames build(final TaskContext ctx, final NodeLocal<Intake> intake) throws SuspendExecution {
        final GlobalLongArray all = gather(ctx, intake);
        GlobalLongArray list = null;
        try {
            all.sort(ctx);
            list = thinOut(ctx, all);
            all.free(ctx);
            final VertexNames names = VertexNames.listed(ctx, list);
            ctx.executeOnAll(node -> lookUp(node, names, intake.get()));
            return names;
        } catch (final RuntimeException | Error failure) {
            if (!all.isFreed()) {
                all.free(ctx);
            }
            if (list != null) {
                list.free(ctx);
            }
            throw failure;
        }
    }

    /**
     * The names that a source has listed for its vertices.
     *
     * @throws GraphFormatException GMT-304 where they do not ascend
     */
    public static VertexNames listed(final TaskContext ctx, final NodeLocal<EdgeSource> source, final long count)
        throws SuspendExecution {
        final GlobalLongArray list = GlobalLongArray.allocate(ctx, ArraySpec.of(count).unzeroed());
        try {
            ctx.executeOnAll(node -> copyIds(node, source.get(), list));
            return VertexNames.listed(ctx, list);
        } catch (final RuntimeException | Error failure) {
            list.free(ctx);
            throw failure;
        }
    }

    private static void copyIds(final TaskContext ctx, final EdgeSource source, final GlobalLongArray list)
        throws SuspendExecution {
        for (long v = list.localStart(); v < list.localEnd(); v++) {
            list.setLocal(v, source.originalId(v));
            if (v > 0 && source.originalId(v - 1) >= source.originalId(v)) {
                throw new GraphFormatException(GraphFormatException.MALFORMED_HEADER, source.name(),
                    GraphFormatException.WHOLE_FILE, "original ids do not ascend: vertex " + v);
            }
            if (v % BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
    }

    // --- gather ---

    private static GlobalLongArray gather(final TaskContext ctx, final NodeLocal<Intake> intake)
        throws SuspendExecution {
        final long[] starts = starts(ctx.callOnAll(node -> intake.get().nameCount()));
        intake.get().room().require(ctx, "names", BYTES_TO_SORT * (starts[starts.length - 1] / ctx.nodeCount()));
        final GlobalLongArray all = GlobalLongArray.allocate(ctx, ArraySpec.of(starts[starts.length - 1]).unzeroed());
        try {
            ctx.executeOnAll(node -> copyNames(node, intake.get(), all, starts[node.nodeId()]));
        } catch (final RuntimeException | Error failure) {
            all.free(ctx);
            throw failure;
        }
        return all;
    }

    /** Where each node's items begin, and how many there are of all. */
    private static long[] starts(final List<Long> counts) {
        final long[] starts = new long[counts.size() + 1];
        for (int node = 0; node < counts.size(); node++) {
            starts[node + 1] = starts[node] + counts.get(node);
        }
        return starts;
    }

    private static void copyNames(final TaskContext ctx, final Intake intake, final GlobalLongArray all,
                                  final long start) throws SuspendExecution {
        final long[] chunk = new long[CHUNK];
        long at = start;
        for (int lane = 0; lane < intake.laneCount(); lane++) {
            final NameTable names = intake.lane(lane).names();
            for (int from = 0; from < names.count(); from += CHUNK) {
                final int length = copy(names, from, chunk);
                all.put(ctx, at, chunk, 0, length);
                at += length;
            }
        }
    }

    private static int copy(final NameTable names, final int from, final long[] chunk) {
        final int length = Math.min(CHUNK, names.count() - from);
        for (int i = 0; i < length; i++) {
            chunk[i] = names.value(from + i);
        }
        return length;
    }

    // --- thin out ---

    private static GlobalLongArray thinOut(final TaskContext ctx, final GlobalLongArray all) throws SuspendExecution {
        final long[] starts = starts(ctx.callOnAll(node -> copyDistinct(node, all, null, 0)));
        final GlobalLongArray list =
            GlobalLongArray.allocate(ctx, ArraySpec.of(starts[starts.length - 1]).unzeroed());
        try {
            ctx.executeOnAll(node -> copyDistinct(node, all, list, starts[node.nodeId()]));
        } catch (final RuntimeException | Error failure) {
            list.free(ctx);
            throw failure;
        }
        return list;
    }

    /** Copies this node's names but those that repeat the one before; without a list they are counted only. */
    private static long copyDistinct(final TaskContext ctx, final GlobalLongArray all, final GlobalLongArray list,
                                     final long start) throws SuspendExecution {
        final long count = all.localCount();
        if (count == 0) {
            return 0;
        }
        final LocalView names = LocalView.of(all);
        final boolean hasBefore = all.localStart() > 0;
        long before = hasBefore ? all.get(ctx, all.localStart() - 1) : 0;
        boolean isFirst = !hasBefore;
        final long[] chunk = new long[list == null ? 1 : CHUNK];
        int length = 0;
        long distinct = 0;
        for (long i = 0; i < count; i++) {
            final long name = names.word(i);
            if (isFirst || name != before) {
                isFirst = false;
                before = name;
                distinct++;
                if (list != null) {
                    chunk[length++] = name;
                }
            }
            if (length == CHUNK) {
                list.put(ctx, start + distinct - length, chunk, 0, length);
                length = 0;
            } else if (i % BETWEEN_YIELDS == 0) {
                ctx.yield();
            }
        }
        if (length > 0) {
            list.put(ctx, start + distinct - length, chunk, 0, length);
        }
        return distinct;
    }

    // --- look up ---

    private static void lookUp(final TaskContext ctx, final VertexNames names, final Intake intake)
        throws SuspendExecution {
        ctx.parFor(intake.laneCount(), 1, SpawnPolicy.LOCAL,
            (lane, high, c) -> lookUp(c, names, intake.lane((int) lane)));
    }

    private static void lookUp(final TaskContext ctx, final VertexNames names, final EdgeIntake lane)
        throws SuspendExecution {
        final NameTable table = lane.names();
        final LocalView vertices = lane.openVertices(names.count() > 1L << 31);
        final long[] chunk = new long[CHUNK];
        if (table.count() >= names.count() / 2) {
            readList(ctx, names.list(), table, vertices, chunk);
            return;
        }
        for (int from = 0; from < table.count(); from += CHUNK) {
            final int length = copy(table, from, chunk);
            Arrays.sort(chunk, 0, length);
            for (int at = 0; at < length; ) {
                at = lookUp(ctx, names, table, vertices, chunk, at, length);
            }
        }
    }

    /** Goes through the list of all names, where the table has many of them: nobody has to search. */
    private static void readList(final TaskContext ctx, final GlobalLongArray list, final NameTable table,
                                 final LocalView vertices, final long[] chunk) throws SuspendExecution {
        for (long from = 0; from < list.size(); from += CHUNK) {
            final int length = (int) Math.min(CHUNK, list.size() - from);
            list.get(ctx, from, chunk, 0, length);
            for (int i = 0; i < length; i++) {
                final int number = table.find(chunk[i]);
                if (number >= 0) {
                    vertices.set(number, from + i);
                }
            }
            ctx.yield();
        }
    }

    /** Asks the owner of the name at {@code from} for it and for those behind it that it has, too. */
    private static int lookUp(final TaskContext ctx, final VertexNames names, final NameTable table,
                              final LocalView vertices, final long[] chunk, final int from, final int length)
        throws SuspendExecution {
        final int owner = names.owner(chunk[from]);
        int to = length;
        if (owner + 1 < names.firsts().length) {
            final int at = Arrays.binarySearch(chunk, from, length, names.firsts()[owner + 1]);
            to = at >= 0 ? at : -at - 1;
        }
        final long[] asked = Arrays.copyOfRange(chunk, from, to);
        final long[] numbers = owner == ctx.nodeId() ? names.numbersHere(asked)
            : ctx.call(owner, node -> names.numbersHere(asked));
        for (int i = 0; i < numbers.length; i++) {
            vertices.set(table.find(asked[i]), numbers[i]);
        }
        return to;
    }
}
