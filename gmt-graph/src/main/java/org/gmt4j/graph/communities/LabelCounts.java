package org.gmt4j.graph.communities;

/**
 * The labels around one vertex and how often each is there, for labels below 2^31 and edges that have no weights. Owned
 * by one thread; per command: adding allocates when the table has grown only.
 *
 * <pre>
 * slot   label + 1 in 32 bits, count in 32 bits; 0 where it is free
 * </pre>
 */
final class LabelCounts {
    private static final int FIRST_BITS = 6;
    private static final long COUNT_MASK = 0xFFFF_FFFFL;

    private int bits = FIRST_BITS;
    private long[] slots = new long[1 << FIRST_BITS];
    /** Slots in use, half of all at most. */
    private int[] used = new int[1 << FIRST_BITS - 1];
    private int usedCount;

    void add(final int label) {
        final long key = label + 1L;
        final long[] table = slots;
        final int mask = table.length - 1;
        int slot = (int) (key * 0x9E3779B97F4A7C15L >>> 64 - bits);
        while (true) {
            final long there = table[slot];
            if (there >>> 32 == key) {
                table[slot] = there + 1;
                return;
            }
            if (there == 0) {
                insert(slot, key << 32 | 1);
                return;
            }
            slot = slot + 1 & mask;
        }
    }

    private void insert(final int slot, final long entry) {
        if (usedCount == used.length) {
            grow();
            place(entry);
        } else {
            slots[slot] = entry;
            used[usedCount++] = slot;
        }
    }

    private void place(final long entry) {
        int slot = (int) ((entry >>> 32) * 0x9E3779B97F4A7C15L >>> 64 - bits);
        while (slots[slot] != 0) {
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = entry;
        used[usedCount++] = slot;
    }

    private void grow() {
        final long[] oldSlots = slots;
        final int[] oldUsed = used;
        bits++;
        slots = new long[1 << bits];
        used = new int[1 << bits - 1];
        usedCount = 0;
        for (final int slot : oldUsed) {
            place(oldSlots[slot]);
        }
    }

    /** Returns the label that is there most often, and forgets all; of several as {@link LabelWeights#takeBest}. */
    int takeBest(final int own) {
        long most = 0;
        int best = own;
        for (int i = 0; i < usedCount; i++) {
            final long entry = slots[used[i]];
            final long count = entry & COUNT_MASK;
            if (count >= most) {
                final int label = (int) (entry >>> 32) - 1;
                if (count > most || LabelWeights.isBetter(label, best, own)) {
                    most = count;
                    best = label;
                }
            }
            slots[used[i]] = 0;
        }
        usedCount = 0;
        return best;
    }
}
