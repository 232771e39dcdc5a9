package org.gmt4j.graph.memory;

import org.agrona.UnsafeApi;

/**
 * A set of numbers from 0 on, one bit each, in this node's memory outside of the heap; bit {@code b} is bit
 * {@code b & 63} of word {@code b >>> 6}. Any thread of the node may read; words that several write at a time go
 * through the methods that say "atomically", all others are plain. Per command: numbers are not checked, nothing is
 * allocated.
 *
 * <p>Memory: one bit a number in whole words, and one word more where it is the bitmap's own.
 */
public final class Bitmap implements AutoCloseable {
    private final long address;
    private final long wordCount;
    private final boolean isOwn;

    private Bitmap(final long address, final long wordCount, final boolean isOwn) {
        this.address = address;
        this.wordCount = wordCount;
        this.isOwn = isOwn;
    }

    /** Memory of its own for numbers below {@code size}, not cleared. */
    public static Bitmap allocate(final long size) {
        final long words = wordsOf(size) + 1;
        return new Bitmap(UnsafeApi.allocateMemory(words << 3), words, true);
    }

    /** Memory that is somebody else's: {@link #wordsOf} words at {@code address}. */
    public static Bitmap at(final long address, final long size) {
        return new Bitmap(address, wordsOf(size), false);
    }

    /** Words of numbers below {@code size}. */
    public static long wordsOf(final long size) {
        return (size + 63) >>> 6;
    }

    /** Whether a number is in the set. */
    public boolean has(final long bit) {
        return (UnsafeApi.getLong(address + (bit >>> 6 << 3)) & 1L << bit) != 0;
    }

    /** Adds a number. True when it was not there. */
    public boolean add(final long bit) {
        final long at = address + (bit >>> 6 << 3);
        final long word = UnsafeApi.getLong(at);
        UnsafeApi.putLong(at, word | 1L << bit);
        return (word & 1L << bit) == 0;
    }

    /** Adds a number atomically. True for the call that was first. */
    public boolean addAtomically(final long bit) {
        final long at = address + (bit >>> 6 << 3);
        final long mask = 1L << bit;
        for (;;) {
            final long word = UnsafeApi.getLongVolatile(null, at);
            if ((word & mask) != 0) {
                return false;
            }
            if (UnsafeApi.compareAndSetLong(null, at, word, word | mask)) {
                return true;
            }
        }
    }

    /** Numbers {@code 64 index} to {@code 64 index + 63}. */
    public long word(final long index) {
        return UnsafeApi.getLong(address + (index << 3));
    }

    /** Replaces numbers {@code 64 index} to {@code 64 index + 63}. */
    public void setWord(final long index, final long bits) {
        UnsafeApi.putLong(address + (index << 3), bits);
    }

    /** 64 numbers from any one on; of a bitmap with memory of its own up to the last number. */
    public long wordFrom(final long bit) {
        final int shift = (int) bit & 63;
        final long low = word(bit >>> 6);
        return shift == 0 ? low : low >>> shift | word((bit >>> 6) + 1) << 64 - shift;
    }

    /**
     * Adds all numbers of another set, {@code first} to each. Reads the other once; one write for each word that is not
     * empty.
     */
    public void addAll(final Bitmap other, final long first) {
        final int shift = (int) first & 63;
        final long firstWord = first >>> 6;
        for (long i = 0; i < other.wordCount; i++) {
            final long bits = other.word(i);
            if (bits != 0) {
                setWord(firstWord + i, word(firstWord + i) | bits << shift);
                if (shift != 0) {
                    setWord(firstWord + i + 1, word(firstWord + i + 1) | bits >>> 64 - shift);
                }
            }
        }
    }

    /** Adds all numbers of another set of the same size, atomically word by word. */
    public void addAllAtomically(final Bitmap other) {
        for (long i = 0; i < other.wordCount; i++) {
            final long bits = other.word(i);
            final long at = address + (i << 3);
            long word = UnsafeApi.getLongVolatile(null, at);
            while ((word | bits) != word && !UnsafeApi.compareAndSetLong(null, at, word, word | bits)) {
                word = UnsafeApi.getLongVolatile(null, at);
            }
        }
    }

    /**
     * The loop that searches live in: finds the next element that is not in the set.
     *
     * @return index from {@code from} on below {@code to}, or {@code to} when all these are in the set
     */
    public long nextAbsent(final LocalView numbers, final long from, final long to) {
        return numbers.isWide() ? nextWide(numbers.address, from, to, 0) : nextNarrow(numbers.address, from, to, 0);
    }

    /** The same for the next element that is in the set. */
    public long nextPresent(final LocalView numbers, final long from, final long to) {
        return numbers.isWide() ? nextWide(numbers.address, from, to, 1) : nextNarrow(numbers.address, from, to, 1);
    }

    private long nextNarrow(final long numbers, final long from, final long to, final int wanted) {
        final long bits = address;
        final long last = numbers + (to << 2);
        for (long at = numbers + (from << 2); at < last; at += 4) {
            final int number = UnsafeApi.getInt(at);
            if ((UnsafeApi.getInt(bits + (number >>> 5 << 2)) >>> number & 1) == wanted) {
                return at - numbers >> 2;
            }
        }
        return to;
    }

    private long nextWide(final long numbers, final long from, final long to, final int wanted) {
        final long bits = address;
        final long last = numbers + (to << 3);
        for (long at = numbers + (from << 3); at < last; at += 8) {
            final long number = UnsafeApi.getLong(at);
            if ((UnsafeApi.getLong(bits + (number >>> 6 << 3)) >>> number & 1) == wanted) {
                return at - numbers >> 3;
            }
        }
        return to;
    }

    /** Empties the set. */
    public void clear() {
        UnsafeApi.setMemory(address, wordCount << 3, (byte) 0);
    }

    /** Frees memory of its own; others' memory stays. Called once. */
    @Override
    public void close() {
        if (isOwn) {
            UnsafeApi.freeMemory(address);
        }
    }
}
