package org.gmt4j.aggregation.wire;

import org.agrona.UnsafeApi;

/**
 * Asks a node to run the iterations [low, high) of a body in chunks; a single task is one iteration.
 *
 * <pre>
 *  0  word0: SPAWN, function id, total length incl. padding
 *  8  i64 low       16  i64 high      24  i64 chunk
 * 32  i64 parent: join that waits at the origin, 0 for none
 * 40  i64 seed of the loop's random numbers
 * 48  i32 kind of body and flags      52  i32 length of the captured values
 * 56  i32 job, 0 for none            60  i32 length of the placement that the range follows, 0 for none
 * 64  captured values, padded; behind them the placement, padded
 * </pre>
 */
public final class SpawnRecord {
    public static final int HEADER_LENGTH = 64;

    private SpawnRecord() {
    }

    public static int length(final int captureLength) {
        return length(captureLength, 0);
    }

    public static int length(final int captureLength, final int placementLength) {
        return HEADER_LENGTH + WireFormat.align(captureLength) + WireFormat.align(placementLength);
    }

    /** Writes the body and the lengths. A record is whole with {@link #loop} and {@link #task}. */
    public static void encode(final long address, final int function, final int captureLength,
                              final int placementLength) {
        UnsafeApi.putLong(address, CommandWord.base(CommandType.SPAWN, function) | length(captureLength,
            placementLength));
        UnsafeApi.putInt(address + 52, captureLength);
        UnsafeApi.putInt(address + 60, placementLength);
    }

    /** Writes the iterations. */
    public static void loop(final long address, final long low, final long high, final long chunk, final long seed) {
        UnsafeApi.putLong(address + 8, low);
        UnsafeApi.putLong(address + 16, high);
        UnsafeApi.putLong(address + 24, chunk);
        UnsafeApi.putLong(address + 40, seed);
    }

    /** Writes the task of the iterations: kind of body and flags, the join that waits for them, their job. */
    public static void task(final long address, final int kind, final long parent, final int job) {
        UnsafeApi.putInt(address + 48, kind);
        UnsafeApi.putLong(address + 32, parent);
        UnsafeApi.putInt(address + 56, job);
    }

    public static long low(final long address) {
        return UnsafeApi.getLong(address + 8);
    }

    public static long high(final long address) {
        return UnsafeApi.getLong(address + 16);
    }

    public static long chunk(final long address) {
        return UnsafeApi.getLong(address + 24);
    }

    public static long parent(final long address) {
        return UnsafeApi.getLong(address + 32);
    }

    public static long seed(final long address) {
        return UnsafeApi.getLong(address + 40);
    }

    public static int kind(final long address) {
        return UnsafeApi.getInt(address + 48);
    }

    public static int captureLength(final long address) {
        return UnsafeApi.getInt(address + 52);
    }

    public static int job(final long address) {
        return UnsafeApi.getInt(address + 56);
    }

    public static int placementLength(final long address) {
        return UnsafeApi.getInt(address + 60);
    }

    /** Address of the placement. */
    public static long placement(final long address) {
        return address + HEADER_LENGTH + WireFormat.align(captureLength(address));
    }
}
