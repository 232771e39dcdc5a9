package org.gmt4j.graph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WordBucketsTest {
    /** More than the segments that a bucket has room for at first. */
    @Test
    void shouldKeepWordsOfEachBucketInOrder() {
        final int buckets = 3;
        final List<List<Long>> expected = new ArrayList<>();
        for (int i = 0; i < buckets; i++) {
            expected.add(new ArrayList<>());
        }
        final Random random = new Random(1);
        try (WordBuckets words = new WordBuckets(buckets)) {
            for (int i = 0; i < 200_000; i++) {
                final int bucket = random.nextInt(4) == 0 ? 0 : 2;
                final long word = random.nextLong();
                words.add(bucket, word);
                expected.get(bucket).add(word);
            }
            for (int bucket = 0; bucket < buckets; bucket++) {
                assertEquals(expected.get(bucket).size(), words.count(bucket));
                assertEquals(expected.get(bucket), all(words, bucket));
            }
            words.free(2);
            assertEquals(0, words.count(2));
            words.add(2, 5);
            assertEquals(List.of(5L), all(words, 2));
        }
    }

    private static List<Long> all(final WordBuckets words, final int bucket) {
        final List<Long> all = new ArrayList<>();
        for (int i = 0; i < words.segmentCount(bucket); i++) {
            final LocalView segment = words.segment(bucket, i);
            for (long k = 0; k < segment.count(); k++) {
                all.add(segment.word(k));
            }
        }
        return all;
    }

    /** Runs of words that end within segments and at their ends. */
    @Test
    void shouldKeepOrderOverSegmentsAndAfterClearing() {
        try (LocalView run = LocalView.allocate(700, true); WordBuckets buckets = new WordBuckets(2)) {
            for (int round = 0; round < 3; round++) {
                long next = round;
                for (int i = 0; i < 200 - 50 * round; i++) {
                    for (int at = 0; at < run.count(); at++) {
                        run.setWord(at, next + at - 1);
                    }
                    buckets.addAll(1, run, 1);
                    next += run.count() - 1;
                    buckets.add(1, next++);
                }
                assertEquals(next - round, buckets.count(1));
                long expected = round;
                for (int segment = 0; segment < buckets.segmentCount(1); segment++) {
                    for (long at = 0; at < buckets.segment(1, segment).count(); at++) {
                        assertEquals(expected++, buckets.segment(1, segment).word(at));
                    }
                }
                assertEquals(next, expected);
                assertEquals(0, buckets.count(0));
                if (round == 1) {
                    buckets.free(1);
                } else {
                    buckets.clear(1);
                }
                assertEquals(0, buckets.count(1));
            }
        }
    }
}
