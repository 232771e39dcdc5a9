package org.gmt4j.graph;

import java.util.Arrays;
import java.util.List;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.names.VertexNames;
import org.gmt4j.graph.values.WalkTable;
import org.gmt4j.graph.walks.WalkSearch;

/**
 * Random walks: how often each vertex was visited, the begins of walks included, and where it was asked for the walks
 * themselves. The same with any number of nodes. Any thread. Memory of the nodes: 8 bytes a vertex, and for walks that
 * are kept 8 bytes for each of their vertices, given back by {@link #close} of this or of the graph.
 */
public final class Walks implements AutoCloseable {
    private static final int SLICE = 1 << 15;

    private final ResultLife life;
    private final Graph graph;
    private final long walkers;
    private final int length;
    private final WalkSearch found;
    private final VertexLongs visits;

    /** Is given walks. */
    @FunctionalInterface
    public interface PathConsumer {
        /**
         * Takes a walk.
         *
         * @param walker   its number
         * @param vertices in order, the first one where it began; the consumer's own
         */
        void accept(long walker, long[] vertices);
    }

    Walks(final Graph graph, final long walkers, final int length, final WalkSearch found) {
        life = new ResultLife(graph, ctx -> found.free(ctx));
        this.graph = graph;
        this.walkers = walkers;
        this.length = length;
        this.found = found;
        visits = VertexLongs.ofNumbers(life, graph.names(), "visits", found.visits());
    }

    /** Returns the number of walks. */
    public long walkers() {
        return walkers;
    }

    /**
     * Returns how often a vertex was visited.
     *
     * @throws GraphException GMT-340 where no vertex has this name
     */
    public long value(final long vertex) {
        return visits.value(vertex);
    }

    /** Returns the vertices that were visited most often. */
    public List<VertexLong> top(final int count) {
        return visits.top(count);
    }

    /** Returns the visits of all vertices. */
    public VertexLongs visits() {
        return visits;
    }

    /**
     * Returns the vertices of a walk, in order. Costs a job and some messages.
     *
     * @param walker from 0 to {@link #walkers} - 1
     * @throws IllegalStateException where the run was not told to keep them
     */
    public long[] path(final long walker) {
        if (walker < 0 || walker >= walkers) {
            throw new IllegalArgumentException("walker " + walker + " of " + walkers);
        }
        return cut(read(walker, 1), 0);
    }

    /**
     * Brings all walks to the calling thread, in the order of walkers, some thousand vertices at a time.
     *
     * @throws IllegalStateException where the run was not told to keep them
     */
    public void forEachPath(final PathConsumer body) {
        final int most = Math.max(1, SLICE / (length + 1));
        for (long from = 0; from < walkers; from += most) {
            final int count = (int) Math.min(most, walkers - from);
            final long[] slice = read(from, count);
            for (int i = 0; i < count; i++) {
                body.accept(from + i, cut(slice, i * (length + 1)));
            }
        }
    }

    private long[] read(final long walker, final int count) {
        final GlobalLongArray paths = keptPaths();
        final VertexNames names = graph.names();
        final long from = walker * (length + 1);
        final int all = count * (length + 1);
        final int each = length + 1;
        return life.call(ctx -> read(ctx, paths, names, from, all, each));
    }

    /** The number of its vertices stands behind all walks, for each: any long may be a name. */
    private static long[] read(final TaskContext ctx, final GlobalLongArray paths, final VertexNames names,
                               final long from, final int all, final int each) throws SuspendExecution {
        final long[] vertices = new long[all + all / each];
        paths.get(ctx, from, vertices, 0, all);
        for (int i = 0; i < all; i++) {
            vertices[all + i / each] += vertices[i] >= 0 ? 1 : 0;
        }
        names.replace(ctx, vertices, all);
        return vertices;
    }

    private long[] cut(final long[] slice, final int at) {
        final int each = length + 1;
        final int all = slice.length / (each + 1) * each;
        return Arrays.copyOfRange(slice, at, at + (int) slice[all + at / each]);
    }

    /**
     * Writes a row for each vertex, with its visits, by all nodes at the same time; whole or not at all.
     *
     * @return the number of rows
     * @throws GraphException GMT-314
     */
    public long write(final Table table) {
        return table.write(life, visits.part());
    }

    /**
     * Writes a row for each vertex of each walk, with the number of the walker, the step from 0 on, and the vertex, in
     * the order of walkers and steps; by all nodes at the same time, whole or not at all.
     *
     * @return the number of rows
     * @throws IllegalStateException where the run was not told to keep them
     * @throws GraphException        GMT-314
     */
    public long writePaths(final Table table) {
        return table.write(life, new WalkTable(graph.names(), keptPaths(), length + 1));
    }

    private GlobalLongArray keptPaths() {
        if (found.paths() == null) {
            throw new IllegalStateException("walks were not kept: say keepPaths() before run()");
        }
        return found.paths();
    }

    /** Gives the memory back. Idempotent; never throws. */
    @Override
    public void close() {
        life.close();
    }
}
