package org.gmt4j.graph.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.gmt4j.graph.serial.DirectionRule;
import org.junit.jupiter.api.Test;

class MeasuredDirectionsTest {
    private static final long VERTICES = 1000;
    private static final LevelCosts COSTS = new LevelCosts(5, 0.1, 10_000, 400);
    private final MeasuredDirections directions = new MeasuredDirections(DirectionRule.usual());

    private DirectionRule rule() {
        return directions.rule(VERTICES);
    }

    @Test
    void shouldTakeTheRatioOfMeasuredCosts() {
        directions.add(COSTS);
        assertEquals(50, rule().alpha(), 1e-9, "5 ns an edge against 0.1");
        assertEquals(40, rule().beta(), 1e-9, "10,000 ns are 25 rows of 400");
    }

    @Test
    void shouldKeepTheGuessWhileOneSideIsNotMeasured() {
        directions.add(new LevelCosts(5, 0, 10_000, 0));
        assertEquals(DirectionRule.usual(), rule());
        directions.add(new LevelCosts(0, 0.1, 0, 400));
        assertEquals(50, rule().alpha(), 1e-9);
        assertEquals(40, rule().beta(), 1e-9);
    }

    @Test
    void shouldNotBelieveLevelsThatWereHeldUp() {
        for (int i = 0; i < 6; i++) {
            directions.add(COSTS);
            directions.add(COSTS);
            directions.add(new LevelCosts(5000, 0.1, 10_000_000, 400));
        }
        assertEquals(50, rule().alpha(), 1e-9);
        assertEquals(40, rule().beta(), 1e-9);
    }

    @Test
    void shouldForgetOldCosts() {
        for (int i = 0; i < 15; i++) {
            directions.add(new LevelCosts(500, 0.1, 10_000, 400));
        }
        assertEquals(160, rule().alpha(), 1e-9, "at most four times the guess");
        for (int i = 0; i < 8; i++) {
            directions.add(COSTS);
        }
        assertEquals(50, rule().alpha(), 1e-9);
    }

    @Test
    void shouldStayNearTheGuess() {
        directions.add(new LevelCosts(1, 1, 1, 1));
        assertEquals(10, rule().alpha(), 1e-9);
        assertEquals(72, rule().beta(), 1e-9);
    }

    @Test
    void shouldLeaveGivenThresholdsAndDirectionsAlone() {
        for (final DirectionRule given : List.of(new DirectionRule(7, 9, ""), DirectionRule.forced("tb"))) {
            final MeasuredDirections fixed = new MeasuredDirections(given);
            fixed.add(COSTS);
            assertSame(given, fixed.rule(VERTICES));
        }
    }
}
