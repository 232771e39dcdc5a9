package org.gmt4j.graph.paths;

import java.util.Arrays;
import java.util.TreeMap;

/** Rows in numbered buckets, the lowest first. A row may be in it several times. Owned by one thread. */
final class BucketQueue {
    private final TreeMap<Long, Rows> buckets = new TreeMap<>();
    private Rows last;
    private long lastBucket = -1;

    private static final class Rows {
        private int[] rows = new int[16];
        private int count;
    }

    void add(final long bucket, final int row) {
        if (bucket != lastBucket) {
            last = buckets.computeIfAbsent(bucket, number -> new Rows());
            lastBucket = bucket;
        }
        if (last.count == last.rows.length) {
            last.rows = Arrays.copyOf(last.rows, 2 * last.count);
        }
        last.rows[last.count++] = row;
    }

    /** Takes a row out of a bucket; -1 when that is empty. */
    int take(final long bucket) {
        final Rows rows = buckets.get(bucket);
        return rows == null || rows.count == 0 ? -1 : rows.rows[--rows.count];
    }

    /** The lowest bucket with rows in it; the largest long when there is none. */
    long lowest() {
        while (!buckets.isEmpty() && buckets.firstEntry().getValue().count == 0) {
            if (buckets.pollFirstEntry().getKey() == lastBucket) {
                lastBucket = -1;
            }
        }
        return buckets.isEmpty() ? Long.MAX_VALUE : buckets.firstKey();
    }
}
