package org.gmt4j.aggregation.queue;

import java.util.Arrays;

/** The request blocks of one lane, by slot, and which of them are free. Owned by the lane's thread. Per block. */
final class BlockPool {
    private final AggregationConfig config;
    private final AggregationCounters counters;
    private RequestBlock[] slots = new RequestBlock[16];
    private int slotCount;
    private int[] freeSlots = new int[16];
    private int freeSlotCount;
    private RequestBlock[] free = new RequestBlock[16];
    private int freeCount;
    private int liveCount;
    private boolean mayKeepReferences;

    BlockPool(final AggregationConfig config, final AggregationCounters counters) {
        this.config = config;
        this.counters = counters;
    }

    /** A free block, or null when as many are in use as there may be. */
    RequestBlock tryTake() {
        if (freeCount > 0) {
            return free[--freeCount];
        }
        return liveCount < config.poolBlocks() ? newBlock(false) : null;
    }

    /** True when {@link #tryTake} would return null. */
    boolean isEmpty() {
        return freeCount == 0 && liveCount >= config.poolBlocks();
    }

    /** A block for a command that cannot wait. */
    RequestBlock takeOverflow() {
        if (freeCount > 0) {
            return free[--freeCount];
        }
        if (liveCount >= (long) config.poolBlocks() + config.overflowBlocks()) {
            throw new IllegalStateException("GMT-243 visits have issued more commands than " + config.overflowBlocks()
                + " overflow blocks hold; raise gmt.overflow.blocks, or issue fewer commands in visits");
        }
        counters.overflowBlockCount++;
        return newBlock(true);
    }

    private RequestBlock newBlock(final boolean isOverflow) {
        final RequestBlock block = new RequestBlock(takeSlot(), config.blockLength());
        block.isOverflow = isOverflow;
        slots[block.slot] = block;
        liveCount++;
        return block;
    }

    private int takeSlot() {
        if (freeSlotCount > 0) {
            return freeSlots[--freeSlotCount];
        }
        if (slotCount == slots.length) {
            slots = Arrays.copyOf(slots, slotCount * 2);
            freeSlots = Arrays.copyOf(freeSlots, slotCount * 2);
        }
        return slotCount++;
    }

    void release(final RequestBlock block) {
        if (block.isOverflow || freeCount >= config.poolBlocks()) {
            slots[block.slot] = null;
            freeSlots[freeSlotCount++] = block.slot;
            liveCount--;
            block.free();
            return;
        }
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = block;
        mayKeepReferences |= block.isStale();
    }

    /** Slots that have been used so far. */
    int slotCount() {
        return slotCount;
    }

    /** The block in a slot, or null. */
    RequestBlock at(final int slot) {
        return slot >= 0 && slot < slotCount ? slots[slot] : null;
    }

    /** See {@link Aggregator#forgetCompleted()}. */
    void forgetCompleted() {
        if (!mayKeepReferences) {
            return;
        }
        mayKeepReferences = false;
        for (int i = 0; i < freeCount; i++) {
            if (free[i].isStale()) {
                free[i].forgetCompleted();
            }
        }
    }

    long memoryInBytes() {
        return (long) liveCount * config.blockLength();
    }

    void close() {
        for (int slot = 0; slot < slotCount; slot++) {
            if (slots[slot] != null) {
                slots[slot].free();
                slots[slot] = null;
            }
        }
    }
}
