package org.gmt4j.graph.bfs;

import java.util.ArrayList;
import java.util.Arrays;
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
    /** Vertices that a node is asked for at a time. */
    private static final int FOUND = 4096;

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
            addFirst(ctx, graph, count, roots);
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

    /** Where few vertices have a neighbour, few are drawn: adds the first ones, ascending, until there are enough. */
    private static void addFirst(final TaskContext ctx, final CsrGraph graph, final int count, final Set<Long> roots)
        throws SuspendExecution {
        for (int node = 0; node < ctx.nodeCount() && roots.size() < count; node++) {
            long from = 0;
            long[] some = new long[FOUND];
            while (some.length == FOUND && roots.size() < count) {
                final long first = from;
                some = ctx.call(node, there -> withNeighbour(graph.part(), first));
                for (int i = 0; i < some.length && roots.size() < count; i++) {
                    roots.add(some[i]);
                    from = some[i] + 1;
                }
            }
        }
    }

    /** Some vertices of a node that have a neighbour, from one on. */
    private static long[] withNeighbour(final CsrPart part, final long vertex) {
        final long[] found = new long[FOUND];
        int count = 0;
        for (long row = Math.max(0, vertex - part.firstVertex()); row < part.rowCount() && count < FOUND; row++) {
            found[count] = part.firstVertex() + row;
            count += part.degree(row) > 0 ? 1 : 0;
        }
        return Arrays.copyOf(found, count);
    }
}
