package org.gmt4j.bench.plain;

import java.util.Arrays;
import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.ElementView;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Shortest paths from one vertex by bulk label correcting: in each round every vertex whose distance has changed offers
 * its neighbours a way through it, by atomic min.
 */
final class ShortestPaths {
    static final long UNREACHED = Long.MAX_VALUE;

    private ShortestPaths() {
    }

    static long[] onNodes(final TaskContext ctx, final GlobalGraph graph, final long root) throws SuspendExecution {
        final long n = graph.vertexCount();
        final GlobalLongArray distances = GlobalLongArray.allocate(ctx, ArraySpec.of(n).combining(Combining.MIN));
        final GlobalLongArray offered = GlobalLongArray.allocate(ctx, n);
        distances.fill(ctx, UNREACHED);
        offered.fill(ctx, UNREACHED);
        distances.put(ctx, root, 0);
        long changed = 1;
        while (changed > 0) {
            changed = ctx.sum(n, (v, c) -> {
                final long distance = distances.get(c, v);
                if (distance == offered.get(c, v)) {
                    return 0;
                }
                offered.put(c, v, distance);
                final ElementView neighbours = graph.neighbours(c, v);
                final ElementView weights = graph.weightsOf(c, v);
                for (int i = 0; i < neighbours.size(); i++) {
                    distances.minNb(c, neighbours.getInt(i), distance + weights.getInt(i));
                }
                return 1;
            });
        }
        final long[] result = distances.toArray(ctx);
        distances.free(ctx);
        offered.free(ctx);
        return result;
    }

    static long[] serial(final SerialGraph graph, final int root) {
        final int n = graph.vertexCount();
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        final int[] weights = graph.weights();
        final long[] distances = new long[n];
        final long[] offered = new long[n];
        Arrays.fill(distances, UNREACHED);
        Arrays.fill(offered, UNREACHED);
        distances[root] = 0;
        long changed = 1;
        while (changed > 0) {
            changed = 0;
            for (int v = 0; v < n; v++) {
                final long distance = distances[v];
                if (distance != offered[v]) {
                    offered[v] = distance;
                    for (int e = offsets[v]; e < offsets[v + 1]; e++) {
                        distances[targets[e]] = Math.min(distances[targets[e]], distance + weights[e]);
                    }
                    changed++;
                }
            }
        }
        return distances;
    }
}
