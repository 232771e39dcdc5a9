package org.gmt4j.engine.container;

import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * Records of longs that one lane has appended, in blocks outside of the heap. Owned by the lane; others read it, and
 * take records, while nobody appends. Per record.
 */
final class RecordList {
    private static final int BLOCK_LENGTH = 32 * 1024;

    private final StoreMemory memory;
    private final int width;
    /** Records of a block. */
    private final int perBlock;
    private final long blockLength;
    private long[] blocks = new long[4];
    private int blockCount;
    private long size;
    /** Address for the next record, and the end of its block. */
    private long at;
    private long end;

    RecordList(final StoreMemory memory, final int width) {
        this.memory = memory;
        this.width = width;
        perBlock = Math.max(1, BLOCK_LENGTH / (width << 3));
        blockLength = (long) perBlock * width << 3;
    }

    long size() {
        return size;
    }

    /** Returns where to write the next record, of which {@link #size} knows. */
    long append() {
        if (at == end) {
            open();
        }
        final long place = at;
        at = place + ((long) width << 3);
        size++;
        return place;
    }

    private void open() {
        final long block = memory.take(blockLength);
        if (block == 0) {
            throw memory.full(size, blockLength);
        }
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, blockCount * 2);
        }
        blocks[blockCount++] = block;
        at = block;
        end = block + blockLength;
    }

    /** Returns the address of record i. */
    long record(final long i) {
        return blocks[(int) (i / perBlock)] + i % perBlock * ((long) width << 3);
    }

    /** Returns how many records lie behind each other from record i on. */
    long run(final long i) {
        return Math.min(size - i, perBlock - i % perBlock);
    }

    /** Takes the last {@code count} records away. */
    void shorten(final long count) {
        size -= count;
        final int needed = (int) ((size + perBlock - 1) / perBlock);
        while (blockCount > needed) {
            memory.giveBack(blocks[--blockCount], blockLength);
        }
        at = needed == 0 ? 0 : blocks[needed - 1] + (size - (needed - 1L) * perBlock) * ((long) width << 3);
        end = needed == 0 ? 0 : blocks[needed - 1] + blockLength;
    }

    /** Copies a record to an array. */
    void copy(final long i, final long[] target) {
        final long record = record(i);
        for (int k = 0; k < width; k++) {
            target[k] = UnsafeApi.getLong(record + ((long) k << 3));
        }
    }
}
