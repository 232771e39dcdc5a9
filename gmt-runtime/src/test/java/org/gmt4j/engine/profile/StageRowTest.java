package org.gmt4j.engine.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class StageRowTest {
    private static void assertNear(final long expected, final long actual) {
        assertTrue(Math.abs(actual - expected) <= expected / 50, actual + " instead of " + expected);
    }

    @Test
    void shouldJoinTheHistogramsOfNodes() {
        final StageTimes first = new StageTimes();
        final StageTimes second = new StageTimes();
        for (int i = 1; i <= 500; i++) {
            first.record(i * 1000L);
            second.record((500 + i) * 1000L);
        }
        final Histogram one = StageTimes.empty();
        first.addTo(one);
        final Histogram two = StageTimes.empty();
        second.addTo(two);
        final StageRow row = StageRow.of(List.of(StageTimes.encode(one), StageTimes.encode(two)));
        assertEquals(1000, row.count());
        assertNear(500_000, row.p50());
        assertNear(900_000, row.p90());
        assertNear(990_000, row.p99());
        assertNear(1_000_000, row.max());
        assertNear(500_500, (long) row.mean());
    }

    @Test
    void shouldTellAllThatWasRecordedEachTimeItIsAsked() {
        final StageTimes times = new StageTimes();
        times.record(5);
        final Histogram early = StageTimes.empty();
        times.addTo(early);
        times.record(-3);
        times.record(Long.MAX_VALUE);
        final Histogram late = StageTimes.empty();
        times.addTo(late);
        assertEquals(1, early.getTotalCount());
        assertEquals(3, late.getTotalCount());
        assertEquals(0, late.getMinValue());
    }

    @Test
    void shouldBeEmptyWithoutRows() {
        assertEquals(new StageRow(0, 0, 0, 0, 0, 0), StageRow.of(List.of()));
        assertEquals(0, StageRow.of(List.of(new long[0])).count());
    }
}
