package org.gmt4j.graph.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.gmt4j.graph.memory.TextTable;
import org.junit.jupiter.api.Test;

class NameBatchTest {
    /** Some of them are looked up before the batch is full. */
    @Test
    void shouldTakeTheLongestNames() {
        final byte[] name = new byte[TextBlock.LONGEST_NAME];
        try (TextTable table = new TextTable()) {
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
}
