package org.gmt4j.engine.memory;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.wire.AccumulateKind;

/**
 * Adds packed values to memory of this node, or combines them by exclusive or. Each value is atomic with respect to
 * other such operations: by plain loads and stores where one thread owns the memory, otherwise by compare-and-set on
 * the value itself. Targets are aligned to the width. Any thread; per value.
 */
public final class Accumulation {
    private Accumulation() {
    }

    /**
     * @param kind   kind of {@link AccumulateKind}; bytes are copied
     * @param source array object, with {@code from} as an offset; or null, with {@code from} as an address
     * @param length length in bytes, a multiple of the kind's width
     */
    public static void add(final int kind, final Object source, final long from, final long to, final int length,
                           final boolean exclusive) {
        switch (kind) {
            case AccumulateKind.INT:
                addInts(source, from, to, length, exclusive);
                break;
            case AccumulateKind.LONG:
                addLongs(source, from, to, length, exclusive);
                break;
            case AccumulateKind.FLOAT:
                addFloats(source, from, to, length, exclusive);
                break;
            case AccumulateKind.DOUBLE:
                addDoubles(source, from, to, length, exclusive);
                break;
            case AccumulateKind.INT_XOR:
                xorInts(source, from, to, length, exclusive);
                break;
            case AccumulateKind.LONG_XOR:
                xorLongs(source, from, to, length, exclusive);
                break;
            default:
                ArrayOrMemory.copy(source, from, null, to, length);
                break;
        }
    }

    private static void addInts(final Object source, final long from, final long to, final int length,
                                final boolean exclusive) {
        for (int i = 0; i < length; i += 4) {
            final int value = ArrayOrMemory.getInt(source, from + i);
            if (exclusive) {
                UnsafeApi.putInt(to + i, UnsafeApi.getInt(to + i) + value);
            } else {
                UnsafeApi.getAndAddInt(null, to + i, value);
            }
        }
    }

    private static void addLongs(final Object source, final long from, final long to, final int length,
                                 final boolean exclusive) {
        for (int i = 0; i < length; i += 8) {
            addLong(to + i, ArrayOrMemory.getLong(source, from + i), exclusive);
        }
    }

    private static void addFloats(final Object source, final long from, final long to, final int length,
                                  final boolean exclusive) {
        for (int i = 0; i < length; i += 4) {
            final float value = ArrayOrMemory.getFloat(source, from + i);
            if (exclusive) {
                UnsafeApi.putFloat(to + i, UnsafeApi.getFloat(to + i) + value);
            } else {
                addFloatAtomically(to + i, value);
            }
        }
    }

    private static void addDoubles(final Object source, final long from, final long to, final int length,
                                   final boolean exclusive) {
        for (int i = 0; i < length; i += 8) {
            addDouble(to + i, ArrayOrMemory.getDouble(source, from + i), exclusive);
        }
    }

    private static void xorInts(final Object source, final long from, final long to, final int length,
                                final boolean exclusive) {
        for (int i = 0; i < length; i += 4) {
            final int value = ArrayOrMemory.getInt(source, from + i);
            if (exclusive) {
                UnsafeApi.putInt(to + i, UnsafeApi.getInt(to + i) ^ value);
            } else {
                xorIntAtomically(to + i, value);
            }
        }
    }

    private static void xorIntAtomically(final long to, final int value) {
        int before;
        do {
            before = UnsafeApi.getIntVolatile(null, to);
        } while (!UnsafeApi.compareAndSetInt(null, to, before, before ^ value));
    }

    private static void xorLongs(final Object source, final long from, final long to, final int length,
                                 final boolean exclusive) {
        for (int i = 0; i < length; i += 8) {
            xorLong(to + i, ArrayOrMemory.getLong(source, from + i), exclusive);
        }
    }

    public static void xorLong(final long to, final long value, final boolean exclusive) {
        if (exclusive) {
            UnsafeApi.putLong(to, UnsafeApi.getLong(to) ^ value);
            return;
        }
        long before;
        do {
            before = UnsafeApi.getLongVolatile(null, to);
        } while (!UnsafeApi.compareAndSetLong(null, to, before, before ^ value));
    }

    public static void addLong(final long to, final long value, final boolean exclusive) {
        if (exclusive) {
            UnsafeApi.putLong(to, UnsafeApi.getLong(to) + value);
        } else {
            UnsafeApi.getAndAddLong(null, to, value);
        }
    }

    public static void addDouble(final long to, final double value, final boolean exclusive) {
        if (exclusive) {
            UnsafeApi.putDouble(to, UnsafeApi.getDouble(to) + value);
            return;
        }
        long before;
        do {
            before = UnsafeApi.getLongVolatile(null, to);
        } while (!UnsafeApi.compareAndSetLong(null, to, before,
            Double.doubleToRawLongBits(Double.longBitsToDouble(before) + value)));
    }

    private static void addFloatAtomically(final long to, final float value) {
        int before;
        do {
            before = UnsafeApi.getIntVolatile(null, to);
        } while (!UnsafeApi.compareAndSetInt(null, to, before,
            Float.floatToRawIntBits(Float.intBitsToFloat(before) + value)));
    }
}
