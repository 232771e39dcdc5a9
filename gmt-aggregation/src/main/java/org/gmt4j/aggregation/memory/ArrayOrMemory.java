package org.gmt4j.aggregation.memory;

import org.agrona.UnsafeApi;

/**
 * Bytes at a base and an offset: an array object and an offset in it, or null and an address. Unchecked, like the
 * accesses of {@link UnsafeApi} that it makes. Any thread; per value or copy, without allocation.
 *
 * <p>Each access asks first whether the base is null, and both branches are accesses of their own. It looks like the
 * same thing twice, but is not: where a base may be null, the optimising compiler of JDK 17 and 25 takes the array for
 * an address, and may keep that while a loop goes on ("loop unswitching" moves the address out of a loop with a
 * condition that does not change in it). A collection that then moves the array leaves the loop writing to where it
 * was: a get of 16 rows brought the first one. Where the base is known to be null, or not to be, this does not happen.
 * So nobody else accesses a base that may be null: a test looks through all classes, and {@code Objects.requireNonNull}
 * makes an array one that is not. Decision 0054.
 */
public final class ArrayOrMemory {
    private ArrayOrMemory() {
    }

    /** Copies bytes, of places that may overlap. */
    public static void copy(final Object source, final long from, final Object target, final long to,
                            final long bytes) {
        if (source == null) {
            if (target == null) {
                UnsafeApi.copyMemory(from, to, bytes);
            } else {
                UnsafeApi.copyMemory(null, from, target, to, bytes);
            }
        } else if (target == null) {
            UnsafeApi.copyMemory(source, from, null, to, bytes);
        } else {
            UnsafeApi.copyMemory(source, from, target, to, bytes);
        }
    }

    /** Sets all bytes of a range to one value. */
    public static void fill(final Object base, final long at, final long bytes, final byte value) {
        if (base == null) {
            UnsafeApi.setMemory(at, bytes, value);
        } else {
            UnsafeApi.setMemory(base, at, bytes, value);
        }
    }

    public static byte getByte(final Object base, final long at) {
        return base == null ? UnsafeApi.getByte(at) : UnsafeApi.getByte(base, at);
    }

    public static void putByte(final Object base, final long at, final byte value) {
        if (base == null) {
            UnsafeApi.putByte(at, value);
        } else {
            UnsafeApi.putByte(base, at, value);
        }
    }

    public static short getShort(final Object base, final long at) {
        return base == null ? UnsafeApi.getShort(at) : UnsafeApi.getShort(base, at);
    }

    public static void putShort(final Object base, final long at, final short value) {
        if (base == null) {
            UnsafeApi.putShort(at, value);
        } else {
            UnsafeApi.putShort(base, at, value);
        }
    }

    public static int getInt(final Object base, final long at) {
        return base == null ? UnsafeApi.getInt(at) : UnsafeApi.getInt(base, at);
    }

    public static void putInt(final Object base, final long at, final int value) {
        if (base == null) {
            UnsafeApi.putInt(at, value);
        } else {
            UnsafeApi.putInt(base, at, value);
        }
    }

    public static long getLong(final Object base, final long at) {
        return base == null ? UnsafeApi.getLong(at) : UnsafeApi.getLong(base, at);
    }

    public static void putLong(final Object base, final long at, final long value) {
        if (base == null) {
            UnsafeApi.putLong(at, value);
        } else {
            UnsafeApi.putLong(base, at, value);
        }
    }

    public static float getFloat(final Object base, final long at) {
        return base == null ? UnsafeApi.getFloat(at) : UnsafeApi.getFloat(base, at);
    }

    public static void putFloat(final Object base, final long at, final float value) {
        if (base == null) {
            UnsafeApi.putFloat(at, value);
        } else {
            UnsafeApi.putFloat(base, at, value);
        }
    }

    public static double getDouble(final Object base, final long at) {
        return base == null ? UnsafeApi.getDouble(at) : UnsafeApi.getDouble(base, at);
    }

    public static void putDouble(final Object base, final long at, final double value) {
        if (base == null) {
            UnsafeApi.putDouble(at, value);
        } else {
            UnsafeApi.putDouble(base, at, value);
        }
    }

    /** Returns a value at any place, of which the lowest byte comes first. */
    public static short getShortLittleEndian(final Object base, final long at) {
        return base == null ? UnsafeApi.getShortUnaligned(null, at, false)
            : UnsafeApi.getShortUnaligned(base, at, false);
    }

    /** Returns a value at any place, of which the lowest byte comes first. */
    public static int getIntLittleEndian(final Object base, final long at) {
        return base == null ? UnsafeApi.getIntUnaligned(null, at, false)
            : UnsafeApi.getIntUnaligned(base, at, false);
    }

    /** Returns a value at any place, of which the lowest byte comes first. */
    public static long getLongLittleEndian(final Object base, final long at) {
        return base == null ? UnsafeApi.getLongUnaligned(null, at, false)
            : UnsafeApi.getLongUnaligned(base, at, false);
    }
}
