package org.gmt4j.engine.onesided;

import org.agrona.UnsafeApi;
import org.gmt4j.ElementType;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.armci.LocalBuffer;

/**
 * The engine's side of a {@link LocalBuffer}: an array of Java with a byte offset, or null with an address, and its
 * length. Immutable. Any task of the node; per command.
 */
public final class LocalSpan implements LocalBuffer {
    /** An array object, or null. */
    final Object base;
    /** Offset of the first byte in the object, or the address when there is no object. */
    final long address;
    private final long length;
    private final Region region;

    LocalSpan(final Object base, final long address, final long length, final Region region) {
        this.base = base;
        this.address = address;
        this.length = length;
        this.region = region;
    }

    /** The engine's side of what a program hands to a transfer. */
    public static LocalSpan of(final LocalBuffer buffer) {
        return (LocalSpan) buffer;
    }

    /** A whole array of Java. @param width bytes of an element */
    public static LocalSpan of(final Object array, final int size, final int width) {
        return new LocalSpan(array, UnsafeApi.arrayBaseOffset(array.getClass()), (long) size * width, null);
    }

    /** Offset of its first byte in the array object, or without one the address. */
    public long address() {
        return address;
    }

    @Override
    public long lengthInBytes() {
        return length;
    }

    @Override
    public byte getByte(final long offset) {
        check(offset, Byte.BYTES);
        return ArrayOrMemory.getByte(base, address + offset);
    }

    @Override
    public void putByte(final long offset, final byte value) {
        check(offset, Byte.BYTES);
        ArrayOrMemory.putByte(base, address + offset, value);
    }

    @Override
    public int getInt(final long offset) {
        check(offset, Integer.BYTES);
        return ArrayOrMemory.getInt(base, address + offset);
    }

    @Override
    public void putInt(final long offset, final int value) {
        check(offset, Integer.BYTES);
        ArrayOrMemory.putInt(base, address + offset, value);
    }

    @Override
    public long getLong(final long offset) {
        check(offset, Long.BYTES);
        return ArrayOrMemory.getLong(base, address + offset);
    }

    @Override
    public void putLong(final long offset, final long value) {
        check(offset, Long.BYTES);
        ArrayOrMemory.putLong(base, address + offset, value);
    }

    @Override
    public float getFloat(final long offset) {
        check(offset, Float.BYTES);
        return ArrayOrMemory.getFloat(base, address + offset);
    }

    @Override
    public void putFloat(final long offset, final float value) {
        check(offset, Float.BYTES);
        ArrayOrMemory.putFloat(base, address + offset, value);
    }

    @Override
    public double getDouble(final long offset) {
        check(offset, Double.BYTES);
        return ArrayOrMemory.getDouble(base, address + offset);
    }

    @Override
    public void putDouble(final long offset, final double value) {
        check(offset, Double.BYTES);
        ArrayOrMemory.putDouble(base, address + offset, value);
    }

    @Override
    public void fill(final long offset, final long bytes, final byte value) {
        check(offset, bytes);
        ArrayOrMemory.fill(base, address + offset, bytes, value);
    }

    @Override
    public void copyTo(final long offset, final LocalBuffer target, final long to, final long bytes) {
        final LocalSpan other = of(target);
        check(offset, bytes);
        other.check(to, bytes);
        ArrayOrMemory.copy(base, address + offset, other.base, other.address + to, bytes);
    }

    /**
     * Returns whether elements of the type fit: true for a Java array of that type, and for memory, which has no
     * element type.
     */
    public boolean holds(final ElementType type) {
        switch (type) {
            case SHORT:
                return base == null || base instanceof short[];
            case INT:
                return base == null || base instanceof int[];
            case LONG:
                return base == null || base instanceof long[];
            case FLOAT:
                return base == null || base instanceof float[];
            case DOUBLE:
                return base == null || base instanceof double[];
            default:
                return base == null || base instanceof byte[];
        }
    }

    /** Copies a piece, which has been checked, out of it. */
    public void copyTo(final long from, final Object target, final long at, final long bytes) {
        ArrayOrMemory.copy(base, address + from, target, at, bytes);
    }

    /** Returns the memory whose part this is; null for an array. */
    Region region() {
        return region;
    }

    /** Refuses everything but a range inside of it, and freed memory. */
    public void check(final long offset, final long bytes) {
        if (region != null) {
            region.requireAlive();
        }
        if ((offset | bytes) < 0 || bytes > length - offset) {
            throw new IndexOutOfBoundsException("GMT-272 " + bytes + " B at offset " + offset + " lie outside of a "
                + "local side of " + length + " B");
        }
    }

    @Override
    public String toString() {
        return "local side of " + length + " B in " + (region == null ? base.getClass().getSimpleName() : region);
    }
}
