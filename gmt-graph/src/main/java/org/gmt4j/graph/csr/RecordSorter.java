package org.gmt4j.graph.csr;

import java.util.Arrays;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.WordBuckets;

/**
 * Sorts the records of a bucket by their keys, as {@link BucketSorter} does keys without weights. Stable. Owned by one
 * thread at a time; per edge. Keeps room for twice the records and once the keys of the largest bucket that it has
 * seen, outside of the heap.
 */
final class RecordSorter implements AutoCloseable {
    private static final int MOST_DIGIT_BITS = 11;
    /** The direction does not count. */
    private static final int LOWEST_BIT = 1;

    private final int stride;
    private final int passes;
    private final int digitBits;
    private final int[] counts;
    /** Records before and after a pass, and keys; null until there are some. */
    private LocalView room;
    private LocalView keys;

    RecordSorter(final EdgeKeys format, final WeightRule rule) {
        stride = rule.stride();
        final int bits = format.keyBits() - LOWEST_BIT;
        passes = Math.max(1, (bits + MOST_DIGIT_BITS - 1) / MOST_DIGIT_BITS);
        digitBits = Math.max(1, (bits + passes - 1) / passes);
        counts = new int[passes << digitBits];
    }

    /**
     * Sorts the records of all lanes in a bucket.
     *
     * @param count records of the bucket in all stagings
     * @return the sorted records, valid until the next call
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
        LocalView from = room.first((long) count * stride);
        LocalView to = LocalView.words(room.address(room.count() >> 1), (long) count * stride);
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

    /** The keys of sorted records alone; valid until the next call. */
    LocalView keysOf(final LocalView records) {
        final long count = records.count() / stride;
        for (long i = 0; i < count; i++) {
            keys.setWord(i, records.word(i * stride));
        }
        return keys.first(count);
    }

    private void reserve(final int count) {
        if (keys == null || count > keys.count()) {
            close();
            final long capacity = count + (count >> 2) + 1024L;
            room = LocalView.allocate(2 * capacity * stride, true);
            keys = LocalView.allocate(capacity, true);
        }
    }

    private void count(final LocalView records) {
        final int mask = (1 << digitBits) - 1;
        for (long at = 0; at < records.count(); at += stride) {
            long rest = records.word(at) >>> LOWEST_BIT;
            for (int pass = 0; pass < passes; pass++) {
                counts[(pass << digitBits) + ((int) rest & mask)]++;
                rest >>>= digitBits;
            }
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

    private void distribute(final LocalView records, final LocalView to, final int pass) {
        final int[] next = counts;
        final int words = stride;
        final int first = pass << digitBits;
        final int mask = (1 << digitBits) - 1;
        final int shift = LOWEST_BIT + pass * digitBits;
        final long end = records.count();
        for (long at = 0; at < end; at += words) {
            final long key = records.word(at);
            final long place = (long) next[first + ((int) (key >>> shift) & mask)]++ * words;
            to.setWord(place, key);
            for (int word = 1; word < words; word++) {
                to.setWord(place + word, records.word(at + word));
            }
        }
    }

    @Override
    public void close() {
        if (room != null) {
            room.close();
            keys.close();
            room = null;
            keys = null;
        }
    }
}
