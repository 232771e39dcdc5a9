package org.gmt4j.examples;

import java.util.Arrays;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalIntArray;
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
 * The search of GMT's poster, as plain as its pseudo-code: one get and one compare-and-set for each edge. Shows
 * accesses that suspend their task only. <pre>./gmt run --classes examples/target/classes PosterBfs -- SCALE</pre>
 */
public final class PosterBfs {
    private PosterBfs() {
    }

    public static void main(final String[] args) {
        final int scale = args.length > 0 ? Integer.parseInt(args[0]) : 14;
        GmtCluster.main(cluster -> {
            final long[] levels = cluster.call(c ->
                search(c, CsrBuilder.symmetrised(c, () -> new KroneckerSource(scale, 16, 1)), 0));
            final int[] serial = SerialBfs.search(LocalCsr.symmetrised(new KroneckerSource(scale, 16, 1)), 0).level();
            GmtResult.verified(Arrays.equals(levels, Arrays.stream(serial).asLongStream().toArray()));
            System.out.println(Arrays.stream(levels).filter(i -> i >= 0).count() + " of " + levels.length + " reached");
        }, CsrBuilder.bodyClasses());
    }

    static long[] search(final TaskContext ctx, final CsrGraph graph, final long root) throws SuspendExecution {
        final GlobalLongArray offsets = graph.offsets();
        final GlobalIntArray edges = (GlobalIntArray) graph.targets();
        final GlobalLongArray levels = GlobalLongArray.allocate(ctx, ArraySpec.of(graph.vertexCount()).once(-1));
        final GlobalLongArray tail = GlobalLongArray.allocate(ctx, 1);
        final GlobalLongArray found = GlobalLongArray.allocate(ctx, graph.vertexCount());  // all queues in a row
        levels.fill(ctx, -1);
        levels.put(ctx, root, 0);
        found.put(ctx, tail.add(ctx, 0, 1), root);
        for (long begin = 0, end = 1, level = 1; begin < end; begin = end, end = tail.get(ctx, 0), level++) {
            final long first = begin;
            final long depth = level;
            ctx.parFor(end - begin, (i, c) -> {
                final long bounds = graph.boundsOf(found.get(c, first + i));
                for (long e = offsets.get(c, bounds), last = offsets.get(c, bounds + 1); e < last; e++) {
                    final int neighbour = edges.get(c, e);
                    if (levels.compareAndSet(c, neighbour, -1, depth) == -1) {
                        found.put(c, tail.add(c, 0, 1), neighbour);
                    }
                }
            });
        }
        return levels.toArray(ctx);
    }
}
