package org.gmt4j.graph.csr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gmt4j.graph.memory.LocalView;
import org.gmt4j.graph.memory.Room;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys, staging and sorting of a node's edges, against sorting all by comparison. */
class BucketSorterTest {
    /** Vertices, rows of a node, entries of one word at most (bits), directions. */
    @ParameterizedTest
    @CsvSource({"1, 1, 63, 3", "2, 1, 63, 10", "5000, 2500, 63, 40000", "5000, 2500, 10, 40000",
        "1048576, 524288, 63, 100000", "1099511627776, 4194304, 63, 30000", "1099511627776, 4194304, 40, 30000"})
    void shouldSortEachBucketByRowAndTarget(final long vertices, final long rows, final int narrowBits,
                                            final int count) {
        final EdgeKeys keys = new EdgeKeys(vertices, rows, narrowBits);
        assertTrue(keys.keyBits() <= 63);
        final EdgeStaging[] stagings = {new EdgeStaging(keys, Room.BOUNDLESS), new EdgeStaging(keys, Room.BOUNDLESS)};
        final List<List<long[]>> expected = new ArrayList<>();
        for (int bucket = 0; bucket < keys.bucketCount(); bucket++) {
            expected.add(new ArrayList<>());
        }
        final Random random = new Random(7);
        final LocalView entries = LocalView.allocate(2L * count, true);
        int words = 0;
        for (int i = 0; i < count; i++) {
            final long row = random.nextLong(rows);
            final long target = random.nextLong(vertices);
            final int direction = random.nextInt(2);
            expected.get((int) (row / keys.bucketRows())).add(new long[] {row, target, direction});
            if (random.nextInt(3) == 0) {
                stagings[0].add(row, EdgeKeys.word(target, direction));
            } else if (keys.isWide()) {
                entries.setWord(words++, row);
                entries.setWord(words++, EdgeKeys.word(target, direction));
            } else {
                entries.setWord(words++, row << keys.wordBits() | EdgeKeys.word(target, direction));
            }
        }
        stagings[1].addAll(entries.first(words));
        try (BucketSorter sorter = new BucketSorter(keys)) {
            for (int bucket = 0; bucket < keys.bucketCount(); bucket++) {
                assertBucket(keys, stagings, bucket, sorter, expected.get(bucket));
            }
        }
        entries.close();
        stagings[0].close();
        stagings[1].close();
    }

    /** What was enough for the buckets before is not for this one. */
    @Test
    void shouldMakeRoomForALargerBucketThanBefore() {
        final EdgeKeys keys = new EdgeKeys(1 << 20, 1 << 12);
        final EdgeStaging[] stagings = {new EdgeStaging(keys, Room.BOUNDLESS)};
        final Random random = new Random(5);
        final int[] counts = {10, 60_000};
        for (int bucket = 0; bucket < counts.length; bucket++) {
            for (int i = 0; i < counts[bucket]; i++) {
                stagings[0].add(bucket * keys.bucketRows() + random.nextLong(keys.bucketRows()),
                    EdgeKeys.word(random.nextInt(1 << 20), 0));
            }
        }
        try (BucketSorter sorter = new BucketSorter(keys)) {
            for (int bucket = 0; bucket < counts.length; bucket++) {
                final LocalView sorted = sorter.sort(stagings, bucket, counts[bucket]);
                for (int i = 1; i < counts[bucket]; i++) {
                    assertTrue(sorted.word(i - 1) <= sorted.word(i), bucket + " " + i);
                }
            }
        }
        stagings[0].close();
    }

    private static void assertBucket(final EdgeKeys keys, final EdgeStaging[] stagings, final int bucket,
                                     final BucketSorter sorter, final List<long[]> expected) {
        assertEquals(expected.size(), stagings[0].buckets().count(bucket) + stagings[1].buckets().count(bucket));
        final LocalView sorted = sorter.sort(stagings, bucket, expected.size());
        final long[] found = new long[expected.size()];
        long directions = 0;
        for (int i = 0; i < found.length; i++) {
            final long key = sorted.word(i);
            // The bucket's number may be in front of the row: a key is what lies below.
            found[i] = (key & (1L << keys.keyBits()) - 1) >>> 1;
            directions += key & 1;
        }
        final long wanted = expected.stream().mapToLong(e -> e[2]).sum();
        assertEquals(wanted, directions, "each direction stays with its edge");
        assertArrayEquals(expected.stream().mapToLong(e -> keys.key(e[0], EdgeKeys.word(e[1], 0)) >>> 1)
            .sorted().toArray(), found,
            "bucket " + bucket);
    }

    @Test
    void shouldTakeTwoWordsOnlyWhereOneIsTooShort() {
        assertFalse(new EdgeKeys(1L << 31, 1L << 30).isWide());
        assertEquals(8, new EdgeKeys(1L << 31, 1L << 30).entryLength());
        assertTrue(new EdgeKeys(1L << 33, 1L << 32).isWide());
        assertEquals(16, new EdgeKeys(1L << 33, 1L << 32).entryLength());
    }

    @Test
    void shouldKeepBucketsFewAndKeysShort() {
        for (int bits = 0; bits <= 40; bits++) {
            for (final long nodes : new long[] {1, 3, 1024}) {
                final long rows = ((1L << bits) - 1) / nodes + 1;
                final EdgeKeys keys = new EdgeKeys(1L << bits, rows);
                assertTrue(keys.keyBits() <= 63, bits + " bits, " + nodes + " nodes");
                assertEquals(keys.bucketCount() - 1, keys.bucket(rows - 1), "the last row is in the last bucket");
                assertTrue(bits > 32 || keys.bucketCount() <= 1024, bits + " bits: " + keys.bucketCount() + " buckets");
            }
        }
    }
}
