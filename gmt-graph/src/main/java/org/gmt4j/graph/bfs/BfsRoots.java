package org.gmt4j.graph.bfs;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;

/**
 * Chooses where searches begin: random vertices with a neighbour, distinct as long as there are enough; by the seed
 * alone.
 */
public final class BfsRoots {
    private static final int BATCH = 64;
    private static final int ATTEMPTS_PER_ROOT = 64;

    private BfsRoots() {
    }

    /**
     * @return {@code count} roots, repeated in turn where the graph has fewer; empty when no vertex has a neighbour
     */
    public static List<Long> choose(final TaskContext ctx, final CsrGraph graph, final int count, final long seed)
        throws SuspendExecution {
        final Set<Long> roots = new LinkedHashSet<>();
        if (graph.storedEdges() > 0) {
            draw(ctx, graph, count, seed, roots);
            if (roots.isEmpty()) {
                roots.add(firstWithNeighbour(ctx, graph));
            }
        }
        final List<Long> distinct = new ArrayList<>(roots);
        final List<Long> chosen = new ArrayList<>();
        for (int i = 0; i < count && !distinct.isEmpty(); i++) {
            chosen.add(distinct.get(i % distinct.size()));
        }
        return chosen;
    }

    private static void draw(final TaskContext ctx, final CsrGraph graph, final int count, final long seed,
                             final Set<Long> roots)
        throws SuspendExecution {
        final SplittableRandom random = new SplittableRandom(seed);
        final long[] candidates = new long[BATCH];
        final long[] bounds = new long[2 * BATCH];
        final long rounds = 1 + (long) count * ATTEMPTS_PER_ROOT / BATCH;
        for (long round = 0; round < rounds && roots.size() < count; round++) {
            for (int i = 0; i < BATCH; i++) {
                candidates[i] = random.nextLong(graph.vertexCount());
                graph.offsets().getNb(ctx, graph.boundsOf(candidates[i]), bounds, 2 * i, 2);
            }
            ctx.await();
            for (int i = 0; i < BATCH && roots.size() < count; i++) {
                if (bounds[2 * i] < bounds[2 * i + 1]) {
                    roots.add(candidates[i]);
                }
            }
        }
    }

    private static long firstWithNeighbour(final TaskContext ctx, final CsrGraph graph) throws SuspendExecution {
        long first = Long.MAX_VALUE;
        for (final Long vertex : ctx.callOnAll(node -> firstWithNeighbour(graph.part()))) {
            first = Math.min(first, vertex);
        }
        return first;
    }

    private static long firstWithNeighbour(final CsrPart part) {
        for (long row = 0; row < part.rowCount(); row++) {
            if (part.degree(row) > 0) {
                return row + part.firstVertex();
            }
        }
        return Long.MAX_VALUE;
    }
}
