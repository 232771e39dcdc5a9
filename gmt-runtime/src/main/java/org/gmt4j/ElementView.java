package org.gmt4j;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.engine.memory.Segment;

/**
 * Consecutive elements of an array, to be read: {@link GlobalArray#view}. Where they are this node's they are read in
 * place, without a copy, and mostly so where another process of this host has mapped memory for them; otherwise, and in
 * arrays declared {@code ADD}, they are a copy that was got when the view was made. Immutable; belongs to the task that
 * made it. Reading an element costs a check and a load.
 *
 * <pre>{@code
 * ElementView row = targets.view(ctx, first, count);
 * for (int i = 0; i < row.size(); i++) {
 *     labels.minNb(ctx, row.getInt(i), label);
 * }
 * }</pre>
 */
public final class ElementView {
    private static final long BYTES = UnsafeApi.arrayBaseOffset(byte[].class);

    /** Null where elements are read in place. */
    private final byte[] copy;
    /** Address of the first element, or its offset in the copy. */
    private final long start;
    private final int size;
    private final ElementType type;
    /** The memory that is read in place; null with a copy. */
    private final Segment segment;

    private ElementView(final Segment segment, final byte[] copy, final long start, final int size,
                        final ElementType type) {
        this.segment = segment;
        this.copy = copy;
        this.start = start;
        this.size = size;
        this.type = type;
    }

    static ElementView inPlace(final Segment segment, final long offset, final int size, final ElementType type) {
        return new ElementView(segment, null, segment.addressOf(offset), size, type);
    }

    static ElementView ofCopy(final byte[] copy, final int size, final ElementType type) {
        return new ElementView(null, copy, BYTES, size, type);
    }

    /** Returns the number of elements. */
    public int size() {
        return size;
    }

    /**
     * Returns an element of an array of {@code int}.
     *
     * @throws IndexOutOfBoundsException     when there is no such element
     * @throws UnsupportedOperationException when the elements have another type
     * @throws GmtException                  when the array has been freed
     */
    public int getInt(final int i) {
        final long at = at(i, ElementType.INT, 2);
        return ArrayOrMemory.getInt(copy, at);
    }

    /** Returns an element of an array of {@code long}; see {@link #getInt}. */
    public long getLong(final int i) {
        final long at = at(i, ElementType.LONG, 3);
        return ArrayOrMemory.getLong(copy, at);
    }

    /** Returns an element of an array of {@code short}; see {@link #getInt}. */
    public short getShort(final int i) {
        final long at = at(i, ElementType.SHORT, 1);
        return ArrayOrMemory.getShort(copy, at);
    }

    /** Returns an element of an array of {@code byte}; see {@link #getInt}. */
    public byte getByte(final int i) {
        final long at = at(i, ElementType.BYTE, 0);
        return ArrayOrMemory.getByte(copy, at);
    }

    /** Returns an element of an array of any integer type; see {@link #getInt}. */
    public long getInteger(final int i) {
        return switch (type) {
            case BYTE -> getByte(i);
            case SHORT -> getShort(i);
            case INT -> getInt(i);
            default -> getLong(i);
        };
    }

    /** Returns an element of an array of {@code double}; see {@link #getInt}. */
    public double getDouble(final int i) {
        final long at = at(i, ElementType.DOUBLE, 3);
        return ArrayOrMemory.getDouble(copy, at);
    }

    /** Returns an element of an array of {@code float}; see {@link #getInt}. */
    public float getFloat(final int i) {
        final long at = at(i, ElementType.FLOAT, 2);
        return ArrayOrMemory.getFloat(copy, at);
    }

    private long at(final int i, final ElementType asked, final int widthShift) {
        if (i < 0 || i >= size || type != asked || isGone()) {
            throw wrong(i, asked);
        }
        return start + ((long) i << widthShift);
    }

    private boolean isGone() {
        return segment != null && segment.address() == 0;
    }

    private RuntimeException wrong(final int i, final ElementType asked) {
        if (isGone()) {
            return new GmtException("GMT-230", "the array of " + this + " has been freed");
        }
        return type != asked
            ? new UnsupportedOperationException("GMT-684 elements are of type " + type + ", not " + asked)
            : new IndexOutOfBoundsException("element " + i + " of a view of " + size);
    }

    @Override
    public String toString() {
        return size + " elements of type " + type + (copy == null ? ", in place" : ", copied");
    }
}
