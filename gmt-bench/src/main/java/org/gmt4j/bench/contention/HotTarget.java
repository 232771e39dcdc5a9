package org.gmt4j.bench.contention;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.Mutexes;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The common target: the parts that node 0 has. Travels with the bodies.
 *
 * @param memory  of vectored puts, and behind them of accumulates
 * @param cell    its first element is fetched and added to
 * @param mutexes one for each node
 * @param bytes   of a put or an accumulate, multiples of 8
 */
record HotTarget(ArmciMemory memory, GlobalLongArray cell, Mutexes mutexes, int bytes) {
    static final int NODE = 0;
    /** Bytes of a segment of a vectored put; they lie twice as far apart. */
    static final int SEGMENT = 256;

    static HotTarget allocate(final TaskContext ctx, final int bytes) throws SuspendExecution {
        final ArmciMemory memory = Armci.of(ctx).allocate(3L * bytes);
        final GlobalLongArray cell = GlobalLongArray.allocate(ctx, ctx.nodeCount());
        final Mutexes mutexes = Mutexes.create(ctx, 1);
        return new HotTarget(memory, cell, mutexes, bytes);
    }

    void free(final TaskContext ctx) throws SuspendExecution {
        mutexes.destroy(ctx);
        cell.free(ctx);
        Armci.of(ctx).free(memory);
    }

    /** Offset of the doubles. */
    long sums() {
        return 2L * bytes;
    }
}
