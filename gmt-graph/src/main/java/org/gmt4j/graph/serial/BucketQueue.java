package org.gmt4j.graph.serial;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/**
 * Rows in numbered buckets, the lowest first; those of a bucket in the order in which they came. So a bucket is emptied
 * in phases: the rows that an earlier phase has added come after all of its own. To take the last ones first would
 * follow rows with lengths that are about to fall, and those behind them, and so on: exponential time, where many
 * lengths lie in one bucket. A row may be in it several times. Owned by one thread; per entry.
 *
 * <pre>
 * near   a ring of the buckets from the one that is being emptied on: most rows go here
 * far    those behind the ring, by a tree; they move into the ring when it reaches them
 * </pre>
 */
public final class BucketQueue {
    /** Buckets of the ring, a power of two. */
    static final int NEAR = 1 << 10;

    private final Rows[] near = new Rows[NEAR];
    private final TreeMap<Long, Rows> far = new TreeMap<>();
    /** Where the ring begins, and the first of its buckets that may have rows. */
    private long base;
    private long first;
    private long nearCount;

    /** From a head to an end; short at first, for in far buckets there is often one row. */
    private static final class Rows {
        private int[] rows = new int[2];
        private int head;
        private int end;

        void add(final int row) {
            if (end == rows.length) {
                makeRoom();
            }
            rows[end++] = row;
        }

        /** Half of the array at least is free then. */
        private void makeRoom() {
            final int[] next = head >= rows.length >> 1 ? rows : new int[2 * rows.length];
            System.arraycopy(rows, head, next, 0, count());
            end -= head;
            head = 0;
            rows = next;
        }

        int take() {
            final int row = rows[head++];
            if (head == end) {
                head = 0;
                end = 0;
            }
            return row;
        }

        int count() {
            return end - head;
        }
    }

    /** Adds a row to a bucket, which is not below the one that was begun last. */
    public void add(final long bucket, final int row) {
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
    public void begin(final long bucket) {
        for (long empty = Math.max(base, bucket - NEAR); empty < bucket; empty++) {
            near[slot(empty)] = null;
        }
        base = Math.max(base, bucket);
        first = Math.max(first, base);
        while (!far.isEmpty() && isNear(far.firstKey())) {
            final Map.Entry<Long, Rows> reached = far.pollFirstEntry();
            near[slot(reached.getKey())] = reached.getValue();
            nearCount += reached.getValue().count();
            first = Math.min(first, reached.getKey());
        }
    }

    /** Takes the first row out of a bucket; -1 when that is empty. */
    public int take(final long bucket) {
        final boolean isNear = isNear(bucket);
        final Rows rows = isNear ? near[slot(bucket)] : far.get(bucket);
        if (rows == null || rows.count() == 0) {
            return -1;
        }
        nearCount -= isNear ? 1 : 0;
        return rows.take();
    }

    /** Returns the sum of a function of the rows in a bucket. */
    public long sum(final long bucket, final IntToLongFunction function) {
        final Rows rows = isNear(bucket) ? near[slot(bucket)] : far.get(bucket);
        long sum = 0;
        for (int i = rows == null ? 0 : rows.head; rows != null && i < rows.end; i++) {
            sum += function.applyAsLong(rows.rows[i]);
        }
        return sum;
    }

    /** The lowest bucket with rows in it; the largest long when there is none. */
    public long lowest() {
        while (!far.isEmpty() && far.firstEntry().getValue().count() == 0) {
            far.pollFirstEntry();
        }
        final long lowestFar = far.isEmpty() ? Long.MAX_VALUE : far.firstKey();
        if (nearCount == 0) {
            return lowestFar;
        }
        while (near[slot(first)] == null || near[slot(first)].count() == 0) {
            first++;
        }
        return Math.min(first, lowestFar);
    }
}
