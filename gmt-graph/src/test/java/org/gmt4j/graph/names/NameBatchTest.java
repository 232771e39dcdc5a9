package org.gmt4j.graph.names;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.gmt4j.graph.memory.Room;
import org.gmt4j.graph.memory.TextTable;
import org.gmt4j.graph.source.NameNumbers;
import org.junit.jupiter.api.Test;

class NameBatchTest {
    /** Some of them are looked up before the batch is full. */
    @Test
    void shouldTakeTheLongestNames() {
        final byte[] name = new byte[NameNumbers.LONGEST_NAME];
        try (TextTable table = new TextTable(Room.BOUNDLESS)) {
            final NameBatch batch = new NameBatch(table);
            for (int turn = 0; turn < 2; turn++) {
                batch.clear();
                for (int i = 0; i < 80; i++) {
                    Arrays.fill(name, (byte) (i % 7));
                    assertEquals(i, batch.number(name, 0, name.length - i % 2));
                }
                final int[] numbers = batch.numbers();
                assertEquals(80, batch.count());
                for (int i = 0; i < 80; i++) {
                    assertEquals(i % 14, numbers[i]);
                }
            }
            assertEquals(14, table.count());
        }
    }

    /** Tasks of one thread have one table, and long names are looked up by whoever reads. */
    @Test
    void shouldLookUpLongNamesOfSeveralReaders() throws Exception {
        try (TextTable table = new TextTable(Room.BOUNDLESS)) {
            final CyclicBarrier begin = new CyclicBarrier(2);
            final Callable<int[]> reader = () -> {
                begin.await();
                final NameBatch batch = new NameBatch(table);
                for (int i = 0; i < 400; i++) {
                    final byte[] name = longName(i);
                    batch.number(name, 0, name.length);
                }
                return batch.numbers();
            };
            final ExecutorService readers = Executors.newFixedThreadPool(2);
            try {
                for (final Future<int[]> numbers : readers.invokeAll(List.of(reader, reader))) {
                    for (int i = 0; i < 400; i++) {
                        assertArrayEquals(longName(i), table.texts().text(numbers.get()[i]));
                    }
                }
            } finally {
                readers.shutdown();
            }
            assertEquals(400, table.count());
        }
    }

    private static byte[] longName(final int number) {
        final byte[] name = new byte[1 << 17];
        Arrays.fill(name, (byte) number);
        name[0] = (byte) (number >> 8);
        return name;
    }
}
