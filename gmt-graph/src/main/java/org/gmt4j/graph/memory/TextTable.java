package org.gmt4j.graph.memory;

import java.util.Objects;
import org.agrona.UnsafeApi;

/**
 * Numbers texts from 0 on, in the order in which they are first seen: a hash table outside of the heap that grows.
 * Owned by one thread. Per command: looking up takes about three misses of the cache, adding allocates when the table
 * is full only.
 *
 * <p>Memory: that of a {@link TextList}, and 16 to 32 bytes a text.
 */
public final class TextTable implements AutoCloseable {
    /** Texts that a table holds at most. */
    public static final int MOST = 1 << 30;
    private static final long BYTES_AT = UnsafeApi.arrayBaseOffset(byte[].class);
    private static final long FACTOR = 0xBF58476D1CE4E5B9L;
    private static final long HIGH = 0xFFFF_FFFF_0000_0000L;
    private static final int FIRST_BITS = 8;
    /** Texts whose misses of the cache are taken at the same time. */
    private static final int GROUP = 32;

    private final TextList texts;
    private final Room room;
    /** Upper half of the hash, and the number plus 1; 0 where the slot is free. */
    private LocalView slots;
    private int bits = FIRST_BITS;
    private final long[] hashes = new long[GROUP];
    private final long[] found = new long[GROUP];
    private final long[] ends = new long[GROUP];
    /** What was read to have it in the cache; otherwise it would not be read. */
    private long touched;

    /** @param room asked before the table grows */
    public TextTable(final Room room) {
        this.room = room;
        texts = new TextList(room);
        slots = cleared(bits);
    }

    private static LocalView cleared(final int bits) {
        final LocalView view = LocalView.allocate(1L << bits, true);
        view.fill(0);
        return view;
    }

    /** The number of a text, which is the next free one where the text is new. */
    public int number(final byte[] text, final int offset, final int length) {
        return number(hash(text, offset, length), text, offset, length);
    }

    /**
     * The numbers of many texts, as {@link #number} gives them one after the other, but faster: what the look-ups of
     * some texts need is read before they are made, so that their misses of the cache overlap.
     *
     * @param bytes   of all texts; text {@code i} has {@code lengths[i]} of them, from {@code offsets[i]} on
     * @param first   of the texts
     * @param end     behind the last one
     * @param numbers of the texts, filled from {@code first} to {@code end - 1}
     */
    public void numbers(final byte[] bytes, final int[] offsets, final int[] lengths, final int first, final int end,
                        final int[] numbers) {
        for (int from = first; from < end; from += GROUP) {
            final int size = Math.min(GROUP, end - from);
            for (int i = 0; i < size; i++) {
                hashes[i] = hash(bytes, offsets[from + i], lengths[from + i]);
            }
            if (texts.count() > 0) {
                touch(size);
            }
            for (int i = 0; i < size; i++) {
                numbers[from + i] = number(hashes[i], bytes, offsets[from + i], lengths[from + i]);
            }
        }
    }

    /**
     * Reads what the look-ups of a group will read, step by step for all of them: the slots, the candidates that these
     * name, where their texts begin and end, and both ends. What is found is not kept, since the group may add texts.
     */
    private void touch(final int size) {
        final LocalView words = slots;
        final int shift = 64 - bits;
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += words.word(hashes[i] >>> shift);
        }
        for (int i = 0; i < size; i++) {
            found[i] = Math.max(0, candidate(hashes[i]));
        }
        for (int i = 0; i < size; i++) {
            final int number = (int) found[i];
            found[i] = texts.start(number);
            ends[i] = texts.start(number + 1);
        }
        for (int i = 0; i < size; i++) {
            sum += texts.byteAt(found[i]) + texts.byteAt(Math.max(0, ends[i] - 1));
        }
        touched = sum;
    }

    /** A number that may be that of a text; -1 where the text is new. */
    private int candidate(final long hash) {
        final LocalView words = slots;
        for (long slot = hash >>> 64 - bits; ; slot = slot + 1 & (1L << bits) - 1) {
            final long word = words.word(slot);
            if (word == 0 || ((word ^ hash) & HIGH) == 0) {
                return (int) word - 1;
            }
        }
    }

    private int number(final long hash, final byte[] text, final int offset, final int length) {
        final LocalView words = slots;
        for (long slot = hash >>> 64 - bits; ; slot = slot + 1 & (1L << bits) - 1) {
            final long word = words.word(slot);
            if (word == 0) {
                return add(slot, hash, text, offset, length);
            }
            if (((word ^ hash) & HIGH) == 0 && texts.isSame((int) word - 1, text, offset, length)) {
                return (int) word - 1;
            }
        }
    }

    private int add(final long slot, final long hash, final byte[] text, final int offset, final int length) {
        if (texts.count() == MOST) {
            throw new IllegalStateException("a table of names is full: " + MOST);
        }
        if (texts.count() + 1 == 1L << bits - 1) {
            room.take((long) Long.BYTES << bits + 1);                  // before anything changes
        }
        final int number = texts.add(text, offset, length);
        slots.setWord(slot, hash & HIGH | number + 1L);
        if (texts.count() == 1L << bits - 1) {
            grow();
        }
        return number;
    }

    /** The upper half of a hash tells its slot in tables of up to 2^32 slots. */
    private void grow() {
        final LocalView old = slots;
        bits++;
        slots = cleared(bits);
        for (long i = 0; i < old.count(); i++) {
            final long word = old.word(i);
            if (word != 0) {
                long slot = word >>> 64 - bits;
                while (slots.word(slot) != 0) {
                    slot = slot + 1 & (1L << bits) - 1;
                }
                slots.setWord(slot, word);
            }
        }
        old.close();
    }

    private static long hash(final byte[] text, final int offset, final int length) {
        final Object bytes = Objects.requireNonNull(text);      // for the compiler: decision 0054
        long hash = length * FACTOR;
        long rest = 0;
        if (length >= 8) {
            for (int at = 0; at + 8 < length; at += 8) {
                hash = mixed(hash ^ UnsafeApi.getLong(bytes, BYTES_AT + offset + at));
            }
            rest = UnsafeApi.getLong(bytes, BYTES_AT + offset + length - 8);     // some bytes for the second time
        } else {
            for (int at = 0; at < length; at++) {
                rest = rest << 8 | text[offset + at] & 0xFF;
            }
        }
        return mixed(hash ^ rest);
    }

    private static long mixed(final long value) {
        final long product = value * FACTOR;
        return (product ^ product >>> 32) * 0x94D049BB133111EBL;
    }

    /** Number of texts. */
    public int count() {
        return texts.count();
    }

    /** The texts by number. */
    public TextList texts() {
        return texts;
    }

    @Override
    public void close() {
        slots.close();
        texts.close();
    }
}
