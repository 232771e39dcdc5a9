package org.gmt4j.bench.randomaccess;

import org.gmt4j.RangeBody;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The tasks that update: iteration t of a loop over tasks makes its part of the stream, wherever it runs. None looks
 * ahead further than {@link #LOOK_AHEAD} updates: those it has begun and not waited for, and those that it keeps. The
 * tight loops are plain methods, and allocate nothing.
 */
final class UpdateBodies {
    /** The HPC Challenge's rule, for each task. */
    static final int LOOK_AHEAD = 1024;

    private UpdateBodies() {
    }

    /** @param tasks of all nodes together */
    static RangeBody of(final UpdateWay way, final ArmciMemory table, final TableShape shape, final long tasks) {
        return (low, high, ctx) -> {
            for (long task = low; task < high; task++) {
                final long first = shape.firstUpdate(task, tasks);
                final long count = shape.firstUpdate(task + 1, tasks) - first;
                if (way == UpdateWay.VECTOR) {
                    lists(ctx, table, shape, first, count);
                } else {
                    elements(ctx, way == UpdateWay.XOR, table, shape, first, count);
                }
            }
        };
    }

    private static void elements(final TaskContext ctx, final boolean isXor, final ArmciMemory table,
                                 final TableShape shape, final long first, final long count) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final long[] starts = shape.starts();
        long word = UpdateStream.at(first);
        for (long left = count; left > 0; left -= LOOK_AHEAD) {
            final int batch = (int) Math.min(LOOK_AHEAD, left);
            word = isXor ? xors(armci, table, shape, starts, word, batch)
                : adds(armci, table, shape, starts, word, batch);
            ctx.await();
        }
    }

    /** Begins {@code count} updates behind {@code word}; returns the word of the last one. */
    private static long xors(final Armci armci, final ArmciMemory table, final TableShape shape, final long[] starts,
                             final long word, final int count) {
        final long mask = shape.mask();
        long next = word;
        for (int i = 0; i < count; i++) {
            next = UpdateStream.next(next);
            final long index = next & mask;
            final int owner = shape.owner(index);
            armci.xorLongNb(table, owner, index - starts[owner] << 3, next);
        }
        return next;
    }

    private static long adds(final Armci armci, final ArmciMemory table, final TableShape shape, final long[] starts,
                             final long word, final int count) {
        final long mask = shape.mask();
        long next = word;
        for (int i = 0; i < count; i++) {
            next = UpdateStream.next(next);
            final long index = next & mask;
            final int owner = shape.owner(index);
            armci.addLongNb(table, owner, index - starts[owner] << 3, next);
        }
        return next;
    }

    private static void lists(final TaskContext ctx, final ArmciMemory table, final TableShape shape,
                              final long first, final long count) throws SuspendExecution {
        final UpdateLists lists = new UpdateLists(Armci.of(ctx), table, shape, first, count);
        while (lists.hasMore()) {
            lists.proceed();
            ctx.await();
            lists.arrived();
        }
        lists.sendRest();
        ctx.await();
    }
}
