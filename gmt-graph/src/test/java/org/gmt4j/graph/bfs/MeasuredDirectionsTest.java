package org.gmt4j.graph.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gmt4j.graph.serial.DirectionRule;
import org.junit.jupiter.api.Test;

class MeasuredDirectionsTest {
    private static final long VERTICES = 1000;
    private static final double GUESS = DirectionRule.DEFAULT_ALPHA;
    private static final LevelCosts LATE = new LevelCosts(5, 0.1, false, 10_000, 400);
    private static final LevelCosts EARLY = new LevelCosts(5, 0.3, true, 10_000, 400);
    private final MeasuredDirections directions = new MeasuredDirections(DirectionRule.usual());

    private DirectionRule rule() {
        return directions.rule(VERTICES);
    }

    private void add(final int times, final LevelCosts costs) {
        for (int i = 0; i < times; i++) {
            directions.add(costs);
        }
    }

    @Test
    void shouldCompareATopDownLevelWithWhatEnteringEarlyCostsMore() {
        directions.add(LATE);
        directions.add(EARLY);
        assertEquals(25, rule().alpha(), 1e-9, "5 ns an edge against 0.2 more");
        assertEquals(40, rule().beta(), 1e-9, "10,000 ns are 25 rows of 400");
    }

    @Test
    void shouldKeepTheGuessWhileOneSideIsNotMeasured() {
        directions.add(LATE);
        assertEquals(GUESS, rule().alpha(), "nobody has entered early");
        directions.add(new LevelCosts(0, 0, false, 0, 0));
        assertEquals(GUESS, rule().alpha());
        directions.add(EARLY);
        assertEquals(25, rule().alpha(), 1e-9);
    }

    @Test
    void shouldKeepTheGuessWithoutALateEntryOrATopDownLevel() {
        directions.add(EARLY);
        assertEquals(GUESS, rule().alpha());
        final MeasuredDirections other = new MeasuredDirections(DirectionRule.usual());
        other.add(new LevelCosts(0, 0.1, false, 10_000, 0));
        other.add(new LevelCosts(0, 0.3, true, 10_000, 0));
        assertEquals(DirectionRule.usual(), other.rule(VERTICES));
    }

    @Test
    void shouldEnterAsEarlyAsItMayWhereThatCostsNothing() {
        directions.add(LATE);
        directions.add(new LevelCosts(5, 0.1, true, 10_000, 400));
        assertEquals(4 * GUESS, rule().alpha(), 1e-9);
    }

    @Test
    void shouldNotBelieveLevelsThatWereHeldUp() {
        for (int i = 0; i < 5; i++) {
            add(2, LATE);
            directions.add(new LevelCosts(5000, 100, false, 10_000_000, 400));
            directions.add(EARLY);
        }
        directions.add(new LevelCosts(5, 70, true, 10_000, 400));
        assertEquals(25, rule().alpha(), 1e-9);
        assertEquals(40, rule().beta(), 1e-9);
    }

    @Test
    void shouldForgetOldCosts() {
        directions.add(EARLY);
        add(7, new LevelCosts(500, 0.1, false, 10_000, 400));
        assertEquals(4 * GUESS, rule().alpha(), 1e-9, "at most four times the guess");
        add(8, LATE);
        directions.add(EARLY);
        assertEquals(25, rule().alpha(), 1e-9);
    }

    @Test
    void shouldTryToEnterEarlierWhereNobodyHasForLong() {
        directions.add(EARLY);
        add(8, LATE);
        assertEquals(25 * 1.25, rule().alpha(), 1e-9);
        add(8, LATE);
        assertEquals(25 * 1.25 * 1.25, rule().alpha(), 1e-9);
        directions.add(EARLY);
        assertEquals(25, rule().alpha(), 1e-9, "there is a sample again");
        add(400, LATE);
        assertEquals(4 * GUESS, rule().alpha(), 1e-9);
    }

    @Test
    void shouldTryToEnterLaterWhereNoLevelWasTopDownForLong() {
        directions.add(LATE);
        add(5, EARLY);
        add(16, new LevelCosts(0, 0.3, true, 10_000, 400));
        assertEquals(25 / 1.25 / 1.25, rule().alpha(), 1e-9);
    }

    @Test
    void shouldNotTryAnythingWhereSearchesStayTopDown() {
        directions.add(LATE);
        directions.add(EARLY);
        add(100, new LevelCosts(5, 0, false, 0, 0));
        assertEquals(25, rule().alpha(), 1e-9);
    }

    @Test
    void shouldStayNearTheGuess() {
        directions.add(new LevelCosts(1, 1, false, 1, 1));
        directions.add(new LevelCosts(1, 3, true, 1, 1));
        assertEquals(GUESS / 4, rule().alpha(), 1e-9);
        assertEquals(72, rule().beta(), 1e-9);
        assertTrue(rule().isFirstGuess());
    }

    @Test
    void shouldLeaveGivenThresholdsAndDirectionsAlone() {
        for (final DirectionRule given : List.of(new DirectionRule(7, 9, ""), DirectionRule.forced("tb"))) {
            final MeasuredDirections fixed = new MeasuredDirections(given);
            fixed.add(LATE);
            fixed.add(EARLY);
            assertSame(given, fixed.rule(VERTICES));
        }
    }
}
