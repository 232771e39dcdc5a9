package org.gmt4j.bench.plain;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Counts triangles: for each edge from v to a smaller u the neighbours below u that both have. Rows are ascending.
 */
final class Triangles {
    private Triangles() {
    }

    static Long onNodes(final TaskContext ctx, final GlobalGraph graph) throws SuspendExecution {
        return ctx.sum(graph.vertexCount(), 16, (v, c) -> {
            final int[] mine = graph.neighbours(c, v);
            long triangles = 0;
            for (int i = 0; i < mine.length && mine[i] < v; i++) {
                final int[] others = graph.neighbours(c, mine[i]);
                triangles += common(mine, 0, mine.length, others, 0, others.length, mine[i]);
            }
            return triangles;
        });
    }

    static Long serial(final SerialGraph graph) {
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        long triangles = 0;
        for (int v = 0; v < graph.vertexCount(); v++) {
            for (int e = offsets[v]; e < offsets[v + 1] && targets[e] < v; e++) {
                final int u = targets[e];
                triangles += common(targets, offsets[v], offsets[v + 1], targets, offsets[u], offsets[u + 1], u);
            }
        }
        return triangles;
    }

    /** Values below a limit that two ascending ranges have in common. */
    private static long common(final int[] a, final int aStart, final int aEnd, final int[] b, final int bStart,
                               final int bEnd, final int limit) {
        long count = 0;
        int i = aStart;
        int k = bStart;
        while (i < aEnd && k < bEnd && a[i] < limit && b[k] < limit) {
            final int difference = Integer.compare(a[i], b[k]);
            count += difference == 0 ? 1 : 0;
            i += difference <= 0 ? 1 : 0;
            k += difference >= 0 ? 1 : 0;
        }
        return count;
    }
}
