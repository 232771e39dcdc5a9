package org.gmt4j.bench.randomaccess;

import org.gmt4j.GmtCluster;
import org.gmt4j.RangeBody;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.armci.ArmciMemory;

/** The table in one-sided memory of a cluster: updated, timed, proved. Main thread of node 0; tests extend it. */
class UpdatedTable {
    final GmtCluster cluster;
    private final TableShape shape;
    private final int tasksPerNode;
    final ArmciMemory memory;

    UpdatedTable(final GmtCluster cluster, final TableShape shape, final int tasksPerNode) {
        this.cluster = cluster;
        this.shape = shape;
        this.tasksPerNode = tasksPerNode;
        memory = cluster.armci().allocate(shape.bytes());
    }

    /** All updates of the table, each element of which is its index before; returns the time of the updates alone. */
    double update(final UpdateWay way) {
        final ArmciMemory table = memory;
        final TableShape parts = shape;
        cluster.run(ctx -> ctx.executeOnAll(PartBodies.fill(table, parts)));
        final long tasks = (long) tasksPerNode * shape.nodes();
        final RangeBody updates = UpdateBodies.of(way, table, parts, tasks);
        final long ns = cluster.call(ctx -> {
            final long startNs = System.nanoTime();
            ctx.parFor(tasks, 1, SpawnPolicy.PARTITION, updates);
            return System.nanoTime() - startNs;
        });
        return ns / 1e9;
    }

    /** What it holds, and, with all updates undone, how many elements are wrong. */
    TableState prove(final UpdateWay way) {
        final ArmciMemory table = memory;
        final TableShape parts = shape;
        return PartBodies.state(cluster.call(ctx -> ctx.callOnAll(PartBodies.prove(table, parts, way))));
    }

    void free() {
        cluster.armci().free(memory);
    }
}
