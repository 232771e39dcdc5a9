package org.gmt4j.graph.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PartRangeTest {
    @Test
    void shouldCoverEverythingOnceInEqualParts() {
        for (final long total : new long[] {0, 1, 6, 7, 8, 1000, Long.MAX_VALUE}) {
            for (final int parts : new int[] {1, 2, 3, 7, 1000}) {
                long next = 0;
                for (int part = 0; part < parts; part++) {
                    final PartRange range = PartRange.of(total, part, parts);
                    assertEquals(next, range.start());
                    assertTrue(range.end() - range.start() - total / parts <= 1);
                    next = range.end();
                }
                assertEquals(total, next);
            }
        }
    }

    @Test
    void shouldRefuseAPartThatDoesNotExist() {
        assertThrows(IllegalArgumentException.class, () -> PartRange.of(10, 2, 2));
        assertThrows(IllegalArgumentException.class, () -> PartRange.of(10, 0, 0));
    }
}
