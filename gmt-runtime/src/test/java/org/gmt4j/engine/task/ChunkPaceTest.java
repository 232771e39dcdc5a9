package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChunkPaceTest {
    private static final int FIBERS = 1024;
    private static final long PLENTY = 1L << 40;

    /** The size at which it settles for iterations of a cost, waits included. */
    private static long settled(final ChunkPace pace, final double nsEach, final double waitsEach) {
        long length = 0;
        for (int i = 0; i < 30; i++) {
            length = pace.next(PLENTY, 1);
            pace.ended(length, (long) Math.ceil(length * nsEach), (int) Math.round(length * waitsEach), FIBERS, PLENTY);
        }
        return length;
    }

    @Test
    void shouldBeginWithOneIteration() {
        assertEquals(1, new ChunkPace().next(PLENTY, 1));
        assertEquals(1, new ChunkPace().next(1, 8));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 10, 1_000, 24_000})
    void shouldAimAtATimeWhereIterationsCompute(final double nsEach) {
        final double ns = settled(new ChunkPace(), nsEach, 0) * nsEach;
        assertTrue(ns > ChunkPace.AIM_NS / 2.1 && ns < ChunkPace.AIM_NS * 1.1, () -> "chunks of " + ns + " ns");
    }

    @Test
    void shouldTakeSingleLongIterations() {
        assertEquals(1, settled(new ChunkPace(), 10_000_000, 0));
    }

    @Test
    void shouldNotGrowWithoutLimit() {
        assertEquals(1 << 20, settled(new ChunkPace(), 0, 0));
    }

    /** All fibers must have some, or the waits of few are all that overlaps. */
    @Test
    void shouldStaySmallWhereIterationsWait() {
        final ChunkPace pace = new ChunkPace();
        assertEquals(1, settled(pace, 5_000, 1));
        settled(pace, 1, 0);
        final long left = 100_000;
        pace.ended(10_000, 50_000, 10_000, FIBERS, left);
        assertTrue(pace.next(left, 1) <= left / FIBERS);
    }

    /** A chunk that waits for its operations at its end is one that computes. */
    @Test
    void shouldGrowWhereOnlyTheEndWaits() {
        final ChunkPace pace = new ChunkPace();
        settled(pace, 100, 0);
        final long before = pace.next(PLENTY, 1);
        pace.ended(before, 10_000_000, 1, FIBERS, PLENTY);
        assertEquals(before, pace.next(PLENTY, 1));
    }

    @Test
    void shouldLeaveSomeChunksForEachWorkerAtTheEnd() {
        final ChunkPace pace = new ChunkPace();
        settled(pace, 1, 0);
        long left = 100_000;
        int chunks = 0;
        while (left > 0) {
            final long next = pace.next(left, 4);
            assertTrue(next >= 1 && next <= Math.max(1, left / 16), "too large");
            left -= next;
            chunks++;
        }
        assertTrue(chunks < 300, "chunks " + chunks);
    }
}
