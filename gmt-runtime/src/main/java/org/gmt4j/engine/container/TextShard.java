package org.gmt4j.engine.container;

import java.nio.charset.StandardCharsets;
import org.agrona.UnsafeApi;
import org.gmt4j.TextEntryTest;
import org.gmt4j.aggregation.wire.WireFormat;

/**
 * A table of keys of any length, each with a value of 8 bytes, outside of the heap: slots of 8 bytes with linear
 * probing, which name records in an arena. A slot has some bits of the hash, so that other keys are seldom looked at.
 * Records of removed entries stay until the arena is copied. Used between {@link #enter} and {@link #leave}. Per
 * command; amortised constant, and a growth moves all entries of this shard.
 *
 * <pre>
 * slot    63..40 bits 61..38 of the hash | 39..0 position of the record in words, + 1; 0: empty
 * record  length of the key, removed: -1 - length | value | key, padded
 * </pre>
 *
 * <p>A key is an address and a length, with zeros behind it up to a multiple of 8.
 */
final class TextShard extends Shard {
    private static final long LEAST_SLOTS = 16;
    private static final long MOST_SLOTS = 1L << 30;
    private static final long LEAST_ARENA = 512;
    private static final int POSITION_BITS = 40;
    private static final long POSITION = (1L << POSITION_BITS) - 1;
    private static final int HEADER_LENGTH = 16;
    /** Sixteenths: less is not worth the copying of an arena. */
    private static final int FEW_SHIFT = 4;
    /** Of a key that nobody has seen yet. */
    private static final int EXPECTED_LENGTH = HEADER_LENGTH + 16;

    private final StoreMemory memory;
    private final long seed;
    private final boolean isSet;
    private final boolean holdsTexts;
    /** Where table and arena are; null when they have grown out of there. */
    private Slab slabOfTable;
    private Slab slabOfArena;
    /** Address of the slots; 0 when freed. */
    private long table;
    private long end;
    private long mask;
    private long size;
    private long threshold;
    private long arena;
    private long capacity;
    private long used;
    private long removed;
    private int form;

    TextShard(final StoreMemory memory, final boolean isExclusive, final long seed, final StoreValues values) {
        super(isExclusive);
        this.memory = memory;
        this.seed = seed;
        isSet = values == StoreValues.NONE;
        holdsTexts = values == StoreValues.TEXTS;
    }

    /** Returns the slots for so many entries of each shard; 0: more than there can be. */
    static long slots(final long entries) {
        return entries > mostOf(MOST_SLOTS) ? 0 : slotsFor(entries, LEAST_SLOTS);
    }

    /** Returns the length of the arena for so many entries of each shard. */
    static long arena(final long entries) {
        return Math.max(LEAST_ARENA, entries * EXPECTED_LENGTH);
    }

    /** Begins with so many slots, and an arena, in parts of slabs. Once, before the first use. */
    void begin(final Slab tables, final Slab arenas, final int user, final long slots, final long arenaLength) {
        slabOfTable = tables;
        slabOfArena = arenas;
        use(tables.part(user), slots);
        arena = arenas.part(user);
        capacity = arenaLength;
    }

    private void use(final long address, final long slots) {
        table = address;
        end = address + (slots << 3);
        mask = slots - 1;
        threshold = mostOf(slots);
    }

    private static long mark(final long hash) {
        return hash >>> 38 << POSITION_BITS;
    }

    private long record(final long slotWord) {
        return arena + ((slotWord & POSITION) - 1 << 3);
    }

    private long slotOf(final long key, final int length, final long hash) {
        if (table == 0) {
            throw memory.freed();
        }
        final long mark = mark(hash);
        long slot = table + ((hash & mask) << 3);
        for (;;) {
            final long found = UnsafeApi.getLong(slot);
            if (found == 0 || (found & ~POSITION) == mark && isKey(record(found), key, length)) {
                return slot;
            }
            slot += 8;
            if (slot == end) {
                slot = table;
            }
        }
    }

