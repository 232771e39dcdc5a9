package org.gmt4j.armci;

import org.agrona.UnsafeApi;
import org.gmt4j.ElementType;

/**
 * The local side of a transfer: a Java array, or the part of this node of an {@link ArmciMemory}. Offsets are bytes.
 * Small and immutable, to be made once and reused; the array remains the caller's. Any task of the node.
 *
 * <p>Values are read and written in place, in the byte order of the machine, with plain accesses that do not order
 * threads. Each access is checked against freed memory and the length (GMT-270, GMT-272).
 */
public final class LocalBuffer {
    /** An array object, or null. */
    final Object base;
    /** Offset of the first byte in the object, or the address when there is no object. */
    final long address;
    private final long length;
    private final ArmciMemory memory;

    LocalBuffer(final Object base, final long address, final long length, final ArmciMemory memory) {
        this.base = base;
        this.address = address;
        this.length = length;
        this.memory = memory;
    }

    private static LocalBuffer of(final Object array, final int size, final int width) {
        return new LocalBuffer(array, UnsafeApi.arrayBaseOffset(array.getClass()), (long) size * width, null);
    }

    /** Returns a whole Java array as a buffer. */
    public static LocalBuffer of(final byte[] array) {
        return of(array, array.length, 1);
    }

    /** Returns a whole Java array as a buffer. */
    public static LocalBuffer of(final short[] array) {
        return of(array, array.length, 2);
    }

    /** Returns a whole Java array as a buffer. */
    public static LocalBuffer of(final int[] array) {
        return of(array, array.length, 4);
    }

    /** Returns a whole Java array as a buffer. */
    public static LocalBuffer of(final long[] array) {
        return of(array, array.length, 8);
    }

    /** Returns a whole Java array as a buffer. */
    public static LocalBuffer of(final float[] array) {
        return of(array, array.length, 4);
    }

    /** Returns a whole Java array as a buffer. */
    public static LocalBuffer of(final double[] array) {
        return of(array, array.length, 8);
    }

    /** Returns the length in bytes. */
    public long lengthInBytes() {
        return length;
    }

    /** Returns the {@code byte} at an offset in bytes. */
    public byte getByte(final long offset) {
        check(offset, Byte.BYTES);
        return UnsafeApi.getByte(base, address + offset);
    }

    /** Sets the {@code byte} at an offset in bytes. */
    public void putByte(final long offset, final byte value) {
        check(offset, Byte.BYTES);
        UnsafeApi.putByte(base, address + offset, value);
    }

    /** Returns the {@code int} at an offset in bytes, in the machine's byte order. */
    public int getInt(final long offset) {
        check(offset, Integer.BYTES);
        return UnsafeApi.getInt(base, address + offset);
    }

    /** Sets the {@code int} at an offset in bytes, in the machine's byte order. */
    public void putInt(final long offset, final int value) {
        check(offset, Integer.BYTES);
        UnsafeApi.putInt(base, address + offset, value);
    }

    /** Returns the {@code long} at an offset in bytes, in the machine's byte order. */
    public long getLong(final long offset) {
        check(offset, Long.BYTES);
        return UnsafeApi.getLong(base, address + offset);
    }

    /** Sets the {@code long} at an offset in bytes, in the machine's byte order. */
    public void putLong(final long offset, final long value) {
        check(offset, Long.BYTES);
        UnsafeApi.putLong(base, address + offset, value);
    }

    /** Returns the {@code float} at an offset in bytes, in the machine's byte order. */
    public float getFloat(final long offset) {
        check(offset, Float.BYTES);
        return UnsafeApi.getFloat(base, address + offset);
    }

    /** Sets the {@code float} at an offset in bytes, in the machine's byte order. */
    public void putFloat(final long offset, final float value) {
        check(offset, Float.BYTES);
        UnsafeApi.putFloat(base, address + offset, value);
    }

    /** Returns the {@code double} at an offset in bytes, in the machine's byte order. */
    public double getDouble(final long offset) {
        check(offset, Double.BYTES);
        return UnsafeApi.getDouble(base, address + offset);
    }

    /** Sets the {@code double} at an offset in bytes, in the machine's byte order. */
    public void putDouble(final long offset, final double value) {
        check(offset, Double.BYTES);
        UnsafeApi.putDouble(base, address + offset, value);
    }

    /** Sets {@code bytes} bytes from an offset on. */
    public void fill(final long offset, final long bytes, final byte value) {
        check(offset, bytes);
        UnsafeApi.setMemory(base, address + offset, bytes, value);
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

    /** Returns the memory whose part this is; null for an array. */
    ArmciMemory memory() {
        return memory;
    }

    void check(final long offset, final long bytes) {
        if (memory != null) {
            memory.requireAlive();
        }
        if ((offset | bytes) < 0 || bytes > length - offset) {
            throw new IndexOutOfBoundsException("GMT-272 " + bytes + " B at offset " + offset + " lie outside of a "
                + "local side of " + length + " B");
        }
    }

    @Override
    public String toString() {
        return "local side of " + length + " B in " + (memory == null ? base.getClass().getSimpleName() : memory);
    }
}
