package org.gmt4j.aggregation.wire;

import org.agrona.UnsafeApi;

/**
 * The frame of one network buffer between two neighbours.
 *
 * <pre>
 *  0  u32 magic "GMT" and version     4  i32 length of the whole buffer, header included
 *  8  i64 job: tag of the job; a buffer with another tag is foreign
 * 16  i32 previous hop                20  u16 traffic class (0 requests, 1 replies)
 * 22  u8 request buffers, 23 u8 reply buffers of the receiver that the previous hop has emptied: their credits come
 *        back; class 1 only
 * 24  i64 sequence, from 0, per previous hop and class
 * </pre>
 */
public final class BufferHeader {
    public static final int LENGTH = 32;
    public static final int MAGIC = 0x474D5400 | WireFormat.VERSION;

    private BufferHeader() {
    }

    public static void encode(final long address, final int length, final long job, final int previousHop,
                              final int trafficClass, final long sequence) {
        UnsafeApi.putInt(address, MAGIC);
        UnsafeApi.putInt(address + 4, length);
        UnsafeApi.putLong(address + 8, job);
        UnsafeApi.putInt(address + 16, previousHop);
        UnsafeApi.putInt(address + 20, trafficClass);
        UnsafeApi.putLong(address + 24, sequence);
    }

    /** Behind {@link #encode}: acknowledges buffers of two edges to the node that this one goes to; each 0 .. 255. */
    public static void acknowledge(final long address, final int requestBuffers, final int replyBuffers) {
        UnsafeApi.putByte(address + 22, (byte) requestBuffers);
        UnsafeApi.putByte(address + 23, (byte) replyBuffers);
    }

    public static int magic(final long address) {
        return UnsafeApi.getInt(address);
    }

    public static int length(final long address) {
        return UnsafeApi.getInt(address + 4);
    }

    public static long job(final long address) {
        return UnsafeApi.getLong(address + 8);
    }

    public static int previousHop(final long address) {
        return UnsafeApi.getInt(address + 16);
    }

    public static int trafficClass(final long address) {
        return UnsafeApi.getShort(address + 20) & 0xffff;
    }

    public static int acknowledgedRequestBuffers(final long address) {
        return UnsafeApi.getByte(address + 22) & 0xff;
    }

    public static int acknowledgedReplyBuffers(final long address) {
        return UnsafeApi.getByte(address + 23) & 0xff;
    }

    public static long sequence(final long address) {
        return UnsafeApi.getLong(address + 24);
    }
}
