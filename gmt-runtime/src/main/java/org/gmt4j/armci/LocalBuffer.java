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
    /** Returns a whole Java array as a buffer. */
    static LocalBuffer of(final byte[] array) {
        return LocalSpan.of(array, array.length, 1);
    }

    /** Returns a whole Java array as a buffer. */
    static LocalBuffer of(final short[] array) {
        return LocalSpan.of(array, array.length, 2);
    }

    /** Returns a whole Java array as a buffer. */
    static LocalBuffer of(final int[] array) {
        return LocalSpan.of(array, array.length, 4);
    }

    /** Returns a whole Java array as a buffer. */
    static LocalBuffer of(final long[] array) {
        return LocalSpan.of(array, array.length, 8);
    }

    /** Returns a whole Java array as a buffer. */
    static LocalBuffer of(final float[] array) {
        return LocalSpan.of(array, array.length, 4);
    }

    /** Returns a whole Java array as a buffer. */
    static LocalBuffer of(final double[] array) {
        return LocalSpan.of(array, array.length, 8);
    }

    /** Returns the length in bytes. */
    long lengthInBytes();

    /** Returns the {@code byte} at an offset in bytes. */
    byte getByte(long offset);

    /** Sets the {@code byte} at an offset in bytes. */
    void putByte(long offset, byte value);

    /** Returns the {@code int} at an offset in bytes, in the machine's byte order. */
    int getInt(long offset);

    /** Sets the {@code int} at an offset in bytes, in the machine's byte order. */
    void putInt(long offset, int value);

    /** Returns the {@code long} at an offset in bytes, in the machine's byte order. */
    long getLong(long offset);

    /** Sets the {@code long} at an offset in bytes, in the machine's byte order. */
    void putLong(long offset, long value);

    /** Returns the {@code float} at an offset in bytes, in the machine's byte order. */
    float getFloat(long offset);

    /** Sets the {@code float} at an offset in bytes, in the machine's byte order. */
    void putFloat(long offset, float value);

    /** Returns the {@code double} at an offset in bytes, in the machine's byte order. */
    double getDouble(long offset);

    /** Sets the {@code double} at an offset in bytes, in the machine's byte order. */
    void putDouble(long offset, double value);

    /** Sets {@code bytes} bytes from an offset on. */
    void fill(long offset, long bytes, byte value);

    /**
     * Copies {@code bytes} bytes from an offset on to another local side, or to another place in this one; both may
     * overlap.
     */
    void copyTo(long offset, LocalBuffer target, long to, long bytes);
}
