package org.gmt4j.engine.container;

import java.nio.charset.StandardCharsets;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;

/**
 * A string as the value of an entry, in memory of its own outside of the heap. Characters have one byte each where all
 * of them are below 256, otherwise two, so any string comes back as it was. Used by whoever has the entry's shard. Per
 * operation; linear in the length.
 *
 * <pre>
 * bytes in all | characters, 4 bytes; bytes of each, 4 bytes | the characters, padded
 * </pre>
 */
final class TextCell {
    private static final int HEADER_LENGTH = 16;
    private static final long BYTES = UnsafeApi.arrayBaseOffset(byte[].class);
    private static final long CHARS = UnsafeApi.arrayBaseOffset(char[].class);

    private TextCell() {
    }

    /**
     * Sets the value of an entry, or leaves the one that it has.
     *
     * @return the value that the entry has now
     * @throws org.gmt4j.GmtException GMT-821 when there is no room; nothing has changed then
     */
    static String put(final StoreMemory memory, final VisitedEntry entry, final String text, final boolean replaces) {
        final long old = entry.value();
        if (old != 0 && !replaces) {
            return read(old);
        }
        final long cell = write(memory, text);
        try {
            entry.set(cell);
        } catch (final RuntimeException e) {
            free(memory, cell);
            throw e;
        }
        if (old != 0) {
            free(memory, old);
        }
        return text;
    }

    private static long write(final StoreMemory memory, final String text) {
        final int count = text.length();
        final int width = isNarrow(text) ? 1 : 2;
        final long bytes = HEADER_LENGTH + ((long) count * width + 7 & -8L);
        final long cell = memory.take(bytes);
        if (cell == 0) {
            throw memory.noRoomForText(bytes);
        }
        UnsafeApi.putLong(cell, bytes);
        UnsafeApi.putInt(cell + 8, count);
        UnsafeApi.putInt(cell + 12, width);
        for (int i = 0; i < count; i++) {
            if (width == 1) {
                UnsafeApi.putByte(cell + HEADER_LENGTH + i, (byte) text.charAt(i));
            } else {
                UnsafeApi.putChar(cell + HEADER_LENGTH + 2L * i, text.charAt(i));
            }
        }
        return cell;
    }

    private static boolean isNarrow(final String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xFF) {
                return false;
            }
        }
        return true;
    }

    static String read(final long cell) {
        final int count = UnsafeApi.getInt(cell + 8);
        if (UnsafeApi.getInt(cell + 12) == 1) {
            final byte[] bytes = new byte[count];
            ArrayOrMemory.copy(null, cell + HEADER_LENGTH, bytes, BYTES, count);
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        final char[] chars = new char[count];
        ArrayOrMemory.copy(null, cell + HEADER_LENGTH, chars, CHARS, 2L * count);
        return new String(chars);
    }

    static void free(final StoreMemory memory, final long cell) {
        memory.giveBack(cell, UnsafeApi.getLong(cell));
    }
}
