package org.gmt4j.aggregation.topology;

/**
 * Blocks in edge buffers that wait for one outgoing edge, first in first out: so blocks keep their order per incoming
 * and outgoing edge. Pure; owned by one thread; per block.
 *
 * <p>An entry is the block, a number whose meaning is its owner's (an address, an id), and the slot of
 * {@link EdgeBuffers} that holds it. Bounded by the slots, so it only grows to the largest need so far.
 */
public final class ForwardQueue {
    private long[] blocks = new long[8];
    private int[] slots = new int[8];
    private int head;
    private int size;

    public void add(final long block, final int slot) {
        if (size == blocks.length) {
            grow();
        }
        final int at = head + size & blocks.length - 1;
        blocks[at] = block;
        slots[at] = slot;
        size++;
    }

    private void grow() {
        final long[] moreBlocks = new long[blocks.length * 2];
        final int[] moreSlots = new int[blocks.length * 2];
        for (int i = 0; i < size; i++) {
            moreBlocks[i] = block(i);
            moreSlots[i] = slot(i);
        }
        blocks = moreBlocks;
        slots = moreSlots;
        head = 0;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }

    /** The {@code i}-th block, 0 the oldest. */
    public long block(final int i) {
        return blocks[head + i & blocks.length - 1];
    }

    /** The slot that holds the {@code i}-th block. */
    public int slot(final int i) {
        return slots[head + i & slots.length - 1];
    }

    /** Takes the {@code count} oldest out. */
    public void remove(final int count) {
        if (count < 0 || count > size) {
            throw new IllegalArgumentException("removing " + count + " of " + size + " blocks");
        }
        head = head + count & blocks.length - 1;
        size -= count;
    }
}
