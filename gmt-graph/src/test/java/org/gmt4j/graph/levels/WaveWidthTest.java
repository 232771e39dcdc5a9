package org.gmt4j.graph.levels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WaveWidthTest {
    private static final int WAVES = 64;
    private final WaveWidth width = new WaveWidth(WAVES);

    private void learn(final int rounds, final long followed, final long lowered, final long advanced) {
        for (int i = 0; i < rounds; i++) {
            width.learn(new WaveSums(1, 1, followed, lowered), advanced);
        }
    }

    @Test
    void shouldWidenWhileNothingIsLowered() {
        assertEquals(1, width.levels());
        learn(3, 1000, 0, 8);
        assertEquals(8, width.levels());
        learn(20, 1000, 1000 / 16, 8);
        assertEquals(WaveWidth.MOST, width.levels());
        learn(1, 1000, 100, 8);
        assertEquals(WaveWidth.MOST, width.levels(), "neither few nor many");
    }

    @Test
    void shouldWaitLongerAfterEachMistake() {
        learn(4, 1000, 0, 8);
        learn(1, 1000, 251, 8);
        assertEquals(4, width.levels());
        learn(1, 1000, 0, 8);
        assertEquals(4, width.levels());
        learn(1, 1000, 0, 8);
        assertEquals(8, width.levels());
        learn(9, 1000, 1000, 8);
        assertEquals(1, width.levels());
        learn(63, 1000, 0, 8);
        assertEquals(1, width.levels());
        learn(1, 1000, 0, 8);
        assertEquals(2, width.levels());
    }

    @Test
    void shouldSeeThatRoundsGetOnSlowly() {
        learn(15, 1000, 0, 7);
        assertFalse(width.isVain());
        learn(1, 1000, 0, 7);
        assertTrue(width.isVain());
    }

    @Test
    void shouldGoOnWithManyLevelsOrManyRows() {
        learn(16, 1000, 0, 8);
        assertFalse(width.isVain());
        learn(16, WAVES * 4096, 0, 1);
        assertFalse(width.isVain());
        learn(15, WAVES * 4096, 0, 1);
        learn(1, WAVES * 4096 - 1, 0, 1);
        assertTrue(width.isVain());
    }
}
