package org.gmt4j.engine.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.agrona.UnsafeApi;
import org.gmt4j.GmtException;
import org.gmt4j.engine.memory.SegmentTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Containers at their limit: what fits is taken, whatever others ask for. */
class StoreLimitTest {
    private static final int TRIES = 300_000;

    private static StoreMemory memory(final long limit) {
        return new StoreMemory("full", 0, new SegmentTable(true, 1L << 30), limit);
    }

    /** One thread asks for far too much again and again, the other for what fits. */
    @Test
    void shouldNotCountWhatIsRefused() throws InterruptedException {
        final StoreMemory memory = memory(1 << 20);
        final Thread greedy = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                assertEquals(0, memory.take(1 << 21));
            }
        });
        greedy.start();
        int refused = 0;
        for (int i = 0; i < TRIES; i++) {
            final long address = memory.take(32);
            if (address == 0) {
                refused++;
            } else {
                memory.giveBack(address, 32);
            }
        }
        greedy.interrupt();
        greedy.join();
        assertEquals(0, refused, "refused though there is room");
        assertEquals(0, memory.lengthInBytes());
    }

    /** Keys of one length in a store. */
    private static final class Keys {
        private final TextStore store;
        private final StoreMemory memory;
        private final long address = UnsafeApi.allocateMemory(16);

        Keys(final long limit) {
            memory = memory(limit);
            store = new TextStore(memory, 7, true, StoreValues.WORDS);
            assertTrue(store.begin(10));
        }

        long execute(final int operation, final int key) {
            final byte[] name = String.format("%016d", key).getBytes(StandardCharsets.US_ASCII);
            UnsafeApi.copyMemory(name, UnsafeApi.arrayBaseOffset(byte[].class), null, address, name.length);
            return store.execute(operation, address, 16, store.hash(address, 16), key);
        }

        /** Returns the key that did not fit. */
        int fill() {
            for (int key = 0; ; key++) {
                try {
                    execute(EntryOperation.SET, key);
                } catch (final GmtException e) {
                    assertEquals("GMT-821", e.code());
                    return key;
                }
            }
        }

        void free() {
            store.free();
            UnsafeApi.freeMemory(address);
            assertEquals(0, memory.lengthInBytes());
        }
    }

    /** With arenas that only double, 34,529 entries fit. */
    @Test
    void shouldGrowByLessWhereThereIsNoRoomForMore() {
        final Keys keys = new Keys(2_500_000);
        final int entries = keys.fill();
        assertTrue(entries > 35_500, entries + " entries");
        for (int key = 0; key < entries; key++) {
            assertEquals(key, keys.execute(EntryOperation.GET, key));
        }
        keys.free();
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000, 1_700_000, 2_500_000})
    void shouldUseTheRoomOfRemovedStrings(final long limit) {
        final Keys keys = new Keys(limit);
        final int entries = keys.fill();
        for (int round = 0; round < 3; round++) {
            for (int key = 0; key < entries; key += 4) {
                assertEquals(1, keys.execute(EntryOperation.REMOVE, key));
            }
            for (int key = 0; key < entries; key += 4) {
                keys.execute(EntryOperation.SET, key);
            }
            assertEquals(entries, keys.store.size());
            for (int key = 0; key < entries; key++) {
                assertEquals(key, keys.execute(EntryOperation.GET, key));
            }
        }
        assertThrows(GmtException.class, () -> keys.execute(EntryOperation.SET, entries), "still full");
        keys.free();
    }
}
