package org.gmt4j.aggregation.wire;

import org.agrona.UnsafeApi;

/**
 * Announces a transfer whose data do not travel with the command: the target pulls those of a store when it is ready
 * for them, and streams those of a get, see {@link TransferRecord}. Pattern as in {@link StridedRecord}; of contiguous
 * data, one run without levels.
 *
 * <pre>
 *  0  word0: RENDEZVOUS_STORE or RENDEZVOUS_GET, segment, byte offset of the pattern's first byte
 *  8  i32 number of the transfer at the origin's lane
 * 12  u8 kind (AccumulateKind, PUT; 0 in gets)   13  u8 levels, 0 to 8   14  u16 lane
 * 16  i64 start: position of the transfer's first byte among all packed bytes of the pattern
 * 24  i64 run: bytes that lie together, the innermost count
 * 32  for each level, inner ones first: i64 count | i64 stride in bytes
 * ..  i64 length: packed bytes of this transfer
 * ..  zeros up to 96
 * </pre>
 */
public final class RendezvousRecord {
    /** Room for three levels, as long as an ARMCI header; more make it longer. */
    public static final int SHORTEST = 96;

    private RendezvousRecord() {
    }

    public static int length(final int levels) {
        return Math.max(SHORTEST, StridedRecord.headerLength(levels) + 8);
    }

    /**
     * Writes the fields before and behind the pattern. The pattern is written first, as that of a
     * {@link StridedRecord}.
     */
    public static void complete(final long address, final int lane, final long bytes) {
        final int levels = levels(address);
        final int used = StridedRecord.headerLength(levels);
        UnsafeApi.putShort(address + 14, (short) lane);
        UnsafeApi.putLong(address + used, bytes);
        UnsafeApi.setMemory(address + used + 8, length(levels) - used - 8, (byte) 0);
    }

    public static int number(final long address) {
        return UnsafeApi.getInt(address + 8);
    }

    public static int kind(final long address) {
        return UnsafeApi.getByte(address + 12) & 0xff;
    }

    public static int levels(final long address) {
        return UnsafeApi.getByte(address + 13) & 0xff;
    }

    public static int lane(final long address) {
        return UnsafeApi.getShort(address + 14) & 0xffff;
    }

    public static long start(final long address) {
        return StridedRecord.start(address);
    }

    /** Packed bytes. The levels have been found to be no more than there may be. */
    public static long bytes(final long address) {
        return UnsafeApi.getLong(address + StridedRecord.headerLength(levels(address)));
    }
}
