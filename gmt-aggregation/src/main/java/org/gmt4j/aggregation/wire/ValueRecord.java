package org.gmt4j.aggregation.wire;

import org.agrona.UnsafeApi;

/**
 * Announces bytes that belong to no segment: the receiver takes room for them when they come, as it pulls the data of
 * a {@link RendezvousRecord}. What they are is said by the port and its head.
 *
 * <pre>
 *  0  word0: RENDEZVOUS_VALUE, port, 0
 *  8  i32 number of the transfer at the origin's lane   12  u16 0   14  u16 lane
 * 16  i64 length: bytes of this transfer
 * 24  nine i64: the head, as the port likes
 * </pre>
 */
public final class ValueRecord {
    /** Bytes of the record. */
    public static final int LENGTH = 96;
    /** Words that the port has for itself. */
    public static final int HEAD_WORDS = 9;
    private static final int HEAD = 24;

    private ValueRecord() {
    }

    /** Writes all but the head, which becomes zeros. */
    public static void encode(final long address, final int port, final int lane, final int number,
                              final long length) {
        UnsafeApi.putLong(address, CommandWord.base(CommandType.RENDEZVOUS_VALUE, port));
        UnsafeApi.putInt(address + 8, number);
        UnsafeApi.putShort(address + 12, (short) 0);
        UnsafeApi.putShort(address + 14, (short) lane);
        UnsafeApi.putLong(address + 16, length);
        UnsafeApi.setMemory(address + HEAD, 8L * HEAD_WORDS, (byte) 0);
    }

    public static int number(final long address) {
        return UnsafeApi.getInt(address + 8);
    }

    public static int lane(final long address) {
        return UnsafeApi.getShort(address + 14) & 0xffff;
    }

    /** Bytes of the transfer. */
    public static long bytes(final long address) {
        return UnsafeApi.getLong(address + 16);
    }

    /** Sets a word of the head. @param index 0 to 8 */
    public static void head(final long address, final int index, final long word) {
        UnsafeApi.putLong(address + HEAD + 8L * index, word);
    }

    /** A word of the head. @param index 0 to 8 */
    public static long head(final long address, final int index) {
        return UnsafeApi.getLong(address + HEAD + 8L * index);
    }
}
