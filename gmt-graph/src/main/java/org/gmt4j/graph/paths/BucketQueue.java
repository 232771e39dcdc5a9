package org.gmt4j.graph.paths;

import java.util.Arrays;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/**
 * Rows in numbered buckets, the lowest first. A row may be in it several times. Owned by one thread; per entry.
 *
 * <pre>
 * near   a ring of the buckets from the one that is being emptied on: most rows go here
 * far    all others, by a tree
 * </pre>
 */
final class BucketQueue {
    /** Buckets of the ring, a power of two. */
    static final int NEAR = 1 << 10;

    private final Rows[] near = new Rows[NEAR];
    private final TreeMap<Long, Rows> far = new TreeMap<>();
    /** Where the ring begins, and the first of its buckets that may have rows. */
    private long base;
    private long first;
    private long nearCount;

    private static final class Rows {
        private int[] rows = new int[16];
        private int count;

        void add(final int row) {
            if (count == rows.length) {
                rows = Arrays.copyOf(rows, 2 * count);
            }
            rows[count++] = row;
        }
    }

    void add(final long bucket, final int row) {
        if (!isNear(bucket)) {
            far.computeIfAbsent(bucket, number -> new Rows()).add(row);
            return;
        }
        final int slot = slot(bucket);
        if (near[slot] == null) {
            near[slot] = new Rows();
        }
        near[slot].add(row);
        nearCount++;
        first = Math.min(first, bucket);
    }

    private boolean isNear(final long bucket) {
        return bucket >= base && bucket - base < NEAR;
    }

    private static int slot(final long bucket) {
        return (int) (bucket & NEAR - 1);
    }

    /**
     * Makes a bucket the first one of the ring. There are no rows in lower ones, and none will come. Gives the memory
     * of those back.
     */
    void begin(final long bucket) {
        for (long empty = Math.max(base, bucket - NEAR); empty < bucket; empty++) {
            near[slot(empty)] = null;
        }
        base = Math.max(base, bucket);
        first = Math.max(first, base);
    }

    /** Takes a row out of a bucket; -1 when that is empty. */
    int take(final long bucket) {
        final Rows rows = isNear(bucket) ? near[slot(bucket)] : null;
        if (rows != null && rows.count > 0) {
            nearCount--;
            return rows.rows[--rows.count];
        }
        final Rows others = far.isEmpty() ? null : far.get(bucket);
        return others == null || others.count == 0 ? -1 : others.rows[--others.count];
    }

    /** Returns the sum of a function of the rows in a bucket. */
    long sum(final long bucket, final IntToLongFunction function) {
        return sum(isNear(bucket) ? near[slot(bucket)] : null, function)
            + (far.isEmpty() ? 0 : sum(far.get(bucket), function));
    }

    private static long sum(final Rows rows, final IntToLongFunction function) {
        long sum = 0;
        for (int i = 0; rows != null && i < rows.count; i++) {
            sum += function.applyAsLong(rows.rows[i]);
        }
        return sum;
    }

    /** The lowest bucket with rows in it; the largest long when there is none. */
    long lowest() {
        while (!far.isEmpty() && far.firstEntry().getValue().count == 0) {
            far.pollFirstEntry();
        }
        final long lowestFar = far.isEmpty() ? Long.MAX_VALUE : far.firstKey();
        if (nearCount == 0) {
            return lowestFar;
        }
        while (near[slot(first)] == null || near[slot(first)].count == 0) {
            first++;
        }
        return Math.min(first, lowestFar);
    }
}
