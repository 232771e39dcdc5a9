package org.gmt4j.aggregation.wire;

import org.agrona.UnsafeApi;

/**
 * A piece of a strided transfer: the whole pattern at the target, and which bytes of it, in packed order, this command
 * is about. The target walks the pattern itself.
 *
 * <pre>
 *  0  word0: STRIDED_STORE or STRIDED_GET, segment, byte offset of the pattern's first byte
 *  8  i32 length: packed bytes of this piece
 * 12  u8 kind (AccumulateKind, PUT; 0 in gets)   13  u8 levels, 0 to 8   14  u16 0
 * 16  i64 start: position of the piece among all packed bytes
 * 24  i64 run: bytes that lie together, the innermost count
 * 32  for each level, inner ones first: i64 count | i64 stride in bytes
 * ..  STRIDED_STORE: the packed bytes, padded
 * </pre>
 */
public final class StridedRecord {
    public static final int MAX_LEVELS = 8;
    private static final int FIXED_LENGTH = 32;

    private StridedRecord() {
    }

    /** Bytes before the packed data. */
    public static int headerLength(final int levels) {
        return FIXED_LENGTH + levels * 16;
    }

    /** All but the levels, which {@link #encodeLevel} writes. */
    public static void encode(final long address, final long word0, final int length, final int kind,
                              final int levels, final long start, final long run) {
        UnsafeApi.putLong(address, word0);
        UnsafeApi.putInt(address + 8, length);
        UnsafeApi.putInt(address + 12, kind & 0xff | levels << 8);
        UnsafeApi.putLong(address + 16, start);
        UnsafeApi.putLong(address + 24, run);
    }

    public static void encodeLevel(final long address, final int level, final long count, final long stride) {
        UnsafeApi.putLong(address + FIXED_LENGTH + level * 16L, count);
        UnsafeApi.putLong(address + FIXED_LENGTH + level * 16L + 8, stride);
    }

    public static int length(final long address) {
        return UnsafeApi.getInt(address + 8);
    }

    public static int kind(final long address) {
        return UnsafeApi.getByte(address + 12) & 0xff;
    }

    public static int levels(final long address) {
        return UnsafeApi.getByte(address + 13) & 0xff;
    }

    public static long start(final long address) {
        return UnsafeApi.getLong(address + 16);
    }

    public static long run(final long address) {
        return UnsafeApi.getLong(address + 24);
    }

    public static long count(final long address, final int level) {
        return UnsafeApi.getLong(address + FIXED_LENGTH + level * 16L);
    }

    public static long stride(final long address, final int level) {
        return UnsafeApi.getLong(address + FIXED_LENGTH + level * 16L + 8);
    }
}
