package org.gmt4j.graph.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DirectionRuleTest {
    private static final DirectionRule RULE = new DirectionRule(10, 20, "");

    @Test
    void shouldGoBottomUpWhenTheFrontierHasMoreThanItsShareOfTheEdgesLeft() {
        assertFalse(RULE.isBottomUp(false, 1, 5, 1, 1000, 100, 1000));
        assertTrue(RULE.isBottomUp(false, 1, 5, 1, 1000, 101, 1000));
    }

    @Test
    void shouldGoBackOnlyWhenTheFrontierShrinksAndIsSmall() {
        assertTrue(RULE.isBottomUp(true, 3, 30, 30, 1000, 0, 0));
        assertTrue(RULE.isBottomUp(true, 3, 51, 500, 1000, 0, 0));
        assertFalse(RULE.isBottomUp(true, 3, 50, 500, 1000, 0, 0));
    }

    @Test
    void shouldFollowAPatternInTurn() {
        final DirectionRule rule = DirectionRule.forced("tbb");
        final StringBuilder taken = new StringBuilder();
        for (int level = 0; level < 7; level++) {
            taken.append(rule.isBottomUp(level % 2 == 0, level, 1, 1, 1, 1, 1) ? 'b' : 't');
        }
        assertEquals("tbbtbbt", taken.toString());
    }

    @Test
    void shouldRefuseWhatItCannotMean() {
        assertThrows(IllegalArgumentException.class, () -> new DirectionRule(0, 1, ""));
        assertThrows(IllegalArgumentException.class, () -> new DirectionRule(1, Double.NaN, ""));
        assertThrows(IllegalArgumentException.class, () -> DirectionRule.forced("tx"));
    }
}
