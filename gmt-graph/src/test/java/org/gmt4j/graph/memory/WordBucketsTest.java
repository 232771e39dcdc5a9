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
}
