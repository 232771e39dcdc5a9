package org.gmt4j.armci;

import org.agrona.UnsafeApi;
import org.gmt4j.ElementType;

/**
 * The local side of a transfer: an array of Java, or the part of this node of an {@link ArmciMemory}. Offsets into it
 * are bytes. Small and immutable, made once and used again; the array stays the caller's. Any task of the node.
 */
public final class LocalBuffer {
    /** An array object, or null. */
    final Object base;
    /** Offset of its first byte in the object, or without one the address. */
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

    public static LocalBuffer of(final byte[] array) {
        return of(array, array.length, 1);
    }

    public static LocalBuffer of(final short[] array) {
        return of(array, array.length, 2);
    }

    public static LocalBuffer of(final int[] array) {
        return of(array, array.length, 4);
    }

    public static LocalBuffer of(final long[] array) {
        return of(array, array.length, 8);
    }

    public static LocalBuffer of(final float[] array) {
        return of(array, array.length, 4);
    }

    public static LocalBuffer of(final double[] array) {
        return of(array, array.length, 8);
    }

    public long lengthInBytes() {
        return length;
    }

    /** True when it is an array of Java whose elements are of the type, or memory, which has none. */
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

    /** That it is the part of this node of; null: an array. */
    ArmciMemory memory() {
        return memory;
    }

    void check(final long offset, final long bytes) {
        if (memory != null) {
            memory.requireAlive();
        }
        if ((offset | bytes) < 0 || bytes > length - offset) {
            throw new IndexOutOfBoundsException("GMT-272 " + bytes + " B at offset " + offset + " of a local side of "
                + length + " B");
        }
    }

    @Override
    public String toString() {
        return "local side of " + length + " B in " + (memory == null ? base.getClass().getSimpleName() : memory);
    }
}
