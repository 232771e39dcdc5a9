package org.gmt4j.graph.memory;

import java.nio.ByteOrder;
import java.util.Objects;
import org.agrona.UnsafeApi;

/**
 * Texts as bytes, numbered from 0 on, one behind the other outside of the heap. Written by one thread; read by others
 * after the last text has been added. Texts order as their bytes do, without sign: of UTF-8 in the order of code
 * points.
 *
 * <p>Memory: the bytes and 8 for each text, up to twice that while the list grows, three times while it is copied.
 */
public final class TextList implements AutoCloseable {
    private static final long BYTES_AT = UnsafeApi.arrayBaseOffset(byte[].class);
    private static final boolean IS_LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    private static final int FIRST_TEXTS = 64;
    private static final int FIRST_BYTES = 1 << 10;

    private long bytes = UnsafeApi.allocateMemory(FIRST_BYTES);
    private long capacity = FIRST_BYTES;
    private long length;
    /** By number: where the text begins; one more says where the last one ends. */
    private LocalView starts = LocalView.allocate(FIRST_TEXTS + 1L, true);
    private int count;
    private final Room room;

    /** @param room asked before the list grows */
    public TextList(final Room room) {
        this.room = room;
        starts.setWord(0, 0);
    }

    /** Adds a text, and returns its number. */
    public int add(final byte[] text, final int offset, final int textLength) {
        makeRoom(textLength);
        UnsafeApi.copyMemory(Objects.requireNonNull(text), BYTES_AT + offset, null, bytes + length, textLength);
        length += textLength;
        starts.setWord(count + 1L, length);
        return count++;
    }

    private void makeRoom(final int textLength) {
        if (length + textLength > capacity) {
            final long longer = Math.max(length + textLength, 2 * capacity);
            room.take(longer);
            bytes = UnsafeApi.reallocateMemory(bytes, longer);
            capacity = longer;
        }
        if (count + 2L > starts.count()) {
            room.take(2 * starts.bytes());
            final LocalView longer = LocalView.allocate(2 * starts.count(), true);
            starts.copyTo(longer, 0);
            starts.close();
            starts = longer;
        }
    }

    /** Number of texts. */
    public int count() {
        return count;
    }

    /** Bytes of a text. */
    public int length(final int number) {
        return (int) (starts.word(number + 1L) - starts.word(number));
    }

    /** Where a text begins among the bytes of all. */
    long start(final int number) {
        return starts.word(number);
    }

    /** A byte among those of all texts; any where there are none. */
    byte byteAt(final long at) {
        return UnsafeApi.getByte(bytes + at);
    }

    /** Copies a text to a place in an array. */
    public void copy(final int number, final byte[] target, final int offset) {
        UnsafeApi.copyMemory(null, bytes + starts.word(number), Objects.requireNonNull(target), BYTES_AT + offset,
            length(number));
    }

    /** A text. */
    public byte[] text(final int number) {
        final byte[] text = new byte[length(number)];
        copy(number, text, 0);
        return text;
    }

    /** Whether a text is the one given. */
    boolean isSame(final int number, final byte[] text, final int offset, final int textLength) {
        final Object array = Objects.requireNonNull(text);      // for the compiler: decision 0054
        final long start = starts.word(number);
        if (starts.word(number + 1L) - start != textLength) {
            return false;
        }
        if (textLength >= 8) {
            for (int at = 0; at + 8 < textLength; at += 8) {
                if (UnsafeApi.getLong(bytes + start + at) != UnsafeApi.getLong(array, BYTES_AT + offset + at)) {
                    return false;
                }
            }
            return UnsafeApi.getLong(bytes + start + textLength - 8)
                == UnsafeApi.getLong(array, BYTES_AT + offset + textLength - 8);
        }
        for (int at = 0; at < textLength; at++) {
            if (UnsafeApi.getByte(bytes + start + at) != text[offset + at]) {
                return false;
            }
        }
        return true;
    }

    /** Eight bytes of a text from {@code depth} on, behind its end zeros: as longs with a sign they order as texts. */
    long piece(final int number, final int depth) {
        final long start = bytes + starts.word(number) + depth;
        final long left = length(number) - (long) depth;
        if (left >= 8) {
            final long word = UnsafeApi.getLong(start);
            return (IS_LITTLE ? Long.reverseBytes(word) : word) ^ Long.MIN_VALUE;
        }
        long word = 0;
        for (int i = 0; i < 8; i++) {
            word = word << 8 | (i < left ? UnsafeApi.getByte(start + i) & 0xFF : 0);
        }
        return word ^ Long.MIN_VALUE;
    }

    /** Negative, zero or positive as the first text is below, the same as or above the second one. */
    int compare(final int one, final int other, final int depth) {
        final int shorter = Math.min(length(one), length(other));
        for (int at = depth; at < shorter; at += 8) {
            final int order = Long.compare(piece(one, at), piece(other, at));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(length(one), length(other));
    }

    /** Negative, zero or positive as a text of this list is below, the same as or above the one given. */
    public int compare(final int number, final byte[] text) {
        final long start = bytes + starts.word(number);
        final int shorter = Math.min(length(number), text.length);
        for (int at = 0; at < shorter; at++) {
            final int order = (UnsafeApi.getByte(start + at) & 0xFF) - (text[at] & 0xFF);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(length(number), text.length);
    }

    /** Of an ascending list: the number of a text, or -1. */
    public int find(final byte[] text) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            final int middle = (low + high) >>> 1;
            final int order = compare(middle, text);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    @Override
    public void close() {
        UnsafeApi.freeMemory(bytes);
        starts.close();
    }
}
