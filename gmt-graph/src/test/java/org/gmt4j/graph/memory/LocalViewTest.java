package org.gmt4j.graph.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalViewTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepElementsWithTheirSign(final boolean isWide) {
        try (LocalView view = LocalView.allocate(5, isWide)) {
            view.fill(-1);
            view.set(1, 7);
            view.set(3, -9);
            assertEquals(isWide, view.isWide());
            final long[] expected = {-1, 7, -1, -9, -1};
            for (int i = 0; i < expected.length; i++) {
                assertEquals(expected[i], view.get(i));
                assertEquals(view.address(0) + (isWide ? 8 : 4) * i, view.address(i));
            }
        }
    }

    /** As targets are written over the keys that they are made from. */
    @Test
    void shouldShowTheSameMemoryInElementsOfFourBytes() {
        try (LocalView keys = LocalView.allocate(4, true)) {
            for (int i = 0; i < 4; i++) {
                keys.setWord(i, 100 + i);
            }
            final LocalView targets = keys.narrowed();
            for (int i = 0; i < 4; i++) {
                targets.set(i, keys.word(i) * 2);
            }
            assertFalse(targets.isWide());
            for (int i = 0; i < 4; i++) {
                assertEquals(200 + 2 * i, targets.get(i));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCopyTheFirstElementsIntoTheMiddle(final boolean isWide) {
        try (LocalView from = LocalView.allocate(3, isWide); LocalView to = LocalView.allocate(5, isWide)) {
            from.fill(1);
            to.fill(0);
            from.first(2).copyTo(to, 2);
            assertEquals(0, to.get(1));
            assertEquals(from.get(0), to.get(2));
            assertEquals(from.get(1), to.get(3));
            assertEquals(0, to.get(4));
        }
    }

    @Test
    void shouldTakeNoElementsAtAll() {
        try (LocalView view = LocalView.allocate(0, true)) {
            view.fill(-1);
            assertEquals(0, view.count());
            assertTrue(view.isWide());
        }
    }
}
