package org.gmt4j.aggregation.wire;

import org.agrona.UnsafeApi;

/**
 * The frame of one block of commands, or of the reply to it. A block is the unit of aggregation, of forwarding, of
 * credit and of acknowledgement: exactly one reply block answers each request block.
 *
 * <pre>
 *  0  i32 length, header included      4  i32 origin node of the commands
 *  8  i32 final destination           12  i32 next hop, as far as the last node that gathered it knew
 * 16  u8 kind (1 request, 2 reply)    17  u8 flags   18  u16 lane: the thread of the origin that filled the block
 * 20  i32 slot of the block at its lane
 * 24  i32 request: bytes of values that executing it produces; reply: entries of the list of failures at its end
 * 28  i32 generation of the slot: tells a late reply from one to the block that now lives there
 * </pre>
 *
 * <p>A reply keeps origin, lane, slot and generation of its request and swaps the direction: its final destination is
 * the origin. Failed commands are listed behind the values, see {@link FailureRecord}; times come last, see
 * {@link TimesRecord}.
 */
public final class BlockHeader {
    public static final int LENGTH = 32;
    public static final int REQUEST = 1;
    public static final int REPLY = 2;
    public static final int FAILURE_LENGTH = 8;
    /**
     * Flag of a reply block that answers no request but carries TASK_DONE records: it needs neither credit nor answer.
     */
    public static final int NOTICE = 1;
    /**
     * Flag of a reply block that is one {@link TransferRecord}: lane and slot are the receiver's. It needs neither
     * credit nor answer.
     */
    public static final int TRANSFER = 2;

    /**
     * Flag of a request block that is to be answered with a {@link TimesRecord} at the end, and of the reply that has
     * one.
     */
    public static final int TIMED = 4;

    private BlockHeader() {
    }

    /**
     * Writes length, kind and flags of a block. A header is whole with {@link #route} and {@link #home}.
     *
     * @param count bytes of values of a request, failures of a reply
     */
    public static void encode(final long address, final int length, final int kind, final int flags, final int count) {
        UnsafeApi.putInt(address, length);
        UnsafeApi.putByte(address + 16, (byte) kind);
        UnsafeApi.putByte(address + 17, (byte) flags);
        UnsafeApi.putInt(address + 24, count);
    }

    /** Writes the way of a block. */
    public static void route(final long address, final int origin, final int destination, final int nextHop) {
        UnsafeApi.putInt(address + 4, origin);
        UnsafeApi.putInt(address + 8, destination);
        UnsafeApi.putInt(address + 12, nextHop);
    }

    /** Writes the place at the origin where the reply is awaited. */
    public static void home(final long address, final int lane, final int slot, final int generation) {
        UnsafeApi.putShort(address + 18, (short) lane);
        UnsafeApi.putInt(address + 20, slot);
        UnsafeApi.putInt(address + 28, generation);
    }

    /** Writes the whole header of the reply to a request. */
    public static void encodeReply(final long address, final long request, final int length, final int flags,
                                   final int failures) {
        final int origin = origin(request);
        encode(address, length, REPLY, flags, failures);
        route(address, origin, origin, origin);
        home(address, lane(request), slot(request), generation(request));
    }

    public static int length(final long address) {
        return UnsafeApi.getInt(address);
    }

    public static int origin(final long address) {
        return UnsafeApi.getInt(address + 4);
    }

    public static int destination(final long address) {
        return UnsafeApi.getInt(address + 8);
    }

    public static int nextHop(final long address) {
        return UnsafeApi.getInt(address + 12);
    }

    /** A node that hands the block on writes where to. */
    public static void nextHop(final long address, final int nextHop) {
        UnsafeApi.putInt(address + 12, nextHop);
    }

    public static int kind(final long address) {
        return UnsafeApi.getByte(address + 16) & 0xff;
    }

    public static int flags(final long address) {
        return UnsafeApi.getByte(address + 17) & 0xff;
    }

    public static int lane(final long address) {
        return UnsafeApi.getShort(address + 18) & 0xffff;
    }

    public static int slot(final long address) {
        return UnsafeApi.getInt(address + 20);
    }

    /** Of a request: bytes of values that executing it produces. */
    public static int replyLength(final long address) {
        return UnsafeApi.getInt(address + 24);
    }

    /** Of a reply: entries of the list of failures. */
    public static int failureCount(final long address) {
        return UnsafeApi.getInt(address + 24);
    }

    public static int generation(final long address) {
        return UnsafeApi.getInt(address + 28);
    }
}
