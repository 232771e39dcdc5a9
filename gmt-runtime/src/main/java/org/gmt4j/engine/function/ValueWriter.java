package org.gmt4j.engine.function;

import static org.agrona.BufferUtil.ARRAY_BASE_OFFSET;

import java.util.Arrays;
import java.util.Objects;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;

/**
 * Growing bytes that a body or a value is encoded into, little-endian. Owned by one thread; per command. The array is
 * there from the start; that it is said again where it is written to is for the compiler: {@link ArrayOrMemory}.
 */
public final class ValueWriter {
    private static final int INITIAL_CAPACITY = 256;
    private static final byte[] NOTHING = new byte[0];

    private final int limitBytes;
    /** Allocated with the first byte: most bodies that are spawned in millions have no captured values. */
    private byte[] bytes = NOTHING;
    private int position;

    /** Creates a writer that refuses to hold more than {@code limitBytes}. */
    public ValueWriter(final int limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Discards everything after the first {@code length} bytes. */
    void truncate(final int length) {
        position = length;
    }

    /** Bytes written. */
    public int length() {
        return position;
    }

    int limitBytes() {
        return limitBytes;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, position);
    }

    void putByte(final byte value) {
        ensure(1);
        bytes[position++] = value;
    }

    void putShort(final short value) {
        ensure(Short.BYTES);
        UnsafeApi.putShortUnaligned(Objects.requireNonNull(bytes), ARRAY_BASE_OFFSET + position, value, false);
        position += Short.BYTES;
    }

    public void putInt(final int value) {
        ensure(Integer.BYTES);
        UnsafeApi.putIntUnaligned(Objects.requireNonNull(bytes), ARRAY_BASE_OFFSET + position, value, false);
        position += Integer.BYTES;
    }

    void putLong(final long value) {
        ensure(Long.BYTES);
        UnsafeApi.putLongUnaligned(Objects.requireNonNull(bytes), ARRAY_BASE_OFFSET + position, value, false);
        position += Long.BYTES;
    }

    /** Writes a count or id, not negative: seven bits per byte, lowest first. */
    void putVarint(final int value) {
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            putByte((byte) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        putByte((byte) rest);
    }

    /**
     * Writes all bytes of an array of primitives that is {@code lengthBytes} long, in the memory order of little-endian
     * machines.
     */
    void putArray(final Object array, final long baseOffset, final long lengthBytes) {
        ensure(lengthBytes);
        ArrayOrMemory.copy(array, baseOffset, bytes, ARRAY_BASE_OFFSET + position, lengthBytes);
        position += (int) lengthBytes;
    }

    private void ensure(final long length) {
        if (position + length > bytes.length) {
            grow(length);
        }
    }

    private void grow(final long length) {
        final long needed = position + length;
        if (needed > limitBytes) {
            throw new LimitExceededException();
        }
        bytes = Arrays.copyOf(bytes,
            (int) Math.max(needed, Math.min(limitBytes, Math.max(INITIAL_CAPACITY, 2L * bytes.length))));
    }

    /** Reports an exceeded limit to the encoder, which knows the names. */
    static final class LimitExceededException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LimitExceededException() {
            super(null, null, false, false);
        }
    }
}
