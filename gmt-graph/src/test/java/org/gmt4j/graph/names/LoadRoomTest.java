package org.gmt4j.graph.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.memory.FreedMemory;
import org.gmt4j.graph.memory.NameTable;
import org.gmt4j.graph.memory.TextTable;
import org.gmt4j.graph.memory.WordBuckets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class LoadRoomTest {
    private static final long STEP = LoadRoom.STEP;

    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong looks = new AtomicLong();
    private final AtomicLong trims = new AtomicLong();
    private final FreedMemory freed = new FreedMemory(() -> trims.incrementAndGet() > 0);
    /** Looks for each allocation. */
    private final LoadRoom room = new LoadRoom("follows", 3, left::get, freed, 1);

    private long look() {
        looks.incrementAndGet();
        return left.get();
    }

    private static String refused(final Executable growth) {
        final GraphException refused = assertThrows(GraphException.class, growth);
        assertEquals(GraphException.TOO_LARGE, refused.number(), refused.getMessage());
        return refused.getMessage();
    }

    @Test
    void shouldLookAtTheMachineEachStep() {
        final LoadRoom coarse = new LoadRoom("follows", 0, this::look, freed, STEP);
        for (long taken = 0; taken < 10 * STEP; taken += STEP / 16) {
            coarse.take(STEP / 16);
        }
        assertEquals(10, looks.get());
        coarse.take(STEP);
        coarse.take(STEP);
        assertEquals(12, looks.get(), "what is long is always looked for");
    }

    @Test
    void shouldWantRoomUntilTheNextLook() {
        final LoadRoom coarse = new LoadRoom("follows", 0, this::look, freed, STEP);
        left.set(STEP);
        coarse.take(STEP);
        coarse.take(STEP - 1);
        left.set(STEP - 1);
        refused(() -> coarse.take(1));
        coarse.take(STEP - 1);
        left.set(3 * STEP);
        refused(() -> coarse.take(3 * STEP + 1));
        coarse.take(3 * STEP);
    }

    @Test
    void shouldGiveBackWhatIsFreedBeforeItRefuses() {
        final FreedMemory much = new FreedMemory(() -> {
            left.set(2 * STEP);
            return true;
        });
        left.set(0);
        final LoadRoom late = new LoadRoom("follows", 0, this::look, much, STEP);
        late.take(2 * STEP);
        assertEquals(2, looks.get());
        left.set(0);
        refused(() -> late.take(STEP));
        assertEquals(3, looks.get(), "once for each load");
        refused(() -> room.take(1));
        assertEquals(1, trims.get());
    }

    @Test
    void shouldSayWhatHasComeInAndWhatIsLeft() {
        left.set(0);
        assertEquals("GMT-307 follows does not fit: the machine of node 3 has 0 bytes left for it until the graph is "
            + "there: take more machines (gmt.memory.max does not bound what waits, gmt.memory.reserve says what a "
            + "machine keeps)", refused(() -> room.take(1)));
        room.note(40);
        room.note(2);
        assertTrue(refused(() -> room.take(1)).contains("does not fit: node 3 has taken in 42 edges, and the machine"));
    }

    @Test
    void shouldKeepNumbersWhenATableCannotGrow() {
        try (NameTable table = new NameTable(room)) {
            for (final long factor : new long[] {1, 1L << 40}) {         // indexed, hashed
                left.set(Long.MAX_VALUE);
                final int first = table.count();
                for (int i = 0; i < 5000; i++) {
                    table.number(i * factor + factor);
                }
                left.set(0);
                fill(i -> table.number((5001L + i) * factor));
                for (int i = 1; i < 5000; i++) {
                    assertEquals(first + i, table.number(i * factor + factor));
                }
                left.set(Long.MAX_VALUE);
                for (int i = 0; i < 100_000; i++) {
                    table.number(i * factor + factor);
                }
                assertEquals(99_999 * factor + factor, table.value(table.find(99_999 * factor + factor)));
            }
        }
    }

    @Test
    void shouldKeepTextsWhenATableCannotGrow() {
        try (TextTable table = new TextTable(room)) {
            add(table, 0, 5000);
            left.set(0);
            fill(i -> add(table, 5000 + i, 1));
            for (int i = 0; i < 5000; i++) {
                assertEquals(i, add(table, i, 1));
            }
            left.set(Long.MAX_VALUE);
            assertTrue(add(table, 90_000, 10_000) > 5000);
            assertEquals(17, add(table, 17, 1));
        }
    }

    private static int add(final TextTable table, final int first, final int count) {
        int number = -1;
        for (int i = first; i < first + count; i++) {
            final byte[] text = ("name " + i).getBytes(StandardCharsets.UTF_8);
            number = table.number(text, 0, text.length);
        }
        return number;
    }

    private interface Adding {
        void add(int index);
    }

    /** Adds until it is refused, and again: a table without a free place would not come back. */
    private static void fill(final Adding adding) {
        int refusals = 0;
        for (int i = 0; i < 500_000 && refusals < 1000; i++) {
            try {
                adding.add(i);
            } catch (final GraphException refused) {
                refusals++;
            }
        }
        assertEquals(1000, refusals);
    }

    @Test
    void shouldKeepWordsWhenABucketCannotGrow() {
        try (WordBuckets buckets = new WordBuckets(2, room)) {
            for (int i = 0; i < 512; i++) {                              // a segment of 4 KB
                buckets.add(1, i);
            }
            left.set(0);
            refused(() -> buckets.add(1, 512));
            refused(() -> buckets.add(0, 1));
            assertEquals(512, buckets.count(1));
            assertEquals(511, buckets.segment(1, 0).word(511));
            left.set(Long.MAX_VALUE);
            buckets.add(1, 512);
            assertEquals(512, buckets.segment(1, 1).word(0));
        }
    }
}
