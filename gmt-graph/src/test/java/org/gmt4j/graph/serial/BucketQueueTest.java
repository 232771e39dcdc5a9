package org.gmt4j.graph.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketQueueTest {
    /** As a search does: empties the lowest bucket, or one below it that others have, and adds to it and above. */
    @ParameterizedTest
    @ValueSource(longs = {1, 5, BucketQueue.NEAR - 1, BucketQueue.NEAR, 10 * BucketQueue.NEAR, 1L << 50})
    void shouldGiveBackEachRowFromTheLowestBucket(final long reach) {
        final SplittableRandom random = new SplittableRandom(reach);
        final BucketQueue queue = new BucketQueue();
        final TreeMap<Long, List<Integer>> expected = new TreeMap<>();
        add(queue, expected, 0, 0);
        int made = 1;
        int taken = 0;
        long passed = 0;
        while (!expected.isEmpty()) {
            final long lowest = queue.lowest();
            assertEquals(expected.firstKey(), lowest);
            if (lowest > passed && random.nextInt(4) == 0) {
                passed += random.nextLong(lowest - passed);
                queue.begin(passed);
                assertEquals(-1, queue.take(passed), "a bucket that another node has");
            }
            queue.begin(lowest);
            final int row = queue.take(lowest);
            final List<Integer> rows = expected.get(lowest);
            assertTrue(rows.remove((Integer) row), "row " + row + " of " + rows);
            if (rows.isEmpty()) {
                expected.remove(lowest);
            }
            taken++;
            passed = lowest;
            for (int i = 0; i < 2 && made < 5000; i++) {
                add(queue, expected, lowest + random.nextLong(reach), made++);
            }
        }
        assertEquals(5000, taken);
        assertEquals(Long.MAX_VALUE, queue.lowest());
    }

    private static void add(final BucketQueue queue, final TreeMap<Long, List<Integer>> expected, final long bucket,
                            final int row) {
        queue.add(bucket, row);
        expected.computeIfAbsent(bucket, number -> new ArrayList<>()).add(row);
    }

    @Test
    void shouldTakeWhatComesBelowItsOwnLowest() {
        final BucketQueue queue = new BucketQueue();
        queue.add(5000, 1);
        queue.add(20, 2);
        assertEquals(20, queue.lowest());
        queue.begin(10);
        assertEquals(-1, queue.take(10));
        queue.add(11, 3);
        assertEquals(11, queue.lowest());
        assertEquals(3, queue.take(11));
        assertEquals(-1, queue.take(11));
        assertEquals(2, queue.take(20));
        assertEquals(5000, queue.lowest());
        assertEquals(1, queue.take(5000));
        assertEquals(Long.MAX_VALUE, queue.lowest());
    }

    /** Rows of far buckets too, when these have come near; and rows that come while others are taken. */
    @ParameterizedTest
    @ValueSource(longs = {3, 3 * BucketQueue.NEAR})
    void shouldGiveRowsInTheOrderInWhichTheyCame(final long bucket) {
        final BucketQueue queue = new BucketQueue();
        int added = 0;
        while (added < 100) {
            queue.add(bucket, added++);
        }
        queue.begin(bucket);
        for (int taken = 0; taken < 10_000; taken++) {
            if (added < 10_000) {
                queue.add(bucket, added++);
            }
            assertEquals(taken, queue.take(bucket));
        }
        assertEquals(-1, queue.take(bucket));
        assertEquals(Long.MAX_VALUE, queue.lowest());
    }

    /** As a step does that works ahead: rows of later buckets are taken, then others send some for earlier ones. */
    @ParameterizedTest
    @ValueSource(longs = {1, 7, BucketQueue.NEAR / 2, BucketQueue.NEAR + 1, 3 * BucketQueue.NEAR})
    void shouldTakeEarlierBucketsAfterLaterOnes(final long window) {
        final SplittableRandom random = new SplittableRandom(window);
        final BucketQueue queue = new BucketQueue();
        final TreeMap<Long, List<Integer>> expected = new TreeMap<>();
        add(queue, expected, 0, 0);
        int made = 1;
        int taken = 0;
        while (!expected.isEmpty()) {
            final long begin = queue.lowest();
            assertEquals(expected.firstKey(), begin);
            queue.begin(begin);
            for (long bucket = begin; bucket < begin + window; bucket = queue.lowest()) {
                for (int row = queue.take(bucket); row >= 0; row = queue.take(bucket)) {
                    assertTrue(expected.get(bucket).remove((Integer) row), "row " + row);
                    taken++;
                    if (made < 5000) {
                        add(queue, expected, bucket + random.nextLong(2 * window + 2), made++);
                    }
                }
                assertTrue(expected.remove(bucket).isEmpty(), "bucket " + bucket);
            }
            for (int i = 0; i < 3 && made < 5000; i++) {
                add(queue, expected, begin + random.nextLong(window), made++);
            }
        }
        assertEquals(5000, taken);
        assertEquals(Long.MAX_VALUE, queue.lowest());
    }
}
