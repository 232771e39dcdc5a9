package org.gmt4j.engine.container;

import org.agrona.UnsafeApi;
import org.gmt4j.LongEntryTest;

/**
 * A table of keys of 8 bytes, each with a value of 8 bytes, or, of a set, without: open addressing with linear probing,
 * in slots of 16 or 8 bytes outside of the heap. Key 0 marks an empty slot, so the entry of that key is a field.
 * Entries behind a removed one move up, so nothing is left behind it. Used between {@link #enter} and {@link #leave}.
 * Per command; amortised constant, and a growth moves all entries of this shard.
 */
final class LongShard extends Shard {
    private static final int SHIFT_OF_MAP = 4;
    private static final int SHIFT_OF_SET = 3;
    private static final long LEAST_SLOTS = 16;
    private static final long MOST_SLOTS = 1L << 30;

    private final StoreMemory memory;
    private final long seed;
    private final int shift;
    private final boolean holdsTexts;
    /** Where the table is; null when it has grown out of there. */
    private Slab slab;
    /** Address of the slots; 0 when freed. */
    private long table;
    private long end;
    private long mask;
    private long size;
    private long threshold;
    private boolean hasZero;
    private long valueOfZero;
    private int form;

    LongShard(final StoreMemory memory, final boolean isExclusive, final long seed, final StoreValues values) {
        super(isExclusive);
        this.memory = memory;
        this.seed = seed;
        shift = shiftOf(values);
        holdsTexts = values == StoreValues.TEXTS;
    }

    /** Returns the binary logarithm of the length of a slot. */
    static int shiftOf(final StoreValues values) {
        return values == StoreValues.NONE ? SHIFT_OF_SET : SHIFT_OF_MAP;
    }

    /** Returns the slots for so many entries of each shard; 0: more than there can be. */
    static long slots(final long entries) {
        return entries > mostOf(MOST_SLOTS) ? 0 : slotsFor(entries, LEAST_SLOTS);
    }

    /** Begins with so many slots in a part of a slab. Once, before the first use. */
    void begin(final Slab taken, final int user, final long slots) {
        slab = taken;
        use(taken.part(user), slots);
    }

    private void use(final long address, final long slots) {
        table = address;
        end = address + (slots << shift);
        mask = slots - 1;
        threshold = mostOf(slots);
    }

    private long slotOf(final long key, final long hash) {
        if (table == 0) {
            throw memory.freed();
        }
        final int length = shift;
        long slot = table + ((hash & mask) << length);
        for (;;) {
            final long found = UnsafeApi.getLong(slot);
            if (found == key || found == 0) {
                return slot;
            }
            slot += 1L << length;
            if (slot == end) {
                slot = table;
            }
        }
    }

    /**
     * Returns the slot where the search for a key with a hash begins, to be read so that it is in the cache soon, or 0.
     * It is read outside of the shard, so only where one thread makes all accesses: others might free it.
     */
    long place(final long hash) {
        final long address = table;
        return address == 0 || !isExclusive() ? 0 : address + ((hash & mask) << shift);
    }

    // --- operations ---

    /**
     * Merges an operand into the entry of a key. Returns the value after; of a set 1 when the key is new, otherwise 0.
     *
     * @throws org.gmt4j.GmtException GMT-821 when there is no room for a new entry
     */
    long merge(final int operation, final long key, final long hash, final long operand) {
        final long slot = slotOf(key, hash);
        if (key == 0) {
            return mergeZero(operation, operand);
        }
        if (UnsafeApi.getLong(slot) == 0) {
            return insert(slot, key, hash, operand);
        }
        if (shift == SHIFT_OF_SET) {
            return 0;
        }
        final long value = EntryOperation.merge(operation, UnsafeApi.getLong(slot + 8), operand);
        UnsafeApi.putLong(slot + 8, value);
        return value;
    }

    private long insert(final long slot, final long key, final long hash, final long operand) {
        long place = slot;
        if (size >= threshold) {
            grow();
            place = slotOf(key, hash);
        }
        UnsafeApi.putLong(place, key);
        size++;
        if (shift == SHIFT_OF_SET) {
            return 1;
        }
        UnsafeApi.putLong(place + 8, operand);
        return operand;
    }

    private long mergeZero(final int operation, final long operand) {
        if (shift == SHIFT_OF_SET) {
            final long isNew = hasZero ? 0 : 1;
            hasZero = true;
            return isNew;
        }
        valueOfZero = hasZero ? EntryOperation.merge(operation, valueOfZero, operand) : operand;
        hasZero = true;
        return valueOfZero;
    }

    boolean contains(final long key, final long hash) {
        final long slot = slotOf(key, hash);
        return key == 0 ? hasZero : UnsafeApi.getLong(slot) == key;
    }

    long get(final long key, final long hash, final long ifAbsent) {
        final long slot = slotOf(key, hash);
        if (key == 0) {
            return hasZero ? valueOfZero : ifAbsent;
        }
        return UnsafeApi.getLong(slot) == key ? UnsafeApi.getLong(slot + 8) : ifAbsent;
    }

