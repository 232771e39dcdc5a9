package org.gmt4j.graph.memory;

/**
 * Numbers values of 64 bits from 0 on, in the order in which they are first seen: a table outside of the heap that
 * grows. Owned by one thread. Per command: looking up takes about one miss of the cache (20 ns of a core with
 * 250,000 values, 65 with 3 million), adding allocates when the table is full only.
 *
 * <p>Values from zero to a bound index an array of numbers, where half of all values or more are below 4 to 8 times
 * their count: names in files are often such. All others are in a hash table, which takes more memory and more of the
 * caches.
 *
 * <p>Memory: 12 to 80 bytes a value, half as much again while the table grows.
 */
public final class NameTable implements AutoCloseable {
    /** Values that a table holds at most. */
    public static final int MOST = 1 << 30;
    /** Odd factors that mix well (Stafford's variant 13 of the finaliser of MurmurHash3). */
    private static final long FIRST_FACTOR = 0xBF58476D1CE4E5B9L;
    private static final long SECOND_FACTOR = 0x94D049BB133111EBL;
    private static final int FIRST_BITS = 10;
    /** Elements of the array for each value there is room for, at most. */
    private static final int SPARSE = 4;

    /** By value, below the bound: its number plus 1, or 0 where it has none. */
    private LocalView indexed;
    /** The bits that values below the bound do not have. */
    private long beyond;
    /** Two words for each slot: the value, and its number plus 1, or 0 where the slot is free. */
    private LocalView slots;
    private int bits = FIRST_BITS;
    private int hashedCount;
    /** By number. */
    private LocalView values;
    private int count;
    /** What was read to have it in the cache; otherwise it would not be read. */
    private long touched;
    private final Room room;

    /** @param room asked before the table grows */
    public NameTable(final Room room) {
        this.room = room;
        indexed = cleared(1, false);
        beyond = -1;
        slots = cleared(2L << bits, true);
        values = LocalView.allocate(1L << FIRST_BITS, true);
    }

    private static LocalView cleared(final long count, final boolean isWide) {
        final LocalView view = LocalView.allocate(count, isWide);
        view.fill(0);
        return view;
    }

    /** The number of a value, which is the next free one where the value is new. */
    public int number(final long value) {
        if ((value & beyond) == 0) {
            final int number = indexed.narrow(value);
            return number != 0 ? number - 1 : add(value);
        }
        final LocalView words = slots;
        for (long slot = home(value); ; slot = slot + 1 & (1L << bits) - 1) {
            final long number = words.word(2 * slot + 1);
            if (number == 0) {
                return add(value);
            }
            if (words.word(2 * slot) == value) {
                return (int) (number - 1);
            }
        }
    }

    /**
     * The numbers of some values, as {@link #number} gives them one after the other, but faster: all elements and slots
     * are read before, so that their misses of the cache overlap. Some dozens are enough.
     *
     * @param numbers of the values, filled from 0 to {@code length - 1}
     */
    public void numbers(final long[] some, final int length, final int[] numbers) {
        final LocalView array = indexed;
        final LocalView words = slots;
        final long mask = beyond;
        long sum = 0;
        for (int i = 0; i < length; i++) {
            final long value = some[i];
            sum += (value & mask) == 0 ? array.narrow(value) : words.word(2 * home(value) + 1);
        }
        touched = sum;
        for (int i = 0; i < length; i++) {
            numbers[i] = number(some[i]);
        }
    }

    /** The number of a value that has one; -1 of others. */
    public int find(final long value) {
        if ((value & beyond) == 0) {
            return indexed.narrow(value) - 1;
        }
        final LocalView words = slots;
        for (long slot = home(value); ; slot = slot + 1 & (1L << bits) - 1) {
            final long number = words.word(2 * slot + 1);
            if (number == 0 || words.word(2 * slot) == value) {
                return (int) (number - 1);
            }
        }
    }

    private long home(final long value) {
        final long mixed = value * FIRST_FACTOR;
        return (mixed ^ mixed >>> 32) * SECOND_FACTOR >>> 64 - bits;
    }

    private int add(final long value) {
        final int number = count;
        if (number == MOST) {
            throw new IllegalStateException("a table of names is full: " + MOST);
        }
        if (number == values.count()) {
            grow();
        }
        if ((value & beyond) != 0 && hashedCount + 1 == 1L << bits - 1) {
            room.take((long) Long.BYTES << bits + 2);                  // before anything changes
        }
        values.setWord(number, value);
        count = number + 1;
        if ((value & beyond) == 0) {
            indexed.set(value, count);
        } else if (++hashedCount == 1L << bits - 1) {
            bits++;
            rehash();
        } else {
            put(value, number);
        }
        return number;
    }

    private void put(final long value, final int number) {
        long slot = home(value);
        while (slots.word(2 * slot + 1) != 0) {
            slot = slot + 1 & (1L << bits) - 1;
        }
        slots.setWord(2 * slot, value);
        slots.setWord(2 * slot + 1, number + 1L);
    }

    /** Room for twice as many values, of which more may be indexed than before. */
    private void grow() {
        room.take(2 * values.bytes());
        final LocalView longer = LocalView.allocate(2 * values.count(), true);
        values.copyTo(longer, 0);
        values.close();
        values = longer;
        final long limit = SPARSE * longer.count();
        int below = 0;
        long largest = 0;
        for (int number = 0; number < count; number++) {
            final long value = values.word(number);
            if ((value & -limit) == 0) {
                below++;
                largest = Math.max(largest, value);
            }
        }
        final long bound = 2 * Long.highestOneBit(largest);
        if (below >= count / 2 && bound > indexed.count()) {
            index(bound);
        }
    }

    private void index(final long bound) {
        room.take(Integer.BYTES * bound);
        final LocalView wider = cleared(bound, false);
        indexed.copyTo(wider, 0);
        indexed.close();
        indexed = wider;
        final long before = beyond;
        beyond = -bound;
        for (int number = 0; number < count; number++) {
            final long value = values.word(number);
            if ((value & beyond) == 0 && (value & before) != 0) {
                indexed.set(value, number + 1L);
                hashedCount--;
            }
        }
        while (bits > FIRST_BITS && hashedCount < 1L << bits - 2) {
            bits--;
        }
        rehash();
    }

    /** Puts the values that are not indexed into new slots. */
    private void rehash() {
        slots.close();
        slots = cleared(2L << bits, true);
        for (int number = 0; number < count; number++) {
            if ((values.word(number) & beyond) != 0) {
                put(values.word(number), number);
            }
        }
    }

    /** Values that have a number. */
    public int count() {
        return count;
    }

    /** The value of a number. */
    public long value(final int number) {
        return values.word(number);
    }

    @Override
    public void close() {
        indexed.close();
        slots.close();
        values.close();
    }
}
