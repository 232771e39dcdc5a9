package org.gmt4j.aggregation.wire;

import org.agrona.UnsafeApi;

/**
 * The times of the execution of a request block: the last bytes of the reply to a block with {@link BlockHeader#TIMED},
 * behind values and failures.
 *
 * <pre>
 *  0  i64 its execution began     8  i64 its execution ended     both in nanoseconds of the executing node's clock
 * </pre>
 *
 * <p>Nodes of one host have one clock; between hosts only the difference means something.
 */
public final class TimesRecord {
    public static final int LENGTH = 16;

    private TimesRecord() {
    }

    public static void encode(final long address, final long begunNs, final long endedNs) {
        UnsafeApi.putLong(address, begunNs);
        UnsafeApi.putLong(address + 8, endedNs);
    }

    public static long begunNs(final long address) {
        return UnsafeApi.getLong(address);
    }

    public static long endedNs(final long address) {
        return UnsafeApi.getLong(address + 8);
    }
}
