package org.gmt4j.graph.csr;

import java.util.Arrays;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.WordBuckets;

/**
 * Sorts the keys of a bucket, least significant digit first: a few passes over memory that fits the cache, whatever the
 * rows look like. Owned by one thread at a time; per edge. Keeps twice the largest bucket that it has seen, 16 bytes a
 * key, outside of the heap.
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
    /** Its halves hold the keys before and after a pass; null until there are keys. */
    private LocalView room;

    BucketSorter(final EdgeKeys keys) {
        final int bits = keys.keyBits() - LOWEST_BIT;
        passes = Math.max(1, (bits + MOST_DIGIT_BITS - 1) / MOST_DIGIT_BITS);
        digitBits = Math.max(1, (bits + passes - 1) / passes);
        digits = 1 << digitBits;
        counts = new int[passes << digitBits];
    }

    /**
     * Sorts the keys of all lanes in a bucket.
     *
     * @param count keys of the bucket in all stagings
     * @return the sorted keys, valid until the next call
     */
    LocalView sort(final EdgeStaging[] stagings, final int bucket, final int count) {
        reserve(count);
        Arrays.fill(counts, 0);
        for (final EdgeStaging staging : stagings) {
            final WordBuckets buckets = staging.buckets();
            for (int segment = 0; segment < buckets.segmentCount(bucket); segment++) {
                count(buckets.segment(bucket, segment));
            }
        }
        sumUp();
        LocalView from = room.first(count);
        LocalView to = LocalView.words(room.address(room.count() >> 1), count);
        for (final EdgeStaging staging : stagings) {
            final WordBuckets buckets = staging.buckets();
            for (int segment = 0; segment < buckets.segmentCount(bucket); segment++) {
                distribute(buckets.segment(bucket, segment), from, 0);
            }
        }
        for (int pass = 1; pass < passes; pass++) {
            distribute(from, to, pass);
            final LocalView swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private void reserve(final int count) {
        if (room == null || count > room.count() >> 1) {
            close();
            final long capacity = count + (count >> 2) + 1024L;
            room = LocalView.allocate(2 * capacity, true);
        }
    }

    /** The digits of all passes in one reading. */
    private void count(final LocalView keys) {
        if (passes == 3) {
            countThree(keys);
            return;
        }
        final int[] histogram = counts;
        final int all = passes;
        final int mask = digits - 1;
        for (final LocalView.Words words = keys.words(); words.hasNext();) {
            long rest = words.next() >>> LOWEST_BIT;
            for (int pass = 0; pass < all; pass++) {
                histogram[(pass << digitBits) + ((int) rest & mask)]++;
                rest >>>= digitBits;
            }
        }
    }

    /** The usual count of passes, without the inner loop: takes half the time. */
    private void countThree(final LocalView keys) {
        final int[] histogram = counts;
        final int bits = digitBits;
        final int mask = digits - 1;
        for (final LocalView.Words words = keys.words(); words.hasNext();) {
            final long rest = words.next() >>> LOWEST_BIT;
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

    private void distribute(final LocalView keys, final LocalView to, final int pass) {
        final int[] next = counts;
        final int first = pass << digitBits;
        final int mask = digits - 1;
        final int shift = LOWEST_BIT + pass * digitBits;
        for (final LocalView.Words words = keys.words(); words.hasNext();) {
            final long key = words.next();
            final int digit = first + ((int) (key >>> shift) & mask);
            final int place = next[digit];
            next[digit] = place + 1;
            to.setWord(place, key);
        }
    }

    @Override
    public void close() {
        if (room != null) {
            room.close();
            room = null;
        }
    }
}
