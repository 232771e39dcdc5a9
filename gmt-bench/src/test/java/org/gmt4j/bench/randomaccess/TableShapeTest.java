package org.gmt4j.bench.randomaccess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableShapeTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 8, 100, 1000})
    void shouldGiveEachElementToTheNodeThatHasIt(final int nodes) {
        for (int log2 = 1; log2 < 12; log2++) {
            final TableShape shape = new TableShape(log2, nodes);
            long index = 0;
            for (int node = 0; node < nodes; node++) {
                assertEquals(index, shape.start(node));
                for (final long end = index + shape.count(node); index < end; index++) {
                    assertEquals(node, shape.owner(index));
                }
            }
            assertEquals(shape.size(), index);
            assertEquals(8 * shape.size(), Arrays.stream(shape.bytes()).sum());
            assertTrue(Arrays.stream(shape.bytes()).max().orElseThrow() <= 8 * ((shape.size() + nodes - 1) / nodes));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 7, 64, 1000, 1 << 20})
    void shouldShareTheStreamWithoutGaps(final long tasks) {
        final TableShape shape = new TableShape(9, 3);
        assertEquals(0, shape.firstUpdate(0, tasks));
        assertEquals(shape.updates(), shape.firstUpdate(tasks, tasks));
        for (long task = 0; task < tasks; task++) {
            final long count = shape.firstUpdate(task + 1, tasks) - shape.firstUpdate(task, tasks);
            assertTrue(count == shape.updates() / tasks || count == shape.updates() / tasks + 1, "task " + task);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 7, 65_536})
    void shouldHoldForTheLargestTable(final int nodes) {
        final TableShape shape = new TableShape(TableShape.LARGEST, nodes);
        assertEquals(nodes - 1, shape.owner(shape.mask()));
        assertEquals(shape.size(), shape.start(nodes));
        assertEquals(1, shape.owner(shape.start(1)));
        assertEquals(0, shape.owner(shape.start(1) - 1));
        assertEquals(4 * shape.size(), shape.firstUpdate(4096L * nodes, 4096L * nodes));
    }
}
