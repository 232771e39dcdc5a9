package org.gmt4j.bench.collectives;

import java.util.List;
import org.gmt4j.Collectives;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.RangeBody;
import org.gmt4j.ReduceOperator;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.fibers.SuspendExecution;

/** Rounds one after the other on every node; all begin after a barrier, and each looks at its result. */
final class CollectiveBodies {
    private CollectiveBodies() {
    }

    static TaskFunction<RoundTimes> barriers(final long rounds) {
        return ctx -> {
            ctx.barrier();
            final RoundClock clock = new RoundClock();
            for (long i = 0; i < rounds; i++) {
                ctx.barrier();
                clock.round(true);
            }
            return clock.times();
        };
    }

    static TaskFunction<RoundTimes> allReduces(final long rounds) {
        return ctx -> {
            final Collectives collectives = ctx.collectives();
            final long nodes = ctx.nodeCount();
            final long ofIds = nodes * (nodes - 1) / 2;
            collectives.barrier();
            final RoundClock clock = new RoundClock();
            for (long i = 0; i < rounds; i++) {
                clock.round(collectives.allReduce(i + ctx.nodeId(), ReduceOperator.SUM) == nodes * i + ofIds);
            }
            return clock.times();
        };
    }

    /** From each node in turn, so that no root runs ahead of the others. */
    static TaskFunction<RoundTimes> broadcasts(final long rounds) {
        return ctx -> {
            final Collectives collectives = ctx.collectives();
            collectives.barrier();
            final RoundClock clock = new RoundClock();
            for (long i = 0; i < rounds; i++) {
                final int root = (int) (i % ctx.nodeCount());
                final Long value = collectives.broadcast(root, root == ctx.nodeId() ? Long.valueOf(i) : null);
                clock.round(value == i);
            }
            return clock.times();
        };
    }

    static TaskFunction<RoundTimes> allGathers(final long rounds) {
        return ctx -> {
            final Collectives collectives = ctx.collectives();
            collectives.barrier();
            final RoundClock clock = new RoundClock();
            for (long i = 0; i < rounds; i++) {
                clock.round(hasAll(collectives.allGather(i + ctx.nodeId()), i, ctx.nodeCount()));
            }
            return clock.times();
        };
    }

    private static boolean hasAll(final List<Long> values, final long first, final int nodes) {
        boolean isRight = values.size() == nodes;
        for (int node = 0; isRight && node < nodes; node++) {
            isRight = values.get(node) == first + node;
        }
        return isRight;
    }

    /** Loops of one empty iteration for each node, started by the calling task. */
    static RoundTimes loops(final TaskContext ctx, final long rounds, final RangeBody body) throws SuspendExecution {
        final RoundClock clock = new RoundClock();
        for (long i = 0; i < rounds; i++) {
            ctx.parFor(ctx.nodeCount(), 1, SpawnPolicy.PARTITION, body);
            clock.round(true);
        }
        return clock.times();
    }

    static RangeBody empty() {
        return (low, high, ctx) -> { };
    }

    // --- proofs ---

    /** Nobody leaves a barrier before everybody has come: each node sees what all have written before it. */
    static TaskFunction<Boolean> barrierHolds(final GlobalLongArray marks, final int rounds) {
        return ctx -> {
            boolean isRight = true;
            for (long round = 1; round <= rounds; round++) {
                marks.put(ctx, ctx.nodeId(), round);
                ctx.barrier();
                for (int node = 0; node < ctx.nodeCount(); node++) {
                    isRight &= marks.get(ctx, node) == round;
                }
                ctx.barrier();
            }
            return isRight;
        };
    }

    /** Counts its iterations, at the element of their node. */
    static RangeBody counting(final GlobalLongArray marks) {
        return (low, high, ctx) -> marks.add(ctx, ctx.nodeId(), high - low);
    }
}
