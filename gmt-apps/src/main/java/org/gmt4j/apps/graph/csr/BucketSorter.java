package org.gmt4j.apps.graph.csr;

import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * Sorts the keys of a bucket, least significant digit first: a few passes over memory that fits the cache, whatever the rows look like.
 * Owned by one thread at a time; per edge. Keeps twice the largest bucket that it has seen, 16 bytes a key, outside of the heap.
 */
final class BucketSorter implements AutoCloseable {
    /** More would not let the places that a pass writes to stay in the first cache. */
    private static final int MOST_DIGIT_BITS = 11;
    /** The direction does not count. */
    private static final int LOWEST_BIT = 1;

    private final int passes;
    private final int digitBits;
    private final int digits;
    private final int[] counts;
    private long capacity;
    private long memory;

    BucketSorter(final EdgeKeys keys) {
        final int bits = keys.keyBits() - LOWEST_BIT;
        passes = Math.max(1, (bits + MOST_DIGIT_BITS - 1) / MOST_DIGIT_BITS);
        digitBits = Math.max(1, (bits + passes - 1) / passes);
        digits = 1 << digitBits;
        counts = new int[passes << digitBits];
    }

    /**
     * Sorts what all lanes have in a bucket.
     *
     * @param count keys of the bucket in all stagings
     * @return address of the sorted keys, valid until the next call
     */
    long sort(final EdgeStaging[] stagings, final int bucket, final int count) {
        reserve(count);
        Arrays.fill(counts, 0);
        for (final EdgeStaging staging : stagings) {
            for (int segment = 0; segment < staging.segmentCount(bucket); segment++) {
                count(staging.segmentStart(bucket, segment), staging.segmentEnd(bucket, segment));
            }
        }
        sumUp();
        long from = memory;
        long to = memory + (capacity << 3);
        for (final EdgeStaging staging : stagings) {
            for (int segment = 0; segment < staging.segmentCount(bucket); segment++) {
                distribute(staging.segmentStart(bucket, segment), staging.segmentEnd(bucket, segment), from, 0);
            }
        }
        for (int pass = 1; pass < passes; pass++) {
            distribute(from, from + ((long) count << 3), to, pass);
            final long swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private void reserve(final int count) {
        if (count > capacity) {
            close();
            capacity = count + (count >> 2) + 1024L;
            memory = UnsafeApi.allocateMemory(capacity << 4);
        }
    }

    /** The digits of all passes in one reading. */
    private void count(final long start, final long end) {
        if (passes == 3) {
            countThree(start, end);
            return;
        }
        final int[] histogram = counts;
        final int all = passes;
        final int mask = digits - 1;
        for (long at = start; at < end; at += 8) {
            long rest = UnsafeApi.getLong(at) >>> LOWEST_BIT;
            for (int pass = 0; pass < all; pass++) {
                histogram[(pass << digitBits) + ((int) rest & mask)]++;
                rest >>>= digitBits;
            }
        }
    }

    /** The usual count of passes, without the inner loop: takes half the time. */
    private void countThree(final long start, final long end) {
        final int[] histogram = counts;
        final int bits = digitBits;
        final int mask = digits - 1;
        for (long at = start; at < end; at += 8) {
            final long rest = UnsafeApi.getLong(at) >>> LOWEST_BIT;
            histogram[(int) rest & mask]++;
            histogram[digits + ((int) (rest >>> bits) & mask)]++;
            histogram[2 * digits + ((int) (rest >>> 2 * bits) & mask)]++;
        }
    }

    /** Counts become places. */
    private void sumUp() {
        for (int pass = 0; pass < passes; pass++) {
            int sum = 0;
            for (int digit = pass << digitBits; digit < (pass + 1) << digitBits; digit++) {
                final int count = counts[digit];
                counts[digit] = sum;
                sum += count;
            }
        }
    }

    private void distribute(final long start, final long end, final long to, final int pass) {
        final int[] next = counts;
        final int first = pass << digitBits;
        final int mask = digits - 1;
        final int shift = LOWEST_BIT + pass * digitBits;
        for (long at = start; at < end; at += 8) {
            final long key = UnsafeApi.getLong(at);
            final int digit = first + ((int) (key >>> shift) & mask);
            final int place = next[digit];
            next[digit] = place + 1;
            UnsafeApi.putLong(to + ((long) place << 3), key);
        }
    }

    @Override
    public void close() {
        if (memory != 0) {
            UnsafeApi.freeMemory(memory);
            memory = 0;
            capacity = 0;
        }
    }
}
