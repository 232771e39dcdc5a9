package org.gmt4j.bench.randomaccess;

import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.bench.sequence.UpdateSums;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * What each node does with its own part of the table, without any message: before a run, and to prove it. The proof
 * takes the whole stream, word after word from the first, and undoes in plain memory the updates that belong to the
 * part: it knows nothing of jumps, of tasks, or of the way by which updates came.
 */
final class PartBodies {
    /** Words of the stream without a pause: a millisecond or less. */
    private static final int PIECE = 1 << 17;
    private static final int ELEMENTS = 0;
    private static final int SUM = 1;
    private static final int WEIGHT = 2;
    private static final int ERRORS = 3;

    private PartBodies() {
    }

    /** Sets each element to its index. */
    static TaskBody fill(final ArmciMemory table, final TableShape shape) {
        return ctx -> {
            final LocalView part = LocalView.of(table, true);
            final long start = shape.start(ctx.nodeId());
            for (long low = 0; low < part.count(); low += PIECE) {
                fill(part, start, low, Math.min(part.count(), low + PIECE));
                ctx.yield();
            }
        };
    }

    private static void fill(final LocalView part, final long start, final long low, final long high) {
        for (long i = low; i < high; i++) {
            part.setWord(i, start + i);
        }
    }

    /** Sums the part, undoes all updates, and counts elements that are not their index afterwards. */
    static TaskFunction<long[]> prove(final ArmciMemory table, final TableShape shape, final UpdateWay way) {
        return ctx -> {
            final LocalView part = LocalView.of(table, true);
            final long start = shape.start(ctx.nodeId());
            final long[] sums = UpdateSums.held(ctx, part, start);
            undo(ctx, part, start, shape, way);
            return new long[] {part.count(), sums[0], sums[1], errors(ctx, part, start)};
        };
    }

    private static void undo(final TaskContext ctx, final LocalView part, final long start, final TableShape shape,
                             final UpdateWay way) throws SuspendExecution {
        long word = 1;
        for (long left = shape.updates(); left > 0; left -= PIECE) {
            final int count = (int) Math.min(PIECE, left);
            word = way.isXor() ? undoXors(part, start, shape.mask(), word, count)
                : undoAdds(part, start, shape.mask(), word, count);
            ctx.yield();
        }
    }

    private static long undoXors(final LocalView part, final long start, final long mask, final long word,
                                 final int count) {
        final long size = part.count();
        long next = word;
        for (int i = 0; i < count; i++) {
            next = UpdateStream.next(next);
            final long place = (next & mask) - start;
            if (place >= 0 && place < size) {
                part.setWord(place, part.word(place) ^ next);
            }
        }
        return next;
    }

    private static long undoAdds(final LocalView part, final long start, final long mask, final long word,
                                 final int count) {
        final long size = part.count();
        long next = word;
        for (int i = 0; i < count; i++) {
            next = UpdateStream.next(next);
            final long place = (next & mask) - start;
            if (place >= 0 && place < size) {
                part.setWord(place, part.word(place) - next);
            }
        }
        return next;
    }

    private static long errors(final TaskContext ctx, final LocalView part, final long start) throws SuspendExecution {
        long errors = 0;
        for (long low = 0; low < part.count(); low += PIECE) {
            errors += errors(part, start, low, Math.min(part.count(), low + PIECE));
            ctx.yield();
        }
        return errors;
    }

    private static long errors(final LocalView part, final long start, final long low, final long high) {
        long errors = 0;
        for (long i = low; i < high; i++) {
            errors += part.word(i) == start + i ? 0 : 1;
        }
        return errors;
    }

    /** What the nodes have found, together. */
    static TableState state(final Iterable<long[]> parts) {
        final long[] all = new long[ERRORS + 1];
        for (final long[] part : parts) {
            for (int i = 0; i < all.length; i++) {
                all[i] += part[i];
            }
        }
        return new TableState(all[ELEMENTS], all[SUM], all[WEIGHT], all[ERRORS]);
    }
}
