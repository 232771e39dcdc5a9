package org.gmt4j.graph.memory;

import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * Words of 8 bytes in buckets that grow, outside of the heap. Written by one thread; read by others after the last word
 * has been added. Per command: adding allocates when a segment is full only.
 *
 * <p>A bucket is a chain of segments, each twice as long as the one before, from 4 KB up to 256 KB.
 */
public final class WordBuckets implements AutoCloseable {
    private static final int FIRST_SEGMENT_LENGTH = 1 << 12;
    private static final int LAST_SEGMENT_LENGTH = 1 << 18;

    /** By bucket: where the next word goes, and where its segment ends; 0 of empty ones. */
    private final long[] positions;
    private final long[] limits;
    /** By bucket and segment; those behind the segments in use are kept for later, up to one at 0. */
    private final long[][] starts;
    private final long[][] ends;
    private final int[] segmentCounts;
    private final Room room;

    /** Buckets whose words are bounded by other means. */
    public WordBuckets(final int buckets) {
        this(buckets, Room.BOUNDLESS);
    }

    /** @param room asked for each segment */
    public WordBuckets(final int buckets, final Room room) {
        this.room = room;
        positions = new long[buckets];
        limits = new long[buckets];
        starts = new long[buckets][4];
        ends = new long[buckets][4];
        segmentCounts = new int[buckets];
    }

    /** Adds a word behind those of its bucket. */
    public void add(final int bucket, final long word) {
        long position = positions[bucket];
        if (position == limits[bucket]) {
            position = grow(bucket);
        }
        UnsafeApi.putLong(position, word);
        positions[bucket] = position + 8;
    }

    /** Adds the words of a view behind those of a bucket, from its element {@code from} on. */
    public void addAll(final int bucket, final LocalView words, final long from) {
        long source = words.address(from);
        long left = words.count() - from << 3;
        while (left > 0) {
            final long position = positions[bucket] == limits[bucket] ? grow(bucket) : positions[bucket];
            final long length = Math.min(left, limits[bucket] - position);
            UnsafeApi.copyMemory(source, position, length);
            positions[bucket] = position + length;
            source += length;
            left -= length;
        }
    }

    private long grow(final int bucket) {
        final int count = segmentCounts[bucket];
        if (count == starts[bucket].length) {
            starts[bucket] = Arrays.copyOf(starts[bucket], count * 2);
            ends[bucket] = Arrays.copyOf(ends[bucket], count * 2);
        }
        if (starts[bucket][count] == 0) {
            final int length = (int) Math.min(LAST_SEGMENT_LENGTH, (long) FIRST_SEGMENT_LENGTH << Math.min(count, 16));
            room.take(length);
            starts[bucket][count] = UnsafeApi.allocateMemory(length);
            ends[bucket][count] = starts[bucket][count] + length;
        }
        segmentCounts[bucket] = count + 1;
        limits[bucket] = ends[bucket][count];
        return starts[bucket][count];
    }

    /** Words of a bucket. */
    public long count(final int bucket) {
        long count = 0;
        for (int segment = 0; segment < segmentCounts[bucket]; segment++) {
            count += wordsOf(bucket, segment);
        }
        return count;
    }

    /** Segments of a bucket. */
    public int segmentCount(final int bucket) {
        return segmentCounts[bucket];
    }

    /** Words of a segment, in the order in which they were added; valid until the bucket is freed. */
    public LocalView segment(final int bucket, final int segment) {
        return LocalView.words(starts[bucket][segment], wordsOf(bucket, segment));
    }

    private long wordsOf(final int bucket, final int segment) {
        final boolean isLast = segment == segmentCounts[bucket] - 1;
        return (isLast ? positions[bucket] : ends[bucket][segment]) - starts[bucket][segment] >> 3;
    }

    /** Empties a bucket, which keeps its memory. */
    public void clear(final int bucket) {
        segmentCounts[bucket] = 0;
        positions[bucket] = 0;
        limits[bucket] = 0;
    }

    /** Frees a bucket, which is empty then. */
    public void free(final int bucket) {
        for (int i = 0; i < starts[bucket].length && starts[bucket][i] != 0; i++) {
            UnsafeApi.freeMemory(starts[bucket][i]);
            starts[bucket][i] = 0;
        }
        segmentCounts[bucket] = 0;
        positions[bucket] = 0;
        limits[bucket] = 0;
    }

    /** Frees all buckets. */
    @Override
    public void close() {
        for (int bucket = 0; bucket < positions.length; bucket++) {
            free(bucket);
        }
    }
}
