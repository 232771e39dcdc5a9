package org.gmt4j.bench.plain;

import org.gmt4j.ElementView;
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
            final ElementView mine = graph.neighbours(c, v);
            long triangles = 0;
            for (int i = 0; i < mine.size() && mine.getInt(i) < v; i++) {
                triangles += common(mine, graph.neighbours(c, mine.getInt(i)), mine.getInt(i));
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

    private static long common(final ElementView a, final ElementView b, final int limit) {
        long count = 0;
        int i = 0;
        int k = 0;
        while (i < a.size() && k < b.size() && a.getInt(i) < limit && b.getInt(k) < limit) {
            final int difference = Integer.compare(a.getInt(i), b.getInt(k));
            count += difference == 0 ? 1 : 0;
            i += difference <= 0 ? 1 : 0;
            k += difference >= 0 ? 1 : 0;
        }
        return count;
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
