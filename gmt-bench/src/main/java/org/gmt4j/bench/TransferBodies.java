package org.gmt4j.bench;

import org.gmt4j.GlobalByteArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.RangeBody;
import org.gmt4j.Scratch;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Gets and puts as a user would write them: of single bytes, of single longs, and of ranges of longs. Iteration k of a
 * loop is transfer k of the {@link Transfer}.
 */
final class TransferBodies {
    /** Elements written without a pause: some milliseconds for memory that is new. */
    private static final int PIECE = 1 << 17;

    private TransferBodies() {
    }

    // --- blocking ---

    static RangeBody get(final GlobalLongArray array, final Transfer transfer) {
        return (low, high, ctx) -> {
            final int units = transfer.unitsPerSlot();
            final long[] target = new long[units];
            long difference = 0;
            for (long k = low; k < high; k++) {
                final long index = transfer.index(ctx.nodeId(), k);
                if (units == 1) {
                    difference |= array.get(ctx, index) ^ Transfer.pattern(index, 0);
                } else {
                    array.get(ctx, index, target, 0, units);
                }
            }
            requireNone(difference);
        };
    }

    static RangeBody put(final GlobalLongArray array, final Transfer transfer) {
        return (low, high, ctx) -> {
            final int units = transfer.unitsPerSlot();
            final long[] source = units == 1 ? null : filledSlot(units);
            for (long k = low; k < high; k++) {
                final long index = transfer.index(ctx.nodeId(), k);
                if (source == null) {
                    array.put(ctx, index, Transfer.pattern(index, 0));
                } else {
                    source[0] = Transfer.pattern(index, 0);
                    array.put(ctx, index, source, 0, units);
                }
            }
        };
    }

    static RangeBody get(final GlobalByteArray array, final Transfer transfer) {
        return (low, high, ctx) -> {
            long difference = 0;
            for (long k = low; k < high; k++) {
                final long index = transfer.index(ctx.nodeId(), k);
                difference |= array.get(ctx, index) ^ (byte) Transfer.pattern(index, 0);
            }
            requireNone(difference);
        };
    }

    /** A value that nobody looks at is never loaded where a get is a load: the compiler leaves it out. */
    private static void requireNone(final long difference) {
        if (difference != 0) {
            throw new IllegalStateException("a get has returned another value than was put");
        }
    }

    static RangeBody put(final GlobalByteArray array, final Transfer transfer) {
        return (low, high, ctx) -> {
            for (long k = low; k < high; k++) {
                final long index = transfer.index(ctx.nodeId(), k);
                array.put(ctx, index, (byte) Transfer.pattern(index, 0));
            }
        };
    }

    // --- non-blocking, and the same again with a look at the results ---

    static RangeBody getNb(final GlobalLongArray array, final Transfer transfer) {
        return (low, high, ctx) -> {
            try (Scratch scratch = ctx.scratch()) {
                final long[] target = scratch.longs(transfer.window() * transfer.unitsPerSlot());
                for (long at = low; at < high; at += transfer.window()) {
                    getAll(ctx, array, transfer, at, Math.min(at + transfer.window(), high), target);
                    ctx.await();
                }
            }
        };
    }

    /**
     * Gets the first {@code count} transfers of this node's share of a run again, and counts those that are not as they
     * should.
     */
    static TaskBody check(final GlobalLongArray array, final Transfer transfer, final long operationsPerNode,
                          final long count, final GlobalLongArray errors) {
        return ctx -> {
            final long[] target = new long[transfer.window() * transfer.unitsPerSlot()];
            final long low = ctx.nodeId() * operationsPerNode;
            for (long at = low; at < low + count; at += transfer.window()) {
                final long end = Math.min(at + transfer.window(), low + count);
                getAll(ctx, array, transfer, at, end, target);
                ctx.await();
                errors.addNb(ctx, 0, wrongCount(ctx, transfer, at, end, target));
            }
        };
    }

    private static void getAll(final TaskContext ctx, final GlobalLongArray array, final Transfer transfer,
                               final long low, final long high, final long[] target) {
        final int units = transfer.unitsPerSlot();
        final int self = ctx.nodeId();
        if (units == 1) {
            for (long k = low; k < high; k++) {
                array.getNb(ctx, transfer.index(self, k), target, (int) (k - low));
            }
        } else {
            for (long k = low; k < high; k++) {
                array.getNb(ctx, transfer.index(self, k), target, (int) (k - low) * units, units);
            }
        }
    }

    private static long wrongCount(final TaskContext ctx, final Transfer transfer, final long low, final long high,
                                   final long[] found) {
        final int units = transfer.unitsPerSlot();
        long wrong = 0;
        for (long k = low; k < high; k++) {
            final long index = transfer.index(ctx.nodeId(), k);
            final int first = (int) (k - low) * units;
            boolean isRight = true;
            for (int i = 0; i < units; i++) {
                isRight &= found[first + i] == Transfer.pattern(index, i);
            }
            wrong += isRight ? 0 : 1;
        }
        return wrong;
    }

