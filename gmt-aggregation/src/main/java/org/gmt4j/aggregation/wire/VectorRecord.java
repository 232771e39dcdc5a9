package org.gmt4j.aggregation.wire;

import org.agrona.UnsafeApi;

/**
 * Many places of one segment in one command.
 *
 * <pre>
 *  0  word0: VECTOR_STORE or VECTOR_GET, segment, count of entries
 *  8  i32 length: packed bytes of all entries    12  u8 kind (AccumulateKind, PUT; 0 in gets), 3 x u8 0
 * 16  for each entry: 63..40 bytes, 39..0 byte offset
 * ..  VECTOR_STORE: the bytes of the entries one behind the other, padded at the end
 * </pre>
 */
public final class VectorRecord {
    public static final int HEADER_LENGTH = 16;
    public static final int ENTRY_LENGTH = 8;
    /** Longest entry. */
    public static final int MAX_ENTRY_BYTES = (1 << 24) - 1;

    private VectorRecord() {
    }

    public static void encode(final long address, final int type, final int segment, final int count,
                              final int length, final int kind) {
        UnsafeApi.putLong(address, CommandWord.base(type, segment) | count);
        UnsafeApi.putInt(address + 8, length);
        UnsafeApi.putInt(address + 12, kind & 0xff);
    }

    public static void encodeEntry(final long address, final int index, final long offset, final int bytes) {
        UnsafeApi.putLong(address + HEADER_LENGTH + (long) index * ENTRY_LENGTH,
            (long) bytes << CommandWord.OFFSET_BITS | offset);
    }

    public static int length(final long address) {
        return UnsafeApi.getInt(address + 8);
    }

    public static int kind(final long address) {
        return UnsafeApi.getByte(address + 12) & 0xff;
    }

    public static long entry(final long address, final int index) {
        return UnsafeApi.getLong(address + HEADER_LENGTH + (long) index * ENTRY_LENGTH);
    }

    public static long offset(final long entry) {
        return entry & CommandWord.MAX_OFFSET;
    }

    public static int bytes(final long entry) {
        return (int) (entry >>> CommandWord.OFFSET_BITS);
    }
}
