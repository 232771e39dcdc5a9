package org.gmt4j.bench;

import java.util.List;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.RangeBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskFunction;
import org.gmt4j.bench.sequence.UpdateSums;
import org.gmt4j.bench.trial.Measured;
import org.gmt4j.cli.AppRun;

/** The table that random updates go to, timed and checked. Main thread of node 0. */
final class UpdateTable {
    private final GmtCluster cluster;
    private final AppRun run;
    private final int shift;
    private final GlobalLongArray table;
    private final UpdateSums sums = new UpdateSums();

    UpdateTable(final GmtCluster cluster, final int log2, final AppRun run) {
        this.cluster = cluster;
        this.run = run;
        shift = Long.SIZE - log2;
        final long size = 1L << log2;
        table = cluster.call(ctx -> GlobalLongArray.allocate(ctx, size));
    }

    Measured.Sample run(final GupsStyle style, final long atLeast, final long seed) {
        return run(style, GupsOperands.CONSTANT, atLeast, seed);
    }

    Measured.Sample run(final GupsStyle style, final GupsOperands operands, final long atLeast, final long seed) {
        final long mask = operands.mask();
        final long operationsPerNode = Measured.wholeChunks(atLeast, style.chunk());
        final long operations = operationsPerNode * cluster.nodeCount();
        final RangeBody body = style.body(table, seed, shift, mask);
        final long ns = cluster.call(ctx -> {
            final long startNs = System.nanoTime();
            ctx.parFor(operations, style.chunk(), SpawnPolicy.PARTITION, body);
            return System.nanoTime() - startNs;
        });
        if (run.verify()) {
            sums.expect(onAll(GupsBodies.expectedSums(seed, shift, mask, operationsPerNode)));
            run.result().verified(sums.agrees(onAll(GupsBodies.heldSums(table))));
        }
        return new Measured.Sample(operations, ns);
    }

    private List<long[]> onAll(final TaskFunction<long[]> function) {
        return cluster.call(ctx -> ctx.callOnAll(function));
    }

    void free() {
        cluster.run(table::free);
    }
}
