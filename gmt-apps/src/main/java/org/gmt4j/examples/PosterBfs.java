package org.gmt4j.examples;

import java.util.Arrays;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtResult;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.source.KroneckerSource;

/**
 * The breadth-first search of GMT's poster, as plain as its pseudo-code: one access at a time, two queues, who is first
 * at a vertex appends it to the next one. Compared with a serial search. Argument: scale of a Kronecker graph.
 */
public final class PosterBfs {
    private PosterBfs() {
    }

    public static void main(final String[] args) {
        final int scale = args.length > 0 ? Integer.parseInt(args[0]) : 14;
        GmtCluster.main(cluster -> {
            final int[] expected = SerialBfs.search(LocalCsr.symmetrised(new KroneckerSource(scale, 16, 1)), 0).level();
            final long[] levels = cluster.call(ctx ->
                search(ctx, CsrBuilder.symmetrised(ctx, () -> new KroneckerSource(scale, 16, 1)), 0));
            GmtResult.verified(Arrays.equals(levels, Arrays.stream(expected).asLongStream().toArray()));
            System.out.println(Arrays.stream(levels).filter(i -> i >= 0).count() + " of " + levels.length + " reached");
        }, CsrBuilder.bodyClasses());
    }

    static long[] search(final TaskContext ctx, final CsrGraph graph, final long root) throws SuspendExecution {
        final GlobalLongArray levels = GlobalLongArray.allocate(ctx, ArraySpec.of(graph.vertexCount()).once(-1));
        final GlobalLongArray tail = GlobalLongArray.allocate(ctx, 1);
        GlobalLongArray queue = GlobalLongArray.allocate(ctx, graph.vertexCount());
        GlobalLongArray next = GlobalLongArray.allocate(ctx, graph.vertexCount());
        levels.fill(ctx, -1);
        levels.put(ctx, root, 0);
        queue.put(ctx, 0, root);
        long size = 1;
        for (long depth = 1; size > 0; depth++) {
            final GlobalLongArray from = queue;
            final GlobalLongArray to = next;
            final long level = depth;
            ctx.parFor(size, (i, c) -> graph.forEachNeighbour(c, from.get(c, i), (neighbour, d) -> {
                if (levels.compareAndSet(d, neighbour, -1, level) == -1) {
                    to.put(d, tail.add(d, 0, 1), neighbour);
                }
            }));
            size = tail.swap(ctx, 0, 0);
            queue = to;
            next = from;
        }
        return levels.toArray(ctx);
    }
}
