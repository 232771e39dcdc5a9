package org.gmt4j.engine.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.UnsafeApi;
import org.gmt4j.engine.memory.SegmentTable;
import org.junit.jupiter.api.Test;

/** Copies of entries with long strings: few at a time are on the heap, whatever the length. */
class LongValuesBatchTest {
    private static final int ENTRIES = 300;
    /** Longer than the limit of a batch, but for every third. */
    private static final int LENGTH = LongBatch.MOST_CHARACTERS + 10;

    private static StoreMemory memory() {
        return new StoreMemory("texts", 0, new SegmentTable(true, 1L << 30), Long.MAX_VALUE);
    }

    private static String value(final long key) {
        return (key % 2 == 0 ? "e" : "語").repeat(key % 3 == 0 ? LENGTH : 20) + key;
    }

    @Test
    void shouldCopyFewLongValuesAtATimeByNumber() {
        final LongStore store = new LongStore(memory(), 1, true, StoreValues.TEXTS);
        assertTrue(store.begin(10));
        final Map<Long, String> model = new TreeMap<>();
        for (long key = 0; key < ENTRIES; key++) {
            store.putText(key, value(key), true);
            model.put(key, value(key));
        }
        final Map<Long, String> found = new TreeMap<>();
        final LongBatch batch = new LongBatch();
        for (int shard = 0; shard < store.shardCount(); shard++) {
            store.begin(batch, shard);
            while (store.next(batch)) {
                long characters = 0;
                for (int i = 0; i < batch.count(); i++) {
                    assertNull(found.put(batch.key(i), batch.text(i)), "twice");
                    characters += batch.text(i).length();
                }
                assertTrue(characters < 2 * LENGTH, characters + " characters at once");
            }
        }
        assertEquals(model, found);
        store.free();
    }

    @Test
    void shouldCopyFewLongValuesAtATimeByName() {
        final TextStore store = new TextStore(memory(), 1, true, StoreValues.TEXTS);
        assertTrue(store.begin(10));
        final Map<String, String> model = new TreeMap<>();
        final long address = UnsafeApi.allocateMemory(16);
        for (long key = 0; key < ENTRIES; key++) {
            final byte[] name = ("k" + key).getBytes(StandardCharsets.US_ASCII);
            UnsafeApi.setMemory(address, 16, (byte) 0);
            UnsafeApi.copyMemory(name, UnsafeApi.arrayBaseOffset(byte[].class), null, address, name.length);
            store.putText(address, name.length, value(key), true);
            model.put("k" + key, value(key));
        }
        UnsafeApi.freeMemory(address);
        final Map<String, String> found = new TreeMap<>();
        final TextBatch batch = new TextBatch();
        for (int shard = 0; shard < store.shardCount(); shard++) {
            store.begin(batch, shard);
            while (store.next(batch)) {
                long characters = 0;
                for (int i = 0; i < batch.count(); i++) {
                    assertNull(found.put(batch.key(i), batch.text(i)), "twice");
                    characters += batch.text(i).length();
                }
                assertTrue(characters < 2 * LENGTH, characters + " characters at once");
            }
        }
        assertEquals(model, found);
        store.free();
    }
}
