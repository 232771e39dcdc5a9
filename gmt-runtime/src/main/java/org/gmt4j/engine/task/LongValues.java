package org.gmt4j.engine.task;

import java.util.HashMap;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.gmt4j.RemoteFailure;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.wire.ValueRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.onesided.ValueReceiver;
import org.gmt4j.engine.onesided.ValueTransfer;
import org.gmt4j.engine.travel.FailureCodec;

/**
 * Captured values that are too long for the SPAWN command of their task: they go ahead of it in pieces, and are put
 * together at the node of the task. Whichever of values and task is there first waits for the other. Any thread; per
 * piece.
 *
 * <p>Up to twice the eager limit of puts pieces are messages, beyond it transfers of the one-sided core
 * ({@link ValueTransfer}). Their head is the number, and the length of all pieces above the offset of this one. What a
 * lane issues after a transfer is executed when it has arrived, so that the task always comes last.
 *
 * <p>When pieces are lost, because their node could not be reached when they were sent, the origin reports that the
 * rest does not come: a notice like a piece, whose data are the failure ({@link ValueDelivery}). So it does when their
 * task is lost.
 *
 * <pre>
 *  0 word0: MESSAGE, port, length     8 i64 number, assigned by the origin
 * 16 i32 length of all pieces        20 i32 offset of this one
 * 24 i32 length of this one          28 i32 0
 * 32 data, padded
 * </pre>
 *
 * <p>Memory: at the origin the encoded values until the tasks have been sent; at each node of a task the pieces until
 * the task begins and has its own copy. {@link #LIMIT} bounds both, for each loop or task.
 */
final class LongValues implements ValueReceiver {
    /** Greatest length in bytes of the captured values of a body, and of a result. */
    static final int LIMIT = 32 << 20;
    /** Length of the number and length that a SPAWN command has in place of the values. */
    static final int REFERENCE_LENGTH = 16;
    private static final int HEADER_LENGTH = 32;
    private static final long BYTES = UnsafeApi.arrayBaseOffset(byte[].class);

    private final NodeTasks tasks;
    private final int pieceLength;
    private final Map<Key, Arriving> arriving = new HashMap<>();
    private long lastNumber;

    private record Key(int origin, long number) {
    }

    /** Continues a task whose values have arrived. */
    interface Start {
        void begin(byte[] values, EngineIssuer ctx);

        /** The values have been lost. */
        void fail(RemoteFailure failure);
    }

    /** The pieces of one task that have arrived. */
    private static final class Arriving {
        private Pieces pieces;
        private Start start;
    }

    LongValues(final NodeTasks tasks) {
        this.tasks = tasks;
        pieceLength = (tasks.commandLimit - HEADER_LENGTH) & -8;
    }

    // --- sending ---

    /** Sends values to a node, before their task. */
    ValueDelivery send(final EngineIssuer ctx, final int node, final byte[] values) {
        final long number = nextNumber();
        final ValueDelivery delivery = new ValueDelivery(tasks, node, number);
        try {
            if (tasks.isAnnounced(ctx.aggregator(), values.length)) {
                announce(ctx, node, values, delivery);
            } else {
                sendPieces(ctx, node, values, delivery);
            }
        } catch (final RuntimeException e) {
            delivery.pieceRefused(e);
            throw e;
        }
        return delivery;
    }

    private void sendPieces(final EngineIssuer ctx, final int node, final byte[] values,
                            final ValueDelivery delivery) {
        for (int offset = 0; offset < values.length; offset += pieceLength) {
            final int count = Math.min(pieceLength, values.length - offset);
            final int length = HEADER_LENGTH + WireFormat.align(count);
            final long at = ctx.aggregator().claim(node, length, delivery.piece());
            write(null, at, length, delivery.number, values, offset, count);
            ctx.aggregator().commit(node);
        }
    }

    private static void write(final Object target, final long at, final int length, final long number,
                              final byte[] values, final int offset, final int count) {
        ArrayOrMemory.putLong(target, at, MessagePort.word(MessagePort.LONG_VALUES, length));
        ArrayOrMemory.putLong(target, at + 8, number);
        ArrayOrMemory.putInt(target, at + 16, values.length);
        ArrayOrMemory.putInt(target, at + 20, offset);
        ArrayOrMemory.putInt(target, at + 24, count);
        ArrayOrMemory.putInt(target, at + 28, 0);
        ArrayOrMemory.copy(values, BYTES + offset, target, at + HEADER_LENGTH, count);
    }

