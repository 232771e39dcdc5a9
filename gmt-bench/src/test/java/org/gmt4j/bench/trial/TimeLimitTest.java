package org.gmt4j.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.cli.Progress;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Time that measurements share, by a clock that only they move. */
class TimeLimitTest {
    private static final long SECOND_NS = 1_000_000_000;

    private final AtomicLong now = new AtomicLong(5);
    private final TimeLimit limit = TimeLimit.of(12, now::get);
    private final List<Long> operationsOfRuns = new ArrayList<>();

    @Test
    void shouldGiveWhatOneMeasurementLeavesToTheOthers() {
        assertEquals(4 * SECOND_NS, limit.part(3).leftNs());
        now.addAndGet(2 * SECOND_NS);
        assertEquals(5 * SECOND_NS, limit.part(2).leftNs());
        now.addAndGet(10 * SECOND_NS);
        assertTrue(limit.part(1).isOver());
        assertFalse(TimeLimit.NONE.part(1_000_000).isOver());
    }

    /** Something that never settles: each run is twice as fast as the one before. */
    private TrialSeries.Row[] rows(final TimeLimit ofSeries, final int count, final long nsPerRun) {
        final TrialOptions options = new TrialOptions();
        new CommandLine(options).parseArgs("--seconds", "1", "--trials", "5");
        final TrialSeries series = new TrialSeries(options, ofSeries, 1, 1,
            new Progress(new PrintStream(new ByteArrayOutputStream()), false));
        final TrialSeries.Row[] rows = new TrialSeries.Row[count];
        final double[] rate = {1};
        for (int i = 0; i < count; i++) {
            rows[i] = series.add((operations, seed) -> {
                now.addAndGet(nsPerRun);
                operationsOfRuns.add(operations);
                rate[0] *= 1.2;
                return new Measured.Sample(operations, Math.max(1, (long) (operations * 1e6 / rate[0])));
            });
        }
        series.run();
        return rows;
    }

    @Test
    void shouldEndWarmUpsAndTrialsInTimeAndSayIt() {
        final TrialSeries.Row[] rows = rows(limit, 2, SECOND_NS);
        for (final TrialSeries.Row row : rows) {
            assertTrue(row.complaint().orElse("").contains("before the rate had settled"), row.complaint()::toString);
            assertTrue(row.complaint().orElse("").contains("3 of 5 trials"), row.complaint()::toString);
            assertEquals(3, row.mops().length);
        }
        assertEquals(12 * SECOND_NS, now.get() - 5);
    }

    @Test
    void shouldNotMeasureFewerOperationsThanTheLastRunOfAWarmUp() {
        rows(limit, 1, 2 * SECOND_NS);
        for (int trial = operationsOfRuns.size() / 2; trial < operationsOfRuns.size(); trial++) {
            assertTrue(operationsOfRuns.get(trial) >= operationsOfRuns.get(trial - 1), operationsOfRuns::toString);
        }
    }

    @Test
    void shouldMeasureOnceWhereNoTimeIsLeft() {
        final TrialSeries.Row[] rows = rows(limit, 3, 20 * SECOND_NS);
        for (final TrialSeries.Row row : rows) {
            assertEquals(1, row.mops().length);
        }
        assertEquals(6 * 20 * SECOND_NS, now.get() - 5);
    }
}
