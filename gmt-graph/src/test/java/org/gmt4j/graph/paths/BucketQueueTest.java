package org.gmt4j.graph.paths;

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
                assertEquals(-1, queue.take(passed), "a bucket that another node has");
            }
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
}