    /** Returns the notice that pieces of a number have been lost. */
    static byte[] loss(final NodeTasks tasks, final long number, final RuntimeException cause) {
        final byte[] failure = FailureCodec.encode(FailureCodec.of(tasks.nodeId, cause), tasks.commandLimit / 2);
        final byte[] command = new byte[HEADER_LENGTH + WireFormat.align(failure.length)];
        write(command, BYTES, command.length, number, failure, 0, failure.length);
        return command;
    }

    /** All that a task needs has been issued: the values go before anything else is done on this lane. */
    void settle(final EngineIssuer ctx, final int length) {
        if (tasks.isAnnounced(ctx.aggregator(), length)) {
            tasks.values.settle(ctx.aggregator());
        }
    }

    private void announce(final EngineIssuer ctx, final int node, final byte[] values, final ValueDelivery delivery) {
        for (int offset = 0, count; offset < values.length; offset += count) {
            count = Math.min(ValueTransfer.LONGEST, values.length - offset);
            final long at = tasks.values.begin(ctx.aggregator(), node, MessagePort.LONG_VALUES, delivery.piece(),
                values, offset, count);
            ValueRecord.head(at, 0, delivery.number);
            ValueRecord.head(at, 1, (long) values.length << Integer.SIZE | offset);
            tasks.values.announce(ctx.aggregator());
        }
    }

    private synchronized long nextNumber() {
        return ++lastNumber;
    }

    // --- receiving ---

    /** Handles a piece. Helper. Returns false when it is malformed. */
    boolean onMessage(final int origin, final long address, final int length, final EngineIssuer ctx) {
        if (length < HEADER_LENGTH) {
            return false;
        }
        final int total = UnsafeApi.getInt(address + 16);
        final int offset = UnsafeApi.getInt(address + 20);
        final int count = UnsafeApi.getInt(address + 24);
        if (count < 1 || count > length - HEADER_LENGTH || total < count || total > LIMIT || offset < 0
            || offset > total - count) {
            return false;
        }
        final byte[] data = data(address, count);
        final Key key = new Key(origin, UnsafeApi.getLong(address + 8));
        final Arriving ready;
        synchronized (this) {
            if (!take(key, data, offset, total)) {
                return false;
            }
            ready = takeIfReady(key, arriving.get(key));
        }
        begin(ready, ctx);
        return true;
    }

    private static byte[] data(final long address, final int count) {
        final byte[] data = new byte[count];
        ArrayOrMemory.copy(null, address + HEADER_LENGTH, data, BYTES, count);
        return data;
    }

    /** Handles the notice that pieces, or their task, have been lost: what is here fails, or is forgotten. Server. */
    void onLoss(final int origin, final long address, final int length) {
        final int count = length < HEADER_LENGTH ? -1 : UnsafeApi.getInt(address + 24);
        if (count < 0 || count > length - HEADER_LENGTH) {
            return;                     // forged
        }
        final Arriving values;
        synchronized (this) {
            values = arriving.remove(new Key(origin, UnsafeApi.getLong(address + 8)));
        }
        if (values != null && values.start != null) {
            values.start.fail(FailureCodec.decode(data(address, count)));
        }
    }

    /** Helper: a transfer has come. Its task has not: it follows in the order of its lane, and begins then. */
    @Override
    public void arrived(final int origin, final long[] head, final byte[] data) {
        final int total = (int) (head[1] >>> Integer.SIZE);
        final int offset = (int) head[1];
        if (total < data.length || total > LIMIT) {
            return;                     // forged: no task of ours follows
        }
        synchronized (this) {
            take(new Key(origin, head[0]), data, offset, total);
        }
    }

    /** False: it does not fit the pieces before. */
    private boolean take(final Key key, final byte[] data, final int offset, final int total) {
        final Arriving values = arriving.computeIfAbsent(key, k -> new Arriving());
        if (values.pieces == null) {
            values.pieces = new Pieces(total);
        }
        return values.pieces.take(data, offset, total);
    }

    /** Handles a task that has arrived, and starts it as soon as its values are complete. Helper. */
    void await(final int origin, final long number, final Start start, final EngineIssuer ctx) {
        final Key key = new Key(origin, number);
        final Arriving ready;
        synchronized (this) {
            final Arriving values = arriving.computeIfAbsent(key, k -> new Arriving());
            values.start = start;
            ready = takeIfReady(key, values);
        }
        begin(ready, ctx);
    }

    private Arriving takeIfReady(final Key key, final Arriving values) {
        if (values.start == null || values.pieces == null || !values.pieces.isComplete()) {
            return null;
        }
        arriving.remove(key);
        return values;
    }

    private static void begin(final Arriving ready, final EngineIssuer ctx) {
        if (ready != null) {
            ready.start.begin(ready.pieces.data(), ctx);
        }
    }

    /** Returns the number of tasks and values that wait for each other. */
    synchronized int count() {
        return arriving.size();
    }
}
