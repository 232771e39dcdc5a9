package org.gmt4j.armci;

import org.gmt4j.engine.onesided.LocalSpan;

/**
 * The local side of a transfer: an array of Java, or the part of this node of an {@link ArmciMemory}. Offsets into it
 * are bytes. Small and immutable, made once and used again; the array stays the caller's. Any task of the node.
 * Implemented by the runtime alone.
 *
 * <p>Values are read and written in place, in the byte order of the machine, with plain accesses that do not order
 * threads. Each access is checked against freed memory and the length (GMT-270, GMT-272).
 */
public interface LocalBuffer {
    /** A whole Java array. */
    static LocalBuffer of(final byte[] array) {
        return LocalSpan.of(array, array.length, 1);
    }

    /** A whole Java array. */
    static LocalBuffer of(final short[] array) {
        return LocalSpan.of(array, array.length, 2);
    }

    /** A whole Java array. */
    static LocalBuffer of(final int[] array) {
        return LocalSpan.of(array, array.length, 4);
    }

    /** A whole Java array. */
    static LocalBuffer of(final long[] array) {
        return LocalSpan.of(array, array.length, 8);
    }

    /** A whole Java array. */
    static LocalBuffer of(final float[] array) {
        return LocalSpan.of(array, array.length, 4);
    }

    /** A whole Java array. */
    static LocalBuffer of(final double[] array) {
        return LocalSpan.of(array, array.length, 8);
    }

    /** Its length in bytes. */
    long lengthInBytes();

    /** A {@code byte} of this memory, in this machine's byte order; the offset is in bytes. */
    byte getByte(long offset);

    /** Sets a {@code byte} of this memory, in this machine's byte order; the offset is in bytes. */
    void putByte(long offset, byte value);

    /** An {@code int} of this memory, in this machine's byte order; the offset is in bytes. */
    int getInt(long offset);

    /** Sets an {@code int} of this memory, in this machine's byte order; the offset is in bytes. */
    void putInt(long offset, int value);

    /** A {@code long} of this memory, in this machine's byte order; the offset is in bytes. */
    long getLong(long offset);

    /** Sets a {@code long} of this memory, in this machine's byte order; the offset is in bytes. */
    void putLong(long offset, long value);

    /** A {@code float} of this memory, in this machine's byte order; the offset is in bytes. */
    float getFloat(long offset);

    /** Sets a {@code float} of this memory, in this machine's byte order; the offset is in bytes. */
    void putFloat(long offset, float value);

    /** A {@code double} of this memory, in this machine's byte order; the offset is in bytes. */
    double getDouble(long offset);

    /** Sets a {@code double} of this memory, in this machine's byte order; the offset is in bytes. */
    void putDouble(long offset, double value);

    /** Sets {@code bytes} bytes from an offset on. */
    void fill(long offset, long bytes, byte value);
}
