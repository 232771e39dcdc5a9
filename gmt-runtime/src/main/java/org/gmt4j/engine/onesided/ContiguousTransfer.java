package org.gmt4j.engine.onesided;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.queue.LongTransfers;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.AccumulateKind;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.memory.Accumulation;
import org.gmt4j.engine.memory.Segment;

/**
 * Accumulates of ranges, and single values, checked by the caller. Remote ranges travel in pieces of at most a block's
 * length. Belongs to one task; never suspends. Per piece; a single value costs one command without allocation.
 */
public final class ContiguousTransfer {
    private static final int HEADER_LENGTH = 16;
    /** Shorter pieces wait for the next block. */
    private static final int SHORTEST_PIECE = 256;
    private static final long BYTES = UnsafeApi.arrayBaseOffset(byte[].class);
    private static final int LONGEST_LOOP = 1 << 20;

    private final Aggregator aggregator;
    private final RangeTransfer ranges;
    private final RendezvousTransfer rendezvous;
    private final WindowTransfer windows;
    private final StridedTransfer strided;

    ContiguousTransfer(final Aggregator aggregator, final RangeTransfer ranges, final StridedTransfer strided,
                       final RendezvousTransfer rendezvous, final WindowTransfer windows) {
        this.aggregator = aggregator;
        this.ranges = ranges;
        this.strided = strided;
        this.rendezvous = rendezvous;
        this.windows = windows;
    }

    // --- ranges ---

    /**
     * @param isWaitedFor whether the caller waits, so that the source may be read later
     * @param there       place of the target; its pattern is ignored
     */
    public void accumulate(final Completion owner, final boolean isWaitedFor, final AccumulateOperator op,
                           final LocalSpan source, final long from, final RemoteSide there, final long bytes) {
        final Region target = there.region;
        final int node = there.node;
        final long to = there.offset;
        if (bytes == 8 && op.lengthInBytes() == 8 && op.width() == 8) {
            final long bits = op.scale(ArrayOrMemory.getLong(source.base, source.address + from));
            addElement(owner, op.kind(), bits, target, node, to);
            return;
        }
        if (ranges.isImmediate(node, target, bytes)) {
            aggregator.settleOwn();
            storeNow(op, source, from, target.segment(), to, bytes);
            return;
        }
        aggregator.transfers().longTransfers().issued(LongTransfers.Kind.ACCUMULATE, bytes);
        if (rendezvous.takes(LongTransfers.Kind.ACCUMULATE, node, bytes, 0)) {
            rendezvous.store(owner, isWaitedFor, op, strided.here().range(source, from, bytes),
                there.range(target, node, to, bytes), bytes);
            return;
        }
        for (long done = 0; done < bytes; ) {
            final int piece = piece(node, bytes - done, op.lengthInBytes());
            final long at = aggregator.claim(node, HEADER_LENGTH + WireFormat.align(piece), owner);
            UnsafeApi.putLong(at, CommandWord.base(CommandType.ACCUMULATE, target.id()) | to + done);
            UnsafeApi.putInt(at + 8, piece);
            UnsafeApi.putInt(at + 12, op.kind());
            ArrayOrMemory.copy(source.base, source.address + from + done, null, at + HEADER_LENGTH, piece);
            op.scale(null, at + HEADER_LENGTH, piece);
            aggregator.commit(node);
            done += piece;
        }
    }

    /**
     * Returns the length of the next of {@code left} bytes: the room of the open block, or a whole block; whole values.
     */
    private int piece(final int node, final long left, final int width) {
        int room = aggregator.room(node) - HEADER_LENGTH;
        if (room < width || room < SHORTEST_PIECE && room < left) {
            room = aggregator.maxCommandLength() - HEADER_LENGTH;
        }
        return (int) Math.min(room & -width, left);
    }

    // --- this node, at once ---

    /** @param op null for a put */
    void storeNow(final AccumulateOperator op, final LocalSpan source, final long from, final Segment target,
                  final long to, final long bytes) {
        if (op == null) {
            ArrayOrMemory.copy(source.base, source.address + from, null, target.address() + to, bytes);
        } else if (!op.isScaled()) {
            for (long done = 0; done < bytes; ) {
                final int piece = (int) Math.min(bytes - done, LONGEST_LOOP);
                Accumulation.add(op.kind(), source.base, source.address + from + done, target.address() + to + done,
                    piece, target.isExclusive());
                done += piece;
            }
        } else {
            addScaled(op, source, from, target, to, bytes);
        }
    }

    private void addScaled(final AccumulateOperator op, final LocalSpan source, final long from, final Segment target,
                           final long to, final long bytes) {
        final byte[] buffer = strided.scratch();
        for (long done = 0; done < bytes; ) {
            final int piece = (int) Math.min(bytes - done, buffer.length);
            ArrayOrMemory.copy(source.base, source.address + from + done, buffer, BYTES, piece);
            op.scale(buffer, BYTES, piece);
            Accumulation.add(op.kind(), buffer, BYTES, target.address() + to + done, piece, target.isExclusive());
            done += piece;
        }
    }