    private static boolean isKey(final long record, final long key, final int length) {
        if (UnsafeApi.getLong(record) != length) {
            return false;
        }
        for (int at = 0; at < length; at += 8) {
            if (UnsafeApi.getLong(record + HEADER_LENGTH + at) != UnsafeApi.getLong(key + at)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the slot where the search for a key with a hash begins, to be read so that it is in the cache soon, or 0.
     * It is read outside of the shard, so only where one thread makes all accesses: others might free it.
     */
    long place(final long hash) {
        final long address = table;
        return address == 0 || !isExclusive() ? 0 : address + ((hash & mask) << 3);
    }

    /** Reads the record that the slot names; see {@link #place}. */
    long touchBehind(final long hash) {
        final long place = place(hash);
        final long slot = place == 0 ? 0 : UnsafeApi.getLong(place);
        return slot == 0 ? 0 : UnsafeApi.getLong(record(slot));
    }

    // --- operations ---

    /** Merges; see {@link LongShard#merge}. */
    long merge(final int operation, final long key, final int length, final long hash, final long operand) {
        final long slot = slotOf(key, length, hash);
        final long found = UnsafeApi.getLong(slot);
        if (found == 0) {
            return insert(slot, key, length, hash, operand);
        }
        if (isSet) {
            return 0;
        }
        final long record = record(found);
        final long value = EntryOperation.merge(operation, UnsafeApi.getLong(record + 8), operand);
        UnsafeApi.putLong(record + 8, value);
        return value;
    }

    private long insert(final long slot, final long key, final int length, final long hash, final long operand) {
        final int needed = lengthOfRecord(length);
        long place = slot;
        if (size >= threshold || used + needed > capacity) {
            makeRoom(needed);
            place = slotOf(key, length, hash);
        }
        final long record = arena + used;
        UnsafeApi.putLong(record, length);
        UnsafeApi.putLong(record + 8, operand);
        copy(key, record + HEADER_LENGTH, needed - HEADER_LENGTH);
        UnsafeApi.putLong(place, mark(hash) | (used >>> 3) + 1);
        used += needed;
        size++;
        return isSet ? 1 : operand;
    }

    private static int lengthOfRecord(final int keyLength) {
        return HEADER_LENGTH + WireFormat.align(keyLength);
    }

    private static void copy(final long from, final long to, final long length) {
        for (long at = 0; at < length; at += 8) {
            UnsafeApi.putLong(to + at, UnsafeApi.getLong(from + at));
        }
    }

    boolean contains(final long key, final int length, final long hash) {
        return UnsafeApi.getLong(slotOf(key, length, hash)) != 0;
    }

    long get(final long key, final int length, final long hash, final long ifAbsent) {
        final long found = UnsafeApi.getLong(slotOf(key, length, hash));
        return found == 0 ? ifAbsent : UnsafeApi.getLong(record(found) + 8);
    }

    /** Removes an entry. Returns false when there is none. */
    boolean remove(final long key, final int length, final long hash) {
        final long slot = slotOf(key, length, hash);
        final long found = UnsafeApi.getLong(slot);
        if (found == 0) {
            return false;
        }
        if (holdsTexts) {
            TextCell.free(memory, UnsafeApi.getLong(record(found) + 8));
        }
        UnsafeApi.putLong(record(found), -1L - length);
        removed += lengthOfRecord(length);
        close(slot - table >> 3);
        size--;
        return true;
    }

    /** Removes the entries that a test selects. Returns how many. Records stay where they are. */
    long removeIf(final TextEntryTest test) {
        if (table == 0) {
            throw memory.freed();
        }
        long count = 0;
        for (long at = 0; at < used; ) {
            final long record = arena + at;
            final long length = UnsafeApi.getLong(record);
            if (length >= 0 && test.test(text(record + HEADER_LENGTH, (int) length), UnsafeApi.getLong(record + 8))) {
                remove(record + HEADER_LENGTH, (int) length, hashOf(record));
                count++;
            }
            at += lengthOfRecord((int) (length >= 0 ? length : -1 - length));
        }
        return count;
    }

    /** Moves slots up that a search would no longer find behind the hole. */
    private void close(final long hole) {
        long empty = hole;
        for (long at = hole + 1 & mask; ; at = at + 1 & mask) {
            final long word = UnsafeApi.getLong(table + (at << 3));
            if (word == 0) {
                UnsafeApi.putLong(table + (empty << 3), 0);
                return;
            }
            final long home = hashOf(record(word)) & mask;
            if ((at - home & mask) >= (at - empty & mask)) {
                UnsafeApi.putLong(table + (empty << 3), word);
                empty = at;
            }
        }
    }

    private long hashOf(final long record) {
        return KeyMix.hash(seed, record + HEADER_LENGTH, (int) UnsafeApi.getLong(record));
    }

    // --- growth ---

    private void makeRoom(final int needed) {
        if (size >= threshold) {
            growTable();
        }
        if (used + needed > capacity) {
            growArena(needed);
        }
    }

    private void growTable() {
        final long slots = mask + 1;
        final long bytes = slots << 4;
        final long grown = slots >= MOST_SLOTS ? 0 : memory.take(bytes);
        if (grown == 0) {
            if (size >= lastOf(slots)) {
                throw memory.full(size, bytes);
            }
            threshold = lastOf(slots);
            return;
        }
        giveBackTable();
        use(grown, slots << 1);
        fillTable(arena);
    }

    /** Names all records of an arena in slots that are empty: in its order, which is faster than that of slots. */
    private void fillTable(final long records) {
        for (long at = 0; at < used; ) {
            final long record = records + at;
            final long length = UnsafeApi.getLong(record);
            if (length >= 0) {
                final long hash = hashOf(record);
                long slot = hash & mask;
                while (UnsafeApi.getLong(table + (slot << 3)) != 0) {
                    slot = slot + 1 & mask;
                }
                UnsafeApi.putLong(table + (slot << 3), mark(hash) | (at >>> 3) + 1);
            }
            at += lengthOfRecord((int) (length >= 0 ? length : -1 - length));
        }
    }

    /**
     * Makes room in the arena: in one of twice the length, or in place of many removed records. Where there is no room
     * for either, by some percent.
     */
    private void growArena(final int needed) {
        final long least = used - removed + needed;
        final long asked = least <= capacity / 4 * 3 ? capacity : Math.max(capacity << 1, least);
        if (growArenaTo(asked)) {
            return;
        }
        if (least <= capacity && removed > used >> FEW_SHIFT) {
            moveTo(arena);
        } else if (!growArenaTo(least + (least >> FEW_SHIFT) & -8L)) {
            throw memory.full(size, asked);
        }
    }

    private boolean growArenaTo(final long length) {
        final long grown = memory.take(length);
        if (grown != 0) {
            moveTo(grown);
            giveBackArena();
            arena = grown;
            capacity = length;
        }
        return grown != 0;
    }

    /** Copies the records of all entries to an arena, which may be their own: they only move down. */
    private void moveTo(final long target) {
        long to = 0;
        for (long at = 0; at < used; ) {
            final long length = UnsafeApi.getLong(arena + at);
            final int recordLength = lengthOfRecord((int) (length >= 0 ? length : -1 - length));
            if (length >= 0) {
                copy(arena + at, target + to, recordLength);
                to += recordLength;
            }
            at += recordLength;
        }
        used = to;
        if (removed > 0) {
            removed = 0;
            UnsafeApi.setMemory(table, end - table, (byte) 0);
            fillTable(target);
            form++;
        }
    }

    private void giveBackTable() {
        if (slabOfTable != null) {
            slabOfTable.leave();
            slabOfTable = null;
        } else {
            memory.giveBack(table, end - table);
        }
    }

    private void giveBackArena() {
        if (slabOfArena != null) {
            slabOfArena.leave();
            slabOfArena = null;
        } else {
            memory.giveBack(arena, capacity);
        }
    }

    private void freeTexts() {
        for (long at = 0; holdsTexts && at < used; ) {
            final long length = UnsafeApi.getLong(arena + at);
            if (length >= 0) {
                TextCell.free(memory, UnsafeApi.getLong(arena + at + 8));
            }
            at += lengthOfRecord((int) (length >= 0 ? length : -1 - length));
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
        used = 0;
        removed = 0;
        form++;
    }

    void free() {
        if (table != 0) {
            freeTexts();
            giveBackTable();
            giveBackArena();
            table = 0;
        }
    }

    // --- all entries ---

    long size() {
        return size;
    }

    /** Changes when entries have moved: when an arena is copied without the removed ones. */
    int form() {
        return form;
    }

    /** Copies entries from the batch's place on, in the order in which they came, and has it stand behind them. */
    void copy(final TextBatch batch) {
        if (table == 0) {
            throw memory.freed();
        }
        while (batch.at < used && !batch.isFull()) {
            final long record = arena + batch.at;
            final long length = UnsafeApi.getLong(record);
            if (length >= 0) {
                batch.add(text(record + HEADER_LENGTH, (int) length), UnsafeApi.getLong(record + 8));
                if (holdsTexts) {
                    batch.text(TextCell.read(UnsafeApi.getLong(record + 8)));
                }
            }
            batch.at += lengthOfRecord((int) (length >= 0 ? length : -1 - length));
        }
        batch.isLast = batch.at >= used;
    }

    private static String text(final long address, final int length) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = UnsafeApi.getByte(address + i);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
