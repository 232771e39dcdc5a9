package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each chunk is taken from the front or cut off at the back, once. */
@Timeout(60)
class ChunkRangeTest {
    @Test
    void shouldGiveTheSmallerHalfBeforeItHasBegunAndTheLargerOneAfterwards() {
        final ChunkRange range = new ChunkRange(7);
        assertEquals("4-7", cut(range));
        assertEquals(0, range.take());
        assertEquals(1, range.taken());
        assertEquals(3, range.left());
        assertEquals("2-4", cut(range));
    }

    @Test
    void shouldKeepTheLastChunkUntilOneHasBeenTaken() {
        final ChunkRange range = new ChunkRange(2);
        assertEquals("1-2", cut(range));
        assertFalse(range.hasHalf());
        assertEquals("", cut(range));
        assertEquals(0, range.take());
        assertEquals(ChunkRange.NONE, range.take());
        assertEquals("", cut(range));
        final ChunkRange begun = new ChunkRange(2);
        assertEquals(0, begun.take());
        assertTrue(begun.hasHalf());
        assertEquals("1-2", cut(begun));
        assertEquals(0, begun.left());
    }

    @Test
    void shouldHoldAsManyChunksAsItSays() {
        final ChunkRange range = new ChunkRange((int) ChunkRange.MAX_CHUNKS);
        assertEquals(0, range.take());
        assertEquals(1, range.take());
        final long cut = range.cutHalf();
        assertEquals(Integer.MAX_VALUE, ChunkRange.end(cut));
        assertEquals(ChunkRange.next(cut) - 2, range.left());
    }

    @Test
    void shouldGiveEachChunkOnceToThreadsThatTakeAndCut() throws InterruptedException {
        final int count = 200_000;
        final ChunkRange range = new ChunkRange(count);
        final AtomicIntegerArray seen = new AtomicIntegerArray(count);
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            final boolean cuts = i % 2 == 1;
            final Thread thread = new Thread(() -> {
                for (int round = 0; round < 50 || !cuts; round++) {
                    final long cut = cuts ? range.cutHalf() : 0;
                    for (int k = ChunkRange.next(cut); k < ChunkRange.end(cut); k++) {
                        seen.incrementAndGet(k);
                    }
                    final int taken = range.take();
                    if (taken != ChunkRange.NONE) {
                        seen.incrementAndGet(taken);
                    } else {
                        return;
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        for (int k = 0; k < count; k++) {
            assertEquals(1, seen.get(k), "chunk " + k);
        }
    }

    private static String cut(final ChunkRange range) {
        final long cut = range.cutHalf();
        return cut == 0 ? "" : ChunkRange.next(cut) + "-" + ChunkRange.end(cut);
    }
}
