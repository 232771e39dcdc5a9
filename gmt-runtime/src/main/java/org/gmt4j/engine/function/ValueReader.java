package org.gmt4j.engine.function;

import static org.agrona.BufferUtil.ARRAY_BASE_OFFSET;

import java.util.Objects;
import org.gmt4j.ProtocolException;
import org.gmt4j.aggregation.memory.ArrayOrMemory;

/**
 * A bounded view of bytes from a peer, little-endian, on the heap or off it. Owned by one thread and reused; per
 * command.
 *
 * <p>The caller promises that the memory stays valid until decoding is over. Given that, no read passes the end given
 * to {@code wrap}: a length beyond it causes a {@link ProtocolException}, before anything is allocated for it.
 */
public final class ValueReader {
    private Object base;
    private long address;
    private long end;
    private boolean isCapture;

    public ValueReader wrap(final byte[] bytes, final int index, final int length) {
        Objects.checkFromIndexSize(index, length, bytes.length);
        return wrap(bytes, ARRAY_BASE_OFFSET + index, length);
    }

    /** Wraps off-heap memory by its address, such as a received block. */
    public ValueReader wrap(final long address, final int length) {
        return wrap(null, address, length);
    }

    private ValueReader wrap(final Object base, final long address, final int length) {
        this.base = base;
        this.address = address;
        this.end = address + length;
        return this;
    }

    /** Sets whether the values belong to a body: its collections are then read-only. */
    void readCaptures(final boolean areCaptures) {
        isCapture = areCaptures;
    }

    boolean isCapture() {
        return isCapture;
    }

    /** Returns the number of bytes not yet read. */
    public int remaining() {
        return (int) (end - address);
    }

    /** Throws when bytes are left. */
    void requireEnd() {
        if (address != end) {
            throw malformed(remaining() + " bytes follow the last value");
        }
    }

    byte getByte() {
        return ArrayOrMemory.getByte(base, advance(1));
    }

    short getShort() {
        return ArrayOrMemory.getShortLittleEndian(base, advance(Short.BYTES));
    }

    public int getInt() {
        return ArrayOrMemory.getIntLittleEndian(base, advance(Integer.BYTES));
    }

    long getLong() {
        return ArrayOrMemory.getLongLittleEndian(base, advance(Long.BYTES));
    }

    int getVarint() {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            final byte next = getByte();
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return requireNotNegative(value);
            }
        }
        throw malformed("a number is longer than 5 bytes");
    }

    /** Reads a number of elements, each of which takes at least {@code elementBytes} of the remaining bytes. */
    int getCount(final int elementBytes) {
        final int count = getVarint();
        if ((long) count * elementBytes > remaining()) {
            throw malformed(count + " elements of at least " + elementBytes + " bytes announced, "
                + remaining() + " bytes left");
        }
        return count;
    }

    void getArray(final Object array, final long baseOffset, final long lengthBytes) {
        ArrayOrMemory.copy(base, advance(lengthBytes), array, baseOffset, lengthBytes);
    }

    private long advance(final long length) {
        final long from = address;
        if (length > end - from) {
            throw malformed(length + " bytes expected, " + remaining() + " left");
        }
        address = from + length;
        return from;
    }

    private static int requireNotNegative(final int value) {
        if (value < 0) {
            throw malformed("a count or id is negative: " + value);
        }
        return value;
    }

    static ProtocolException malformed(final String what) {
        return new ProtocolException("GMT-211", "malformed body or value from a peer: " + what);
    }

    static ProtocolException malformed(final String what, final Throwable cause) {
        return new ProtocolException("GMT-211", "malformed body or value from a peer: " + what, cause);
    }
}
