package org.gmt4j.apps.graph.csr;

import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * Directed edges that one lane of a node has received, outside of the heap, in buckets of neighbouring rows, so that what is made
 * of a bucket afterwards stays in the cache. Written by one thread; read by others after the last has been added. Per command.
 *
 * <p>An entry is the row and a word, target and direction: one element of 8 bytes up to 2^31 vertices, else two. A bucket is a
 * chain of segments, each twice as long as the one before up to a limit.
 */
final class EdgeStaging {
    static final int BUCKETS = 64;
    private static final int FIRST_SEGMENT_LENGTH = 1 << 12;
    private static final int LAST_SEGMENT_LENGTH = 1 << 18;

    private final boolean isWide;
    private final int shift;
    private final long[] positions = new long[BUCKETS];
    private final long[] limits = new long[BUCKETS];
    private final long[][] starts = new long[BUCKETS][4];
    private final long[][] ends = new long[BUCKETS][4];
    private final int[] segmentCounts = new int[BUCKETS];

    EdgeStaging(final boolean isWide, final int shift) {
        this.isWide = isWide;
        this.shift = shift;
    }

    /** Whether vertices and the mark of direction exceed 32 bits together. */
    static boolean needsWide(final long vertexCount) {
        return vertexCount > 1L << 31;
    }

    /** Bits of a row below its bucket. */
    static int shiftOf(final long rowCount) {
        return Math.max(0, 64 - Long.numberOfLeadingZeros(Math.max(1, rowCount) - 1) - Integer.numberOfTrailingZeros(BUCKETS));
    }

    void add(final long row, final long word) {
        final int bucket = (int) (row >>> shift);
        long position = positions[bucket];
        if (position == limits[bucket]) {
            position = grow(bucket);
        }
        if (isWide) {
            UnsafeApi.putLong(position, row);
            UnsafeApi.putLong(position + 8, word);
            positions[bucket] = position + 16;
        } else {
            UnsafeApi.putLong(position, row << 32 | word);
            positions[bucket] = position + 8;
        }
    }

    private long grow(final int bucket) {
        final int count = segmentCounts[bucket];
        if (count == starts[bucket].length) {
            starts[bucket] = Arrays.copyOf(starts[bucket], count * 2);
            ends[bucket] = Arrays.copyOf(ends[bucket], count * 2);
        }
        final int length = (int) Math.min(LAST_SEGMENT_LENGTH, (long) FIRST_SEGMENT_LENGTH << Math.min(count, 16));
        final long start = UnsafeApi.allocateMemory(length);
        starts[bucket][count] = start;
        ends[bucket][count] = start + length;
        segmentCounts[bucket] = count + 1;
        limits[bucket] = start + length;
        return start;
    }

    int segmentCount(final int bucket) {
        return segmentCounts[bucket];
    }

    long segmentStart(final int bucket, final int segment) {
        return starts[bucket][segment];
    }

    long segmentEnd(final int bucket, final int segment) {
        return segment == segmentCounts[bucket] - 1 ? positions[bucket] : ends[bucket][segment];
    }

    void free(final int bucket) {
        for (int i = 0; i < segmentCounts[bucket]; i++) {
            UnsafeApi.freeMemory(starts[bucket][i]);
        }
        segmentCounts[bucket] = 0;
        positions[bucket] = 0;
        limits[bucket] = 0;
    }

    void free() {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            free(bucket);
        }
    }
}
