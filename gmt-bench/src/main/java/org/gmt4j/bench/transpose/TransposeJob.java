package org.gmt4j.bench.transpose;

import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.bench.power.PowerBodies;
import org.gmt4j.bench.power.PowerMode;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.MatrixSpec;

/** The matrices of one job: turned over, timed and checked. Main thread of node 0. */
final class TransposeJob {
    private final GmtCluster cluster;
    private final GlobalMatrix source;
    private final GlobalMatrix target;

    /** @param size rows and columns */
    TransposeJob(final GmtCluster cluster, final int size) {
        this.cluster = cluster;
        source = cluster.call(ctx -> GlobalMatrix.create(ctx, MatrixSpec.ints(size, size).named("source")));
        target = cluster.call(ctx -> source.duplicate(ctx, "turned"));
        fill(source, false);
    }

    private void fill(final GlobalMatrix matrix, final boolean isZero) {
        cluster.run(ctx -> ctx.executeOnAll(node -> TransposeBodies.fill(node, matrix, isZero)));
    }

    /** Returns how many elements each node has, of either matrix. */
    long[] elements() {
        final GlobalMatrix matrix = source;
        return cluster.call(ctx -> {
            final long[] counts = new long[ctx.nodeCount()];
            for (int node = 0; node < counts.length; node++) {
                counts[node] = matrix.distribution(node).stream().mapToLong(Box::size).sum();
            }
            return counts;
        });
    }

    /**
     * Turns over once. Returns the seconds of each node. Afterwards its threads wait as before: those of one job that
     * poll would take cores from the next one.
     */
    List<Double> run(final PowerMode mode, final Way way) {
        final boolean isNaive = way == Way.NAIVE;
        final GlobalMatrix from = source;
        final GlobalMatrix to = target;
        return cluster.call(ctx -> {
            ctx.executeOnAll(PowerBodies.waitBy(mode));
            final List<Double> seconds = ctx.callOnAll(TransposeBodies.turn(from, to, isNaive));
            ctx.executeOnAll(PowerBodies.waitAsConfigured());
            return seconds;
        });
    }

    /** Turns over into cleared memory. Returns the number of wrong elements. */
    long wrong(final PowerMode mode, final Way way) {
        fill(target, true);
        run(mode, way);
        final GlobalMatrix turned = target;
        return cluster.call(ctx -> ctx.callOnAll(node -> TransposeBodies.wrong(node, turned))).stream()
            .mapToLong(Long::longValue).sum();
    }

    void free() {
        final GlobalMatrix from = source;
        final GlobalMatrix to = target;
        cluster.run(ctx -> {
            from.destroy(ctx);
            to.destroy(ctx);
        });
    }
}
