package org.gmt4j.aggregation.queue;

import java.util.Arrays;

/**
 * Transfers of one lane by the numbers that the other sides name, both those that began here and those that are stored
 * here. A number is a place and how often it has been used, so that a late block of a transfer that is over finds
 * nothing. Owned by the lane's thread. Per transfer; allocates when it grows; entering, finding and leaving are O(1).
 */
final class TransferTable {
    private static final int SLOT_BITS = 20;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

    private final int capacity;
    private Transfer[] slots = new Transfer[16];
    private int[] generations = new int[16];
    private int[] freeSlots = new int[16];
    private int freeCount;
    private int slotCount;

    /** A table of as many transfers as numbers can tell apart. */
    TransferTable() {
        this(1 << SLOT_BITS);
    }

    /** @param capacity most transfers at a time, no more than numbers can tell apart */
    TransferTable(final int capacity) {
        this.capacity = capacity;
    }

    /** How many more transfers there are numbers for. */
    int room() {
        return capacity - slotCount + freeCount;
    }

    /** Gives the transfer its number, as long as there is room. */
    int enter(final Transfer transfer) {
        if (freeCount == 0) {
            if (slotCount == capacity) {
                throw new IllegalStateException(capacity + " transfers of a lane are not over: there is no number for "
                    + "another one");
            }
            if (slotCount == slots.length) {
                slots = Arrays.copyOf(slots, slotCount * 2);
                generations = Arrays.copyOf(generations, slotCount * 2);
                freeSlots = Arrays.copyOf(freeSlots, slotCount * 2);
            }
            freeSlots[freeCount++] = slotCount++;
        }
        final int slot = freeSlots[--freeCount];
        slots[slot] = transfer;
        transfer.number = generations[slot]++ << SLOT_BITS | slot;
        return transfer.number;
    }

    /** The transfer with this number, be it one with this node; null: over, or never begun. */
    Transfer find(final int number, final int node) {
        final int slot = number & SLOT_MASK;
        final Transfer transfer = slot < slotCount ? slots[slot] : null;
        return transfer != null && transfer.number == number && transfer.node == node ? transfer : null;
    }

    /** The caller promises that the transfer has been entered and has not left. */
    void leave(final Transfer transfer) {
        final int slot = transfer.number & SLOT_MASK;
        slots[slot] = null;
        freeSlots[freeCount++] = slot;
    }

    /** Places in use, now or before: the bound of {@link #at}. */
    int slotCount() {
        return slotCount;
    }

    /** The transfer at a place, or null. */
    Transfer at(final int slot) {
        return slots[slot];
    }
}