    // --- single values ---

    /** Adds a long at a multiple of 8. */
    public void addLong(final Completion owner, final long value, final Region target, final int node, final long to) {
        addElement(owner, AccumulateKind.LONG, value, target, node, to);
    }

    /** Adds a double at a multiple of 8. */
    public void addDouble(final Completion owner, final double value, final Region target, final int node,
                          final long to) {
        addElement(owner, AccumulateKind.DOUBLE, Double.doubleToRawLongBits(value), target, node, to);
    }

    /** Combines a long at a multiple of 8 by exclusive or. */
    public void xorLong(final Completion owner, final long value, final Region target, final int node, final long to) {
        addElement(owner, AccumulateKind.LONG_XOR, value, target, node, to);
    }

    /**
     * Adds a value of eight bytes, already scaled. Uses the shortest possible command: a type of its own, or, for an
     * exclusive or, a command on the memory's cells. Arrays have no cells, but never come here: their ranges are not
     * accumulated value by value.
     */
    private void addElement(final Completion owner, final int kind, final long bits, final Region target,
                            final int node, final long to) {
        aggregator.requireUser();
        if (ranges.isImmediate(node, target, 8)) {
            aggregator.settleOwn();
            addNow(kind, target.segment().address() + to, bits);
            return;
        }
        switch (kind) {
            case AccumulateKind.LONG:
                aggregator.update(node, CommandWord.base(CommandType.ADD_LONG, target.id()) | to, bits, owner);
                break;
            case AccumulateKind.LONG_XOR:
                aggregator.update(node, target.longs().word(CommandType.UPDATE + CommandType.XOR, to >>> 3), bits,
                    owner);
                break;
            default:
                aggregator.update(node, CommandWord.base(CommandType.ADD_DOUBLE, target.id()) | to, bits, owner);
                break;
        }
    }

    private static void addNow(final int kind, final long to, final long bits) {
        switch (kind) {
            case AccumulateKind.LONG:
                Accumulation.addLong(to, bits, false);
                break;
            case AccumulateKind.LONG_XOR:
                Accumulation.xorLong(to, bits, false);
                break;
            default:
                Accumulation.addDouble(to, Double.longBitsToDouble(bits), false);
                break;
        }
    }

    /** Where a value is a cell, commands on it are shorter, and runs of them are executed in one loop. */
    private static Cells cells(final Region memory, final int length) {
        return length == 8 ? memory.longs() : memory.ints();
    }

    /** @param length 4 or 8, the low bytes of {@code bits} */
    public void putValue(final Completion owner, final long bits, final int length, final Region target,
                         final int node, final long to) {
        aggregator.requireUser();
        if (ranges.isImmediate(node, target, length)) {
            aggregator.settleOwn();
            store(target.segment().address() + to, bits, length);
            return;
        }
        final long window = windows.open(target, node, length);
        if (window != 0) {
            windows.putValue(window + to, bits, length);
            return;
        }
        if ((to & length - 1) == 0) {
            aggregator.update(node, cells(target, length).word(CommandType.PUT_VALUE, to / length), bits, owner);
            return;
        }
        final long at = aggregator.claim(node, HEADER_LENGTH + 8, owner);
        UnsafeApi.putLong(at, CommandWord.base(CommandType.PUT, target.id()) | to);
        UnsafeApi.putLong(at + 8, length);
        UnsafeApi.putLong(at + HEADER_LENGTH, bits);
        aggregator.commit(node);
    }

    static void store(final long address, final long bits, final int length) {
        if (length == 8) {
            UnsafeApi.putLong(address, bits);
        } else {
            UnsafeApi.putInt(address, (int) bits);
        }
    }

    /** Loads a value of this node. */
    public long load(final Region source, final long from, final int length) {
        aggregator.settleOwn();
        final long address = source.segment().address() + from;
        return length == 8 ? UnsafeApi.getLong(address) : UnsafeApi.getInt(address);
    }

    /**
     * Requests a value of another node. It arrives, perhaps at once, at the completion, in its low {@code length}
     * bytes.
     */
    public void requestValue(final Completion owner, final Region source, final int node, final long from,
                             final int length) {
        aggregator.requireUser();
        final long window = windows.open(source, node, length);
        if (window != 0) {
            owner.deliver(windows.getValue(window + from, length));
            return;
        }
        if ((from & length - 1) == 0) {
            aggregator.fetch(node, cells(source, length).word(CommandType.GET, from / length), owner, null,
                RequestBlock.TO_COMPLETION);
            return;
        }
        aggregator.fetch(node, CommandWord.base(CommandType.GET_BULK, source.id()) | from, length, owner,
            null, RequestBlock.TO_COMPLETION);
    }
}
