package org.gmt4j.graph.levels;

import java.util.Arrays;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/**
 * The last level of a {@link NearSearch} whose edges are many: each node follows the rows that it has, and answers with
 * a bit for each vertex of the graph, so that no row travels and all nodes share the work. Time O(edges of the fullest
 * node + vertices of the graph / 64 on each node); one wait. Owned by one task.
 */
final class LastLevel {
    /** Edges that one task follows in some times that it takes to ask all nodes. */
    static final long MANY_EDGES = 1 << 17;
    /** A bit for each vertex, from each node. */
    private static final int MOST_VERTICES = 1 << 24;
    /** Edges between two looks at whatever else there is to do, some 0.1 ms. */
    private static final int EDGES_AT_ONCE = 1 << 16;
    private static final int WORD_SHIFT = 6;

    /** A bit for each vertex that is near. */
    private final long[] words;
    /** Those of all levels but the last, and the steps to each. */
    private final long[] found;
    private final int[] steps;
    private final int count;

    private LastLevel(final long[] words, final long[] found, final int[] steps, final int count) {
        this.words = words;
        this.found = found;
        this.steps = steps;
        this.count = count;
    }

    /**
     * Returns whether to ask all nodes takes less time than to get so many targets, which are 4 bytes then: what
     * travels to them and back is no more.
     *
     * @param vertices of the rows that are to be followed
     */
    static boolean pays(final CsrGraph rows, final int nodes, final long vertices, final long edges,
                        final long manyEdges) {
        final long ofNode = rows.vertexCount() / Byte.SIZE + Integer.BYTES * vertices;
        return edges >= manyEdges && rows.vertexCount() <= MOST_VERTICES && !rows.isWide()
            && (manyEdges == 0 || ofNode * nodes <= Integer.BYTES * edges);
    }

    /**
     * Asks all nodes for what the last rows lead to.
     *
     * @param found vertices of all levels but the last, by level
     * @param steps to each of them
     * @param begin where the rows to be followed begin among the {@code count} vertices
     */
    static NearVertices find(final TaskContext ctx, final CsrGraph rows, final long[] found, final int[] steps,
                             final int begin, final int count) throws SuspendExecution {
        final int[] vertices = new int[count - begin];
        for (int i = 0; i < vertices.length; i++) {
            vertices[i] = (int) found[begin + i];
        }
        long[] all = null;
        for (final long[] ofNode : ctx.callOnAll(node -> mark(node, rows, vertices))) {
            all = all == null ? ofNode : united(all, ofNode);
        }
        for (int i = 0; i < count; i++) {
            all[(int) (found[i] >>> WORD_SHIFT)] |= 1L << found[i];
        }
        return new LastLevel(all, found, steps, count).vertices();
    }

    private static long[] united(final long[] all, final long[] others) {
        for (int i = 0; i < all.length; i++) {
            all[i] |= others[i];
        }
        return all;
    }

    // --- on each node ---

    private static long[] mark(final TaskContext ctx, final CsrGraph rows, final int[] vertices)
        throws SuspendExecution {
        final CsrPart part = rows.part();
        final long[] words = new long[(int) (rows.vertexCount() + Long.SIZE - 1 >>> WORD_SHIFT)];
        long edges = 0;
        for (final long vertex : vertices) {
            if (part.isLocal(vertex)) {
                final long row = vertex - part.firstVertex();
                final long end = part.begin(row + 1);
                for (long from = part.begin(row); from < end; from += EDGES_AT_ONCE) {
                    final long to = Math.min(end, from + EDGES_AT_ONCE);
                    mark(part.targets().from(from), (int) (to - from), words);
                    edges += to - from;
                }
                if (edges >= EDGES_AT_ONCE) {
                    ctx.yield();
                    edges = 0;
                }
            }
        }
        return words;
    }

    private static void mark(final LocalView targets, final int count, final long[] words) {
        for (int i = 0; i < count; i++) {
            final int vertex = targets.narrow(i);
            words[vertex >>> WORD_SHIFT] |= 1L << vertex;
        }
    }

    // --- the answer ---

    private NearVertices vertices() {
        int size = 0;
        for (final long word : words) {
            size += Long.bitCount(word);
        }
        return NearVertices.of(size, this::list);
    }

    private void list(final long[] numbers, final int[] all) {
        final int[] before = new int[words.length];
        int at = 0;
        for (int i = 0; i < words.length; i++) {
            before[i] = at;
            for (long bits = words[i]; bits != 0; bits &= bits - 1) {
                numbers[at++] = ((long) i << WORD_SHIFT) + Long.numberOfTrailingZeros(bits);
            }
        }
        Arrays.fill(all, steps[count - 1] + 1);
        for (int i = 0; i < count; i++) {
            final int word = (int) (found[i] >>> WORD_SHIFT);
            all[before[word] + Long.bitCount(words[word] & (1L << found[i]) - 1)] = steps[i];
        }
    }
}
