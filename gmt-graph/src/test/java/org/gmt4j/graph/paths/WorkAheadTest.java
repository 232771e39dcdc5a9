package org.gmt4j.graph.paths;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WorkAheadTest {
    @Test
    void shouldTakeMoreBucketsWhileStepsAreShortAndLittleIsSent() {
        final WorkAhead ahead = new WorkAhead(2);
        assertEquals(7, ahead.last(7));
        for (int buckets = 2; buckets <= WorkAhead.MOST_BUCKETS; buckets *= 2) {
            ahead.adapt(1600, 0, 100);
            assertEquals(7 + buckets - 1, ahead.last(7));
        }
        ahead.adapt(1600, 0, 100);
        assertEquals(7 + WorkAhead.MOST_BUCKETS - 1, ahead.last(7), "the most");
    }

    @Test
    void shouldStayWhereMuchIsSentOrStepsAreLong() {
        final WorkAhead ahead = new WorkAhead(2);
        ahead.adapt(1600, 0, 101);
        assertEquals(0, ahead.last(0), "each sixteenth edge leads away");
        ahead.adapt(2 * WorkAhead.LONG_STEP, 0, 0);
        assertEquals(0, ahead.last(0), "a long step");
        ahead.adapt(2 * WorkAhead.LONG_STEP - 1, 0, 0);
        assertEquals(1, ahead.last(0));
    }

    @Test
    void shouldTakeFewerWhereRowsAreFollowedAgain() {
        final WorkAhead ahead = new WorkAhead(3);
        for (int i = 0; i < 3; i++) {
            ahead.adapt(800, 100, 0);
        }
        assertEquals(7, ahead.last(0), "an eighth again");
        for (int buckets = 4; buckets >= 1; buckets /= 2) {
            ahead.adapt(800, 101, 0);
            assertEquals(buckets - 1, ahead.last(0));
        }
        ahead.adapt(800, 800, 0);
        assertEquals(0, ahead.last(0), "the fewest");
    }

    @Test
    void shouldNotPassTheLastBucketOfAll() {
        final WorkAhead ahead = new WorkAhead(1);
        for (int i = 0; i < 4; i++) {
            ahead.adapt(1, 0, 0);
        }
        assertEquals(Long.MAX_VALUE - 1, ahead.last(Long.MAX_VALUE - 1), "the bucket of the longest lengths");
    }

    @Test
    void shouldShortenStepsThatOthersWaitFor() {
        final WorkAhead ahead = new WorkAhead(2);
        ahead.adapt(1, 0, 0);
        ahead.adapt(1, 0, 0);
        ahead.adapt(8 * WorkAhead.LONG_STEP, 0, 0);
        assertEquals(3, ahead.last(0), "four times a long step");
        ahead.adapt(8 * WorkAhead.LONG_STEP + 1, 0, 0);
        assertEquals(1, ahead.last(0));
    }
}