    /** Removes an entry. Returns false when there is none. */
    boolean remove(final long key, final long hash) {
        if (holdsTexts) {
            freeText(get(key, hash, 0));
        }
        final long slot = slotOf(key, hash);
        if (key == 0) {
            final boolean was = hasZero;
            hasZero = false;
            return was;
        }
        if (UnsafeApi.getLong(slot) == 0) {
            return false;
        }
        close(slot - table >> shift);
        size--;
        form++;
        return true;
    }

    /**
     * Removes the entries that a test selects. Returns how many. From an empty slot backwards: what moves up into a
     * hole has been tested then, and none of it comes round the end.
     */
    long removeIf(final LongEntryTest test) {
        if (table == 0) {
            throw memory.freed();
        }
        long removed = hasZero && test.test(0, valueOfZero) && remove(0, KeyMix.hash(seed, 0)) ? 1 : 0;
        long empty = 0;
        while (UnsafeApi.getLong(table + (empty << shift)) != 0) {
            empty++;
        }
        for (long at = empty - 1 & mask; at != empty; at = at - 1 & mask) {
            final long slot = table + (at << shift);
            final long key = UnsafeApi.getLong(slot);
            if (key != 0 && test.test(key, shift == SHIFT_OF_MAP ? UnsafeApi.getLong(slot + 8) : 0)) {
                if (holdsTexts) {
                    freeText(UnsafeApi.getLong(slot + 8));
                }
                close(at);
                size--;
                form++;
                removed++;
            }
        }
        return removed;
    }

    /** Moves entries up that a search would no longer find behind the hole. */
    private void close(final long hole) {
        long empty = hole;
        for (long at = hole + 1 & mask; ; at = at + 1 & mask) {
            final long from = table + (at << shift);
            final long key = UnsafeApi.getLong(from);
            if (key == 0) {
                UnsafeApi.putLong(table + (empty << shift), 0);
                return;
            }
            final long home = KeyMix.hash(seed, key) & mask;
            if ((at - home & mask) >= (at - empty & mask)) {
                move(from, table + (empty << shift));
                empty = at;
            }
        }
    }

    private void move(final long from, final long to) {
        UnsafeApi.putLong(to, UnsafeApi.getLong(from));
        if (shift == SHIFT_OF_MAP) {
            UnsafeApi.putLong(to + 8, UnsafeApi.getLong(from + 8));
        }
    }

    // --- growth ---

    private void grow() {
        final long slots = mask + 1;
        final long bytes = slots << shift + 1;
        final long grown = slots >= MOST_SLOTS ? 0 : memory.take(bytes);
        if (grown == 0) {
            if (size >= lastOf(slots)) {
                throw memory.full(size, bytes);
            }
            threshold = lastOf(slots);
            return;
        }
        final long old = table;
        final long oldEnd = end;
        use(grown, slots << 1);
        for (long slot = old; slot < oldEnd; slot += 1L << shift) {
            final long key = UnsafeApi.getLong(slot);
            if (key != 0) {
                move(slot, slotOf(key, KeyMix.hash(seed, key)));
            }
        }
        form++;
        giveBack(old, slots << shift);
    }

    private void giveBack(final long address, final long bytes) {
        if (slab != null) {
            slab.leave();
            slab = null;
        } else {
            memory.giveBack(address, bytes);
        }
    }

    private void freeText(final long cell) {
        if (cell != 0) {
            TextCell.free(memory, cell);
        }
    }

    private void freeTexts() {
        for (long slot = table; holdsTexts && slot < end; slot += 1L << shift) {
            if (UnsafeApi.getLong(slot) != 0) {
                freeText(UnsafeApi.getLong(slot + 8));
            }
        }
        if (holdsTexts && hasZero) {
            freeText(valueOfZero);
        }
    }

    /** Removes all entries, and keeps the memory. */
    void clear() {
        if (table == 0) {
            throw memory.freed();
        }
        freeTexts();
        UnsafeApi.setMemory(table, end - table, (byte) 0);
        size = 0;
        hasZero = false;
        form++;
    }

    void free() {
        if (table != 0) {
            freeTexts();
            giveBack(table, end - table);
            table = 0;
        }
    }

    // --- all entries ---

    long size() {
        return size + (hasZero ? 1 : 0);
    }

    /** Changes when entries have moved: after a removal or a growth. */
    int form() {
        return form;
    }

    /** Copies entries from the batch's place on, and has it stand behind them. */
    void copy(final LongBatch batch) {
        if (table == 0) {
            throw memory.freed();
        }
        if (batch.at < 0) {
            batch.at = 0;
            if (hasZero) {
                add(batch, 0, valueOfZero);
            }
        }
        while (batch.at <= mask && !batch.isFull()) {
            final long slot = table + (batch.at << shift);
            final long key = UnsafeApi.getLong(slot);
            if (key != 0) {
                add(batch, key, shift == SHIFT_OF_MAP ? UnsafeApi.getLong(slot + 8) : 0);
            }
            batch.at++;
        }
        batch.isLast = batch.at > mask;
    }

    private void add(final LongBatch batch, final long key, final long value) {
        batch.add(key, value);
        if (holdsTexts) {
            batch.text(TextCell.read(value));
        }
    }
}
