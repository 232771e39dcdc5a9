package org.gmt4j.engine.container;

import org.agrona.UnsafeApi;
import org.gmt4j.GmtException;

/**
 * Strings of one lane as keys: UTF-8 at an address, with zeros behind it up to a multiple of 8. A place is used from
 * {@link #encode} until the operation has been issued. Issuing makes progress, which may run visits that encode keys
 * themselves: so tasks, what is executed, and visits with an entry for themselves have a place each. Owned by the lane.
 * Per command.
 */
public final class KeyBuffer {
    /** Longest key, in bytes. */
    public static final int MAX_LENGTH = 2048;
    /** Places. */
    public static final int OF_TASK = 0;
    public static final int OF_EXECUTION = 1;
    public static final int OF_VISIT = 2;
    private static final int PLACES = 3;
    private static final int CAPACITY = MAX_LENGTH + 8;

    private final long memory = UnsafeApi.allocateMemory((long) PLACES * CAPACITY);

    /** Returns the address of a place. */
    public long address(final int place) {
        return memory + (long) place * CAPACITY;
    }

    /**
     * Writes a key to a place.
     *
     * @return its length in bytes
     * @throws GmtException         GMT-825 when it is too long, or has half of a surrogate pair
     * @throws NullPointerException when there is none
     */
    public int encode(final String key, final int place) {
        if (key == null) {
            throw new NullPointerException("a key that is null: containers have entries for strings only; take the "
                + "empty string, or leave it out");
        }
        final long start = address(place);
        final int chars = key.length();
        if (chars > MAX_LENGTH) {
            throw tooLong(key);
        }
        long at = start;
        long word = 0;
        int shift = 0;
        for (int i = 0; i < chars; i++) {
            final char c = key.charAt(i);
            if (c >= 0x80) {
                return encodeWide(key, start);
            }
            word |= (long) c << shift;
            shift += 8;
            if (shift == 64) {
                UnsafeApi.putLong(at, word);
                at += 8;
                word = 0;
                shift = 0;
            }
        }
        if (shift > 0) {
            UnsafeApi.putLong(at, word);
        }
        return chars;
    }

    private static int encodeWide(final String key, final long start) {
        requirePairs(key);
        final byte[] bytes = key.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        if (bytes.length > MAX_LENGTH) {
            throw tooLong(key);
        }
        UnsafeApi.putLong(start + (bytes.length & -8), 0);
        for (int i = 0; i < bytes.length; i++) {
            UnsafeApi.putByte(start + i, bytes[i]);
        }
        return bytes.length;
    }

    /** Half a pair has no UTF-8: all of them would become question marks, and one key. */
    private static void requirePairs(final String key) {
        int at = 0;
        while (at < key.length()) {
            final int character = key.codePointAt(at);
            if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                throw new GmtException("GMT-825", "a key of " + key.length() + " characters has half of a surrogate "
                    + "pair at " + at + ", as a substring() that ends within a character gives: keys are text of "
                    + "Unicode; cut between characters, see String.offsetByCodePoints");
            }
            at += Character.charCount(character);
        }
    }

    /** The refusal of a long key. */
    public static GmtException tooLong(final String key) {
        return new GmtException("GMT-825", "a key of " + key.length() + " characters, which begins with '"
            + key.substring(0, Math.min(20, key.length())) + "', is too long: keys have at most " + MAX_LENGTH
            + " B in UTF-8, and fit a block of commands (gmt.block.length) with 48 B more; use a digest of it");
    }

    /** Frees its memory. */
    public void free() {
        UnsafeApi.freeMemory(memory);
    }
}
