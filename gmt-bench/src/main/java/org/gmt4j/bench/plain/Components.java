package org.gmt4j.bench.plain;

import java.util.Arrays;
import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.ElementView;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Connected components: the label of a vertex becomes the smallest vertex that it is connected with. In each round
 * every vertex whose label has changed offers it to its neighbours, by atomic min.
 */
final class Components {
    private Components() {
    }

    static long[] onNodes(final TaskContext ctx, final GlobalGraph graph) throws SuspendExecution {
        final long n = graph.vertexCount();
        final GlobalLongArray labels = GlobalLongArray.allocate(ctx, ArraySpec.of(n).combining(Combining.MIN));
        final GlobalLongArray offered = GlobalLongArray.allocate(ctx, n);
        offered.fill(ctx, -1);
        ctx.parFor(n, (v, c) -> labels.put(c, v, v));
        long changed = 1;
        while (changed > 0) {
            changed = ctx.sum(n, (v, c) -> {
                final long label = labels.get(c, v);
                if (label == offered.get(c, v)) {
                    return 0;
                }
                offered.put(c, v, label);
                final ElementView neighbours = graph.neighbours(c, v);
                for (int i = 0; i < neighbours.size(); i++) {
                    labels.minNb(c, neighbours.getInt(i), label);
                }
                return 1;
            });
        }
        final long[] result = labels.toArray(ctx);
        labels.free(ctx);
        offered.free(ctx);
        return result;
    }

    static long[] serial(final SerialGraph graph) {
        final int n = graph.vertexCount();
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        final long[] labels = new long[n];
        final long[] offered = new long[n];
        Arrays.setAll(labels, v -> v);
        Arrays.fill(offered, -1);
        long changed = 1;
        while (changed > 0) {
            changed = 0;
            for (int v = 0; v < n; v++) {
                final long label = labels[v];
                if (label != offered[v]) {
                    offered[v] = label;
                    for (int e = offsets[v]; e < offsets[v + 1]; e++) {
                        labels[targets[e]] = Math.min(labels[targets[e]], label);
                    }
                    changed++;
                }
            }
        }
        return labels;
    }
}
