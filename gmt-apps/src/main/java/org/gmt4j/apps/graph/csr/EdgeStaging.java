package org.gmt4j.apps.graph.csr;

import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * Directions of edges that one lane of a node has received, outside of the heap, in buckets of neighbouring rows, so that what is made
 * of a bucket afterwards stays in the cache. Written by one thread; read by others after the last has been added. Per edge.
 *
 * <p>A bucket is a chain of segments of keys ({@link EdgeKeys}), each twice as long as the one before up to a limit.
 */
final class EdgeStaging {
    private static final int FIRST_SEGMENT_LENGTH = 1 << 12;
    private static final int LAST_SEGMENT_LENGTH = 1 << 18;

    private final EdgeKeys keys;
    private final long[] positions;
    private final long[] limits;
    private final long[][] starts;
    private final long[][] ends;
    private final int[] segmentCounts;

    EdgeStaging(final EdgeKeys keys) {
        this.keys = keys;
        final int buckets = keys.bucketCount();
        positions = new long[buckets];
        limits = new long[buckets];
        starts = new long[buckets][4];
        ends = new long[buckets][4];
        segmentCounts = new int[buckets];
    }

    void add(final long row, final long word) {
        add(keys.bucket(row), keys.key(row, word));
    }

    /** Adds entries as they have come from another node. */
    void addAll(final long address, final int length) {
        final EdgeKeys format = keys;
        final int wordBits = format.wordBits();
        final long wordMask = (1L << wordBits) - 1;
        final long end = address + length;
        if (format.isWide()) {
            for (long at = address; at < end; at += 16) {
                add(UnsafeApi.getLong(at), UnsafeApi.getLong(at + 8));
            }
            return;
        }
        for (long at = address; at < end; at += 8) {
            final long entry = UnsafeApi.getLong(at);
            add(entry >>> wordBits, entry & wordMask);
        }
    }

    private void add(final int bucket, final long key) {
        long position = positions[bucket];
        if (position == limits[bucket]) {
            position = grow(bucket);
        }
        UnsafeApi.putLong(position, key);
        positions[bucket] = position + 8;
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

    /** Keys of a bucket. */
    long count(final int bucket) {
        long bytes = 0;
        for (int segment = 0; segment < segmentCounts[bucket]; segment++) {
            bytes += segmentEnd(bucket, segment) - segmentStart(bucket, segment);
        }
        return bytes >> 3;
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
        for (int bucket = 0; bucket < positions.length; bucket++) {
            free(bucket);
        }
    }
}
