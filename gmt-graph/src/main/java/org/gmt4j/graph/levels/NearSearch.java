package org.gmt4j.graph.levels;

import java.util.Arrays;
import org.agrona.collections.LongHashSet;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;

/**
 * The vertices within some steps of one, found by one task, which gets the rows of each level from their nodes. Where
 * they are few, this takes less time than the rounds of all nodes that {@link ManySearch} makes, and the words that it
 * sets for each vertex of the graph. Owned by one task.
 *
 * <p>Time and memory O(edges of the levels but the last), not of the graph; two waits for other nodes a level, and one
 * for each batch of edges. A last level of many edges is {@link LastLevel}'s, by all nodes. The vertices found are in a
 * set, and in {@link NearMarks} where the edges are so many that a byte for each vertex of the graph is little beside
 * them.
 */
public final class NearSearch {
    /** Edges that one task follows in the time of some rounds, and of setting the words of so many vertices. */
    private static final long FEW_EDGES = 1 << 15;
    private static final int VERTICES_PER_EDGE = 2;
    /** All nodes look at all edges where they look at many. */
    private static final int PART_OF_EDGES = 8;
    /** In the heap of one node: some 20 bytes for each vertex that is found and marked, 50 for others. */
    private static final long MOST_EDGES_TO_MARK = 1 << 22;
    private static final long MOST_EDGES = 1 << 20;
    /** Targets that are got together. */
    private static final int BATCH = 1 << 15;

    private final TaskContext ctx;
    private final CsrGraph rows;
    private final long mostEdges;
    /** Edges of the last level from which on all nodes follow it. */
    private final long manyEdges;
    private final LongHashSet seen = new LongHashSet();
    /** Null while the vertices are in the set. */
    private NearMarks marks;
    private int[] narrow = new int[0];
    private long[] wide = new long[0];
    /** Vertices that have been found, by level, and the steps to each. */
    private long[] found = new long[16];
    private int[] steps = new int[16];
    /** All that have been found; those of the last level are only marked, where they are. */
    private int count;
    private long edges;
    private int levels;
    /** Null unless all nodes have followed the last level. */
    private NearVertices all;

    private NearSearch(final TaskContext ctx, final CsrGraph rows, final long mostEdges, final long manyEdges) {
        this.ctx = ctx;
        this.rows = rows;
        this.mostEdges = mostEdges;
        this.manyEdges = manyEdges;
    }

    /**
     * Searches. Called by one task.
     *
     * @param most levels from 0 to this one are found
     * @return null where more edges would have to be followed than one task should
     */
    public static NearVertices find(final TaskContext ctx, final CsrGraph rows, final long source, final int most)
        throws SuspendExecution {
        return find(ctx, rows, source, most,
            Math.min(rows.vertexCount() <= NearMarks.MOST_VERTICES && most <= NearMarks.MOST_STEPS ? MOST_EDGES_TO_MARK
                : MOST_EDGES, FEW_EDGES + rows.vertexCount() / VERTICES_PER_EDGE
                + rows.storedEdges() / PART_OF_EDGES), LastLevel.MANY_EDGES);
    }

    static NearVertices find(final TaskContext ctx, final CsrGraph rows, final long source, final int most,
                             final long mostEdges, final long manyEdges) throws SuspendExecution {
        final NearSearch near = new NearSearch(ctx, rows, mostEdges, manyEdges);
        if (!near.search(source, most)) {
            return null;
        }
        if (near.all != null) {
            return near.all;
        }
        return near.marks == null ? NearVertices.of(near.found, near.steps, near.count)
            : NearVertices.of(near.count, near.marks::list);
    }

    /** Returns whether the edges were few enough. */
    private boolean search(final long source, final int most) throws SuspendExecution {
        reach(source, 0);
        int begin = 0;
        for (int level = 1; level <= most && begin < count; level++) {
            final int end = count;
            if (!follow(begin, end, level, most)) {
                return false;
            }
            begin = end;
            levels++;
        }
        ctx.progressed(levels);
        return true;
    }

    /** Reaches the targets of a level; returns false, and has reached none, where its edges are too many. */
    private boolean follow(final int begin, final int end, final int level, final int most) throws SuspendExecution {
        final long[] bounds = new long[2 * (end - begin)];
        for (int i = begin; i < end; i++) {
            rows.offsets().getNb(ctx, rows.boundsOf(found[i]), bounds, 2 * (i - begin), 2);
        }
        ctx.await();
        long ofLevel = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            ofLevel += bounds[i + 1] - bounds[i];
        }
        edges += ofLevel;
        if (edges > mostEdges) {
            return false;
        }
        if (level == most && LastLevel.pays(rows, ctx.nodeCount(), end - begin, ofLevel, manyEdges)) {
            all = LastLevel.find(ctx, rows, found, steps, begin, end);
            return true;
        }
        if (marks == null && most <= NearMarks.MOST_STEPS && NearMarks.pay(rows.vertexCount(), edges)) {
            marks = NearMarks.of((int) rows.vertexCount(), found, steps, count);
        }
        followRows(bounds, level, level == most);
        return true;
    }

    /** Gets the targets of the rows, so many together as stay in a cache. */
    private void followRows(final long[] bounds, final int level, final boolean isLast) throws SuspendExecution {
        int row = 0;
        long from = bounds[0];
        while (row < bounds.length) {
            int size = 0;
            while (row < bounds.length && size < BATCH) {
                final int part = (int) Math.min(bounds[row + 1] - from, BATCH - size);
                get(from, size, part);
                size += part;
                from += part;
                if (from == bounds[row + 1]) {
                    row += 2;
                    from = row < bounds.length ? bounds[row] : 0;
                }
            }
            ctx.await();
            if (marks != null && isLast) {
                count += marks.add(narrow, size, level);
            } else {
                reachBatch(size, level);
            }
        }
    }

    private void get(final long from, final int at, final int length) {
        if (rows.isWide()) {
            if (wide.length == 0) {
                wide = new long[BATCH];
            }
            ((GlobalLongArray) rows.targets()).getNb(ctx, from, wide, at, length);
        } else {
            if (narrow.length == 0) {
                narrow = new int[BATCH];
            }
            ((GlobalIntArray) rows.targets()).getNb(ctx, from, narrow, at, length);
        }
    }

    private void reachBatch(final int size, final int level) {
        ensureRoom(size);
        if (marks != null) {
            final int begin = count;
            count = marks.add(narrow, size, level, found, count);
            Arrays.fill(steps, begin, count, level);
        } else if (rows.isWide()) {
            for (int i = 0; i < size; i++) {
                reach(wide[i], level);
            }
        } else {
            for (int i = 0; i < size; i++) {
                reach(narrow[i], level);
            }
        }
    }

    private void reach(final long vertex, final int level) {
        if (seen.add(vertex)) {
            found[count] = vertex;
            steps[count++] = level;
        }
    }

    private void ensureRoom(final int more) {
        if (count + more > found.length) {
            final int length = Math.max(2 * found.length, count + more);
            found = Arrays.copyOf(found, length);
            steps = Arrays.copyOf(steps, length);
        }
    }
}
