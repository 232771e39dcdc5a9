package org.gmt4j.engine.container;

import org.agrona.UnsafeApi;

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
        final char[] chars = new char[UnsafeApi.getInt(cell + 8)];
        final boolean isNarrow = UnsafeApi.getInt(cell + 12) == 1;
        for (int i = 0; i < chars.length; i++) {
            chars[i] = isNarrow ? (char) (UnsafeApi.getByte(cell + HEADER_LENGTH + i) & 0xFF)
                : UnsafeApi.getChar(cell + HEADER_LENGTH + 2L * i);
        }
        return new String(chars);
    }

    static void free(final StoreMemory memory, final long cell) {
        memory.giveBack(cell, UnsafeApi.getLong(cell));
    }
}
