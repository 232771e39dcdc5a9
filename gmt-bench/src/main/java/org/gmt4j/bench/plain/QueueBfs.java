package org.gmt4j.bench.plain;

import java.util.Arrays;
import org.gmt4j.ArraySpec;
import org.gmt4j.ElementView;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The breadth-first search of GMT's poster, as plain as its pseudo-code: two queues, a compare-and-set for each edge;
 * the task that is first at a vertex appends it to the next queue, at the place that an add to its tail gives.
 */
final class QueueBfs {
    static final long UNREACHED = -1;

    private QueueBfs() {
    }

    static long[] onNodes(final TaskContext ctx, final GlobalGraph graph, final long root) throws SuspendExecution {
        final long n = graph.vertexCount();
        final GlobalLongArray levels = GlobalLongArray.allocate(ctx, ArraySpec.of(n).once(UNREACHED));
        final GlobalLongArray tail = GlobalLongArray.allocate(ctx, 1);
        GlobalLongArray queue = GlobalLongArray.allocate(ctx, n);
        GlobalLongArray next = GlobalLongArray.allocate(ctx, n);
        levels.fill(ctx, UNREACHED);
        levels.put(ctx, root, 0);
        queue.put(ctx, 0, root);
        long size = 1;
        for (long depth = 1; size > 0; depth++) {
            final GlobalLongArray from = queue;
            final GlobalLongArray to = next;
            final long level = depth;
            ctx.parFor(size, (i, c) -> {
                final ElementView neighbours = graph.neighbours(c, from.get(c, i));
                for (int k = 0; k < neighbours.size(); k++) {
                    final long neighbour = neighbours.getInt(k);
                    if (levels.compareAndSet(c, neighbour, UNREACHED, level) == UNREACHED) {
                        to.put(c, tail.add(c, 0, 1), neighbour);
                    }
                }
            });
            size = tail.swap(ctx, 0, 0);
            queue = to;
            next = from;
        }
        final long[] result = levels.toArray(ctx);
        levels.free(ctx);
        tail.free(ctx);
        queue.free(ctx);
        next.free(ctx);
        return result;
    }

    static long[] serial(final SerialGraph graph, final int root) {
        final int n = graph.vertexCount();
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        final long[] levels = new long[n];
        int[] queue = new int[n];
        int[] next = new int[n];
        Arrays.fill(levels, UNREACHED);
        levels[root] = 0;
        queue[0] = root;
        int size = 1;
        for (long depth = 1; size > 0; depth++) {
            int tail = 0;
            for (int i = 0; i < size; i++) {
                for (int e = offsets[queue[i]]; e < offsets[queue[i] + 1]; e++) {
                    if (levels[targets[e]] == UNREACHED) {
                        levels[targets[e]] = depth;
                        next[tail++] = targets[e];
                    }
                }
            }
            size = tail;
            final int[] old = queue;
            queue = next;
            next = old;
        }
        return levels;
    }
}
