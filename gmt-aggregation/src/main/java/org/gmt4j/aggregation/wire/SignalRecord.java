package org.gmt4j.aggregation.wire;

import org.agrona.UnsafeApi;

/**
 * Raises a signal that a task of the destination waits for. Travels as a notice: in the reply class, without credit or
 * answer.
 *
 * <pre>
 *  0  word0: SIGNAL, id 0, total length
 *  8  i64 signal: a number of the destination's
 * 16  i64 value
 * </pre>
 */
public final class SignalRecord {
    public static final int LENGTH = 24;

    private SignalRecord() {
    }

    public static void encode(final long address, final long signal, final long value) {
        UnsafeApi.putLong(address, CommandWord.base(CommandType.SIGNAL, 0) | LENGTH);
        UnsafeApi.putLong(address + 8, signal);
        UnsafeApi.putLong(address + 16, value);
    }

    public static long signal(final long address) {
        return UnsafeApi.getLong(address + 8);
    }

    public static long value(final long address) {
        return UnsafeApi.getLong(address + 16);
    }
}