    static RangeBody putNb(final GlobalLongArray array, final Transfer transfer) {
        return (low, high, ctx) -> {
            final long[] source = filledSlot(transfer.unitsPerSlot());
            for (long at = low; at < high; at += transfer.window()) {
                putAll(ctx, array, transfer, at, Math.min(at + transfer.window(), high), source);
                ctx.await();
            }
        };
    }

    private static void putAll(final TaskContext ctx, final GlobalLongArray array, final Transfer transfer,
                               final long low, final long high, final long[] source) {
        final int units = transfer.unitsPerSlot();
        final int self = ctx.nodeId();
        for (long k = low; k < high; k++) {
            final long index = transfer.index(self, k);
            if (units == 1) {
                array.putNb(ctx, index, Transfer.pattern(index, 0));
            } else {
                source[0] = Transfer.pattern(index, 0);
                array.putNb(ctx, index, source, 0, units);
            }
        }
    }

    static RangeBody getNb(final GlobalByteArray array, final Transfer transfer) {
        return (low, high, ctx) -> {
            final byte[] target = new byte[transfer.window()];
            for (long at = low; at < high; at += transfer.window()) {
                getAll(ctx, array, transfer, at, Math.min(at + transfer.window(), high), target);
                ctx.await();
            }
        };
    }

    static TaskBody check(final GlobalByteArray array, final Transfer transfer, final long operationsPerNode,
                          final long count, final GlobalLongArray errors) {
        return ctx -> {
            final byte[] target = new byte[transfer.window()];
            final long low = ctx.nodeId() * operationsPerNode;
            for (long at = low; at < low + count; at += transfer.window()) {
                final long end = Math.min(at + transfer.window(), low + count);
                getAll(ctx, array, transfer, at, end, target);
                ctx.await();
                errors.addNb(ctx, 0, wrongCount(ctx, transfer, at, end, target));
            }
        };
    }

    private static void getAll(final TaskContext ctx, final GlobalByteArray array, final Transfer transfer,
                               final long low, final long high, final byte[] target) {
        for (long k = low; k < high; k++) {
            array.getNb(ctx, transfer.index(ctx.nodeId(), k), target, (int) (k - low));
        }
    }

    private static long wrongCount(final TaskContext ctx, final Transfer transfer, final long low, final long high,
                                   final byte[] found) {
        long wrong = 0;
        for (long k = low; k < high; k++) {
            wrong += found[(int) (k - low)] == (byte) Transfer.pattern(transfer.index(ctx.nodeId(), k), 0) ? 0 : 1;
        }
        return wrong;
    }

    static RangeBody putNb(final GlobalByteArray array, final Transfer transfer) {
        return (low, high, ctx) -> {
            for (long at = low; at < high; at += transfer.window()) {
                putAll(ctx, array, transfer, at, Math.min(at + transfer.window(), high));
                ctx.await();
            }
        };
    }

    private static void putAll(final TaskContext ctx, final GlobalByteArray array, final Transfer transfer,
                               final long low, final long high) {
        for (long k = low; k < high; k++) {
            final long index = transfer.index(ctx.nodeId(), k);
            array.putNb(ctx, index, (byte) Transfer.pattern(index, 0));
        }
    }

    // --- before and after ---

    /** Lets the node do other work after each piece of the elements. */
    private static void giveWay(final TaskContext ctx, final long done, final int units) throws SuspendExecution {
        if (done / PIECE != (done + units) / PIECE) {
            ctx.yield();
        }
    }

    /** Writes the data expected by gets to this node's slots, or zeros. */
    static TaskBody fill(final GlobalLongArray array, final Transfer transfer, final boolean withZeros) {
        return ctx -> {
            final int units = transfer.unitsPerSlot();
            final long end = array.localStart() + transfer.slotsPerNode() * units;
            for (long slot = array.localStart(); slot < end; slot += units) {
                for (int i = 0; i < units; i++) {
                    array.setLocal(slot + i, withZeros ? 0 : Transfer.pattern(slot, i));
                }
                giveWay(ctx, slot, units);
            }
        };
    }

    static TaskBody fill(final GlobalByteArray array, final Transfer transfer, final boolean withZeros) {
        return ctx -> {
            for (long i = array.localStart(); i < array.localEnd(); i++) {
                array.setLocal(i, withZeros ? 0 : (byte) Transfer.pattern(i, 0));
                giveWay(ctx, i, 1);
            }
        };
    }

    /** A slot but for its first element, which depends on where it goes. */
    static long[] filledSlot(final int units) {
        final long[] slot = new long[units];
        for (int i = 1; i < units; i++) {
            slot[i] = Transfer.pattern(0, i);
        }
        return slot;
    }
}
