package org.gmt4j.aggregation.queue;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.BlockHeader;

/**
 * The blocks that will make up the next network buffer to one next hop. Owned by the communication server. Per buffer.
 *
 * <p>Blocks are taken from the {@link AggregationQueue} until the next one does not fit; when the transport refuses,
 * they stay gathered and the same buffer is offered again.
 */
public final class Gathering {
    private static final int SHORTEST_BLOCK_LENGTH = BlockHeader.LENGTH + 8;

    private final AggregationQueue queue;
    private final RequestBlock[] blocks;
    private final int capacity;
    private int count;
    private int length;
    private RequestBlock next;
    private long sinceNs;
    private long sequence;
    private boolean isTimed;

    /** @param capacity bytes of blocks in one buffer, the buffer's header not counted */
    public Gathering(final AggregationQueue queue, final int maxBlocks, final int capacity) {
        this.queue = queue;
        this.capacity = capacity;
        blocks = new RequestBlock[Math.max(1, Math.min(maxBlocks, capacity / SHORTEST_BLOCK_LENGTH))];
    }

    public AggregationQueue queue() {
        return queue;
    }

    /**
     * Takes the blocks that fit.
     *
     * @return why the buffer should go now, or null: wait for company
     */
    public FlushReason gather(final long nowNs, final long ageNs) {
        while (count < blocks.length) {
            if (next == null) {
                next = queue.poll();
                if (next == null) {
                    break;
                }
            }
            if (length + next.length() > capacity) {
                return FlushReason.FULL;
            }
            blocks[count++] = next;
            length += next.length();
            next = null;
        }
        if (count == 0) {
            return null;
        }
        if (count == blocks.length) {
            return FlushReason.COUNT;
        }
        if (capacity - length < SHORTEST_BLOCK_LENGTH) {
            return FlushReason.FULL;
        }
        if (ageNs <= 0) {
            return FlushReason.IDLE;
        }
        if (!isTimed) {
            isTimed = true;
            sinceNs = nowNs;
        }
        return nowNs - sinceNs >= ageNs ? FlushReason.EXPIRED : null;
    }

    public boolean isEmpty() {
        return count == 0 && next == null;
    }

    /** Blocks gathered. */
    public int count() {
        return count;
    }

    /** Bytes of the gathered blocks. */
    public int length() {
        return length;
    }

    public long sequence() {
        return sequence;
    }

    /** Number of a buffer that is sent without gathering anything. */
    public long takeSequence() {
        return sequence++;
    }

    /**
     * Gives back blocks that cannot be sent, gathered and queued ones, each when the taker has taken it.
     *
     * @param refusal told of each block; false: not now, the block stays
     * @return blocks given back
     */
    public int refuse(final java.util.function.Predicate<RequestBlock> refusal) {
        int refused = 0;
        while (true) {
            final RequestBlock block = count > 0 ? blocks[count - 1] : next != null ? next : queue.poll();
            if (block == null) {
                isTimed = false;
                return refused;
            }
            final int blockLength = block.length();    // its lane may fill it again as soon as it has been refused
            if (!refusal.test(block)) {
                next = count > 0 ? next : block;
                return refused;
            }
            refused++;
            if (count > 0) {
                blocks[--count] = null;
                length -= blockLength;
            } else {
                next = null;
            }
        }
    }

    /** Copies the blocks to {@code address} and begins the next buffer. From now on their replies may come. */
    public void copyTo(final long address) {
        long at = address;
        for (int i = 0; i < count; i++) {
            final RequestBlock block = blocks[i];
            final int blockLength = block.length();
            UnsafeApi.copyMemory(block.address, at, blockLength);
            at += blockLength;
            blocks[i] = null;
            block.departed();
        }
        count = 0;
        length = 0;
        isTimed = false;
        sequence++;
    }
}
