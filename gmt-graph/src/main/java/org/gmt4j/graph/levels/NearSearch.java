package org.gmt4j.graph.levels;

import java.util.Arrays;
import org.agrona.collections.LongHashSet;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.names.VertexNames;

/**
 * The vertices within some steps of one, found by one task, which gets the rows of each level from their nodes. Where
 * they are few, this takes less time than the rounds of all nodes that {@link ManySearch} makes, and the words that it
 * sets for each vertex of the graph. Owned by one task.
 *
 * <p>Time and memory O(edges of the levels but the last), not of the graph; two waits for other nodes a level, and one
 * for names.
 */
public final class NearSearch {
    /** Edges that one task follows in the time of some rounds, and of setting the words of so many vertices. */
    private static final long FEW_EDGES = 1 << 15;
    private static final int VERTICES_PER_EDGE = 32;
    private static final long MOST_EDGES = 1 << 20;

    private final TaskContext ctx;
    private final CsrGraph rows;
    private final long mostEdges;
    private final LongHashSet seen = new LongHashSet();
    /** Vertices that have been found, by level, and the steps to each. */
    private long[] found = new long[16];
    private int[] steps = new int[16];
    private int count;
    private long edges;
    private int levels;

    private NearSearch(final TaskContext ctx, final CsrGraph rows, final long mostEdges) {
        this.ctx = ctx;
        this.rows = rows;
        this.mostEdges = mostEdges;
    }

    /**
     * Searches. Called by one task.
     *
     * @param most levels from 0 to this one are found
     * @return null where more edges would have to be followed than one task should
     */
    public static NearVertices find(final TaskContext ctx, final CsrGraph rows, final VertexNames names,
                                    final long source, final int most) throws SuspendExecution {
        return find(ctx, rows, names, source, most,
            Math.min(MOST_EDGES, FEW_EDGES + rows.vertexCount() / VERTICES_PER_EDGE));
    }

    static NearVertices find(final TaskContext ctx, final CsrGraph rows, final VertexNames names, final long source,
                             final int most, final long mostEdges) throws SuspendExecution {
        final NearSearch near = new NearSearch(ctx, rows, mostEdges);
        return near.search(source, most) ? NearVertices.of(ctx, names, near.found, near.steps, near.count) : null;
    }

    /** Returns whether the edges were few enough. */
    private boolean search(final long source, final int most) throws SuspendExecution {
        reach(source, 0);
        int begin = 0;
        for (int level = 1; level <= most && begin < count; level++) {
            final int end = count;
            if (!follow(begin, end, level)) {
                return false;
            }
            begin = end;
            levels++;
        }
        ctx.progressed(levels);
        return true;
    }

    /** Reaches the targets of a level; returns false, and has reached none, where its edges are too many. */
    private boolean follow(final int begin, final int end, final int level) throws SuspendExecution {
        final long[] bounds = new long[2 * (end - begin)];
        for (int i = begin; i < end; i++) {
            rows.offsets().getNb(ctx, rows.boundsOf(found[i]), bounds, 2 * (i - begin), 2);
        }
        ctx.await();
        for (int i = 0; i < bounds.length; i += 2) {
            edges += bounds[i + 1] - bounds[i];
        }
        if (edges > mostEdges) {
            return false;
        }
        if (rows.isWide()) {
            followWide(bounds, level);
        } else {
            followNarrow(bounds, level);
        }
        return true;
    }

    private void followNarrow(final long[] bounds, final int level) throws SuspendExecution {
        final GlobalIntArray all = (GlobalIntArray) rows.targets();
        final int[] targets = new int[size(bounds)];
        int at = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            final int degree = (int) (bounds[i + 1] - bounds[i]);
            all.getNb(ctx, bounds[i], targets, at, degree);
            at += degree;
        }
        ctx.await();
        for (final int target : targets) {
            reach(target, level);
        }
    }

    private void followWide(final long[] bounds, final int level) throws SuspendExecution {
        final GlobalLongArray all = (GlobalLongArray) rows.targets();
        final long[] targets = new long[size(bounds)];
        int at = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            final int degree = (int) (bounds[i + 1] - bounds[i]);
            all.getNb(ctx, bounds[i], targets, at, degree);
            at += degree;
        }
        ctx.await();
        for (final long target : targets) {
            reach(target, level);
        }
    }

    private static int size(final long[] bounds) {
        long sum = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            sum += bounds[i + 1] - bounds[i];
        }
        return Math.toIntExact(sum);
    }

    private void reach(final long vertex, final int level) {
        if (seen.add(vertex)) {
            if (count == found.length) {
                found = Arrays.copyOf(found, 2 * count);
                steps = Arrays.copyOf(steps, 2 * count);
            }
            found[count] = vertex;
            steps[count++] = level;
        }
    }
}
