package org.gmt4j.bench.eager;

import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.bench.trial.Measured;

/** The matrices of one job: transposed, timed and checked. Main thread of node 0. */
final class TransposeJob {
    private final GmtCluster cluster;
    private final int size;
    private final ArmciMemory source;
    private final ArmciMemory target;

    /** @param size rows and columns, at least a row for each node */
    TransposeJob(final GmtCluster cluster, final int size) {
        this.cluster = cluster;
        this.size = size;
        final int nodes = cluster.nodeCount();
        final long[] bytes = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            bytes[node] = (long) Integer.BYTES * size * Transpose.rows(size, nodes, node);
        }
        source = cluster.armci().allocate(bytes);
        target = cluster.armci().allocate(bytes);
        cluster.run(ctx -> ctx.executeOnAll(TransposeBodies.fill(source, target, size)));
    }

    Measured.Sample run(final boolean byGets, final long elementsPerNode) {
        final long times = Math.max(1, Math.round((double) elementsPerNode * cluster.nodeCount() / size / size));
        final long ns = cluster.call(ctx -> {
            final long startNs = System.nanoTime();
            ctx.executeOnAll(TransposeBodies.transpose(source, target, size, byGets, times));
            return System.nanoTime() - startNs;
        });
        return new Measured.Sample(times * size * size, ns);
    }

    /** Transposes once into cleared memory and compares every element. */
    boolean proves(final boolean byGets) {
        return cluster.call(ctx -> {
            ctx.executeOnAll(TransposeBodies.fill(source, target, size));
            ctx.executeOnAll(TransposeBodies.transpose(source, target, size, byGets, 1));
            final List<Boolean> parts = ctx.callOnAll(TransposeBodies.isTransposed(target, size));
            return !parts.contains(false);
        });
    }

    void free() {
        cluster.armci().free(source);
        cluster.armci().free(target);
    }
}
