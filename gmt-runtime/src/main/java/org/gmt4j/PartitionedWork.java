package org.gmt4j;

import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * An operation that needs one part per node, in the order of the nodes. Works in place where the array has that
 * distribution, and otherwise on a copy that is then copied back. Per operation.
 */
final class PartitionedWork {
    /** Number of elements after which a long local loop yields to other tasks. */
    private static final int TURN = 64 * 1024;

    private PartitionedWork() {
    }

    /** Works on a partitioned array. */
    interface Work {
        long on(GlobalArray array) throws SuspendExecution;
    }

    /** Works on a stretch [from, to) of a long local loop. */
    interface Stretch {
        void run(long from, long to);
    }

    /** A long local loop, behind the commands for this node that the lane has gathered. Others run in between. */
    static void inTurns(final TaskContext ctx, final long count, final Stretch stretch) throws SuspendExecution {
        EngineTask.of(ctx).aggregator().settleOwn();
        for (long from = 0; from < count; from += TURN) {
            if (from > 0) {
                ctx.yield();
            }
            stretch.run(from, Math.min(count, from + TURN));
        }
    }

    /** Runs work that changes the array. */
    static long run(final TaskContext ctx, final GlobalArray array, final Work work) throws SuspendExecution {
        return run(ctx, array, work, true);
    }

    /** Runs work that only reads the array. */
    static long read(final TaskContext ctx, final GlobalArray array, final Work work) throws SuspendExecution {
        return run(ctx, array, work, false);
    }

    private static long run(final TaskContext ctx, final GlobalArray array, final Work work, final boolean changes)
        throws SuspendExecution {
        array.requireAlive();
        if (changes && CombiningRule.isRemembered(array.spec())) {
            throw CombiningRule.refused(array.spec(), array, "sort or prefixSum");
        }
        array.issueHeld(ctx);
        if (array.spec().allocation() == Allocation.PARTITION && array.spec().blockSize() == 0) {
            return work.on(array);
        }
        final GlobalArray copy = scratch(ctx, array);
        try {
            array.copyTo(ctx, 0, copy, 0, array.size());
            final long result = work.on(copy);
            if (changes) {
                copy.copyTo(ctx, 0, array, 0, array.size());
            }
            copy.free(ctx);
            return result;
        } catch (final RuntimeException e) {
            copy.free(ctx);
            throw e;
        }
    }

    /** Allocates a partitioned array of the same size and type, with arbitrary contents. */
    static GlobalArray scratch(final TaskContext ctx, final GlobalArray array) throws SuspendExecution {
        return array.home.make(ctx, ArraySpec.of(array.size()).unzeroed()
            .typed(array.spec().type(), array.elementLength()));
    }
}
