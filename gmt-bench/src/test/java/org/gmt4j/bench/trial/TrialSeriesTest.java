package org.gmt4j.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.gmt4j.cli.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Trials of things that say how long they took: no clock is read. */
class TrialSeriesTest {
    private static final long MS = 1_000_000;

    private final List<Long> runs = new ArrayList<>();
    private final AtomicLong now = new AtomicLong();

    /** The operations of a trial of {@code seconds}, of something whose runs take what the cost says. */
    private TrialSeries.Row row(final String seconds, final LongUnaryOperator costNs) {
        return row(seconds, 1, costNs);
    }

    /** The same, of something that does whole chunks. */
    private TrialSeries.Row row(final String seconds, final long chunk, final LongUnaryOperator costNs) {
        final TrialOptions options = new TrialOptions();
        new CommandLine(options).parseArgs("--seconds", seconds, "--trials", "3");
        final TrialSeries series = new TrialSeries(options, TimeLimit.NONE, 1, 1,
            new Progress(new PrintStream(new ByteArrayOutputStream()), false));
        final TrialSeries.Row row = series.add((operations, seed) -> {
            runs.add(operations);
            final long done = Measured.wholeChunks(operations, chunk);
            return new Measured.Sample(16 * done, costNs.applyAsLong(done));
        });
        series.run();
        return row;
    }

    private static double trialMs(final TrialSeries.Row row, final LongUnaryOperator costNs) {
        return costNs.applyAsLong(row.operations()) / 1e6;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 500, 40_000, 3_000_000})
    void shouldFillATrialWhateverAnOperationCosts(final int nsPerOperation) {
        final LongUnaryOperator cost = operations -> operations * nsPerOperation;
        final TrialSeries.Row row = row("0.2", cost);
        assertEquals(200, trialMs(row, cost), 60);
        assertTrue(row.complaint().isEmpty(), row::toString);
    }

    @Test
    void shouldNotMeasureTheStartOfARunInsteadOfItsOperations() {
        // the start of a run alone takes longer than half a trial: shorter and shorter runs would be all that is left
        final LongUnaryOperator cost = operations -> 15 * MS + operations * 100;
        final TrialSeries.Row row = row("0.02", cost);
        assertTrue(row.operations() * 100 > 2 * 15 * MS, "operations " + row.operations());
        assertTrue(trialMs(row, cost) < 200, "ms " + trialMs(row, cost));
        assertTrue(row.complaint().isEmpty());
    }

    @Test
    void shouldNotMeasureTheStartOfALongRun() {
        // as of many nodes on few cores
        final LongUnaryOperator cost = operations -> 220 * MS + operations * 40;
        final TrialSeries.Row row = row("0.5", cost);
        assertTrue(row.operations() * 40 > 2 * 220 * MS, "operations " + row.operations());
        assertTrue(row.complaint().isEmpty());
    }

    @Test
    void shouldNotMeasureTheStartOfARunOfFewChunks() {
        final LongUnaryOperator cost = operations -> 60 * MS + operations * 100;
        final TrialSeries.Row row = row("0.05", 4096, cost);
        assertTrue(row.operations() * 100 > 60 * MS, "operations " + row.operations());
        assertTrue(row.complaint().isEmpty());
    }

    @Test
    void shouldNotShortenRunsBecauseOneWasDisturbed() {
        for (int disturbed = 1; disturbed < 25; disturbed++) {
            runs.clear();
            final int which = disturbed;
            final LongUnaryOperator quiet = operations -> operations * 50;
            final TrialSeries.Row row = row("0.02",
                operations -> quiet.applyAsLong(operations) + (runs.size() == which ? 3000 * MS : 0));
            assertEquals(20, trialMs(row, quiet), 15, "run " + disturbed);
        }
    }

    @Test
    void shouldFollowACompilerThatMakesRunsFaster() {
        final LongUnaryOperator cost = operations -> operations * (runs.size() < 4 ? 4000 : runs.size() < 8 ? 400 : 40);
        final TrialSeries.Row row = row("0.1", cost);
        assertEquals(100, row.operations() * 40 / 1e6, 40);
        assertTrue(row.complaint().isEmpty());
    }

    @Test
    void shouldSayThatTheRateWasStillRising() {
        final TrialSeries.Row row = row("0.1", operations -> operations * Math.max(10, 100_000 >> runs.size() / 5));
        assertTrue(row.complaint().orElse("").contains("still rising after 40 runs"), row.complaint()::toString);
    }

    @Test
    void shouldSayThatAlmostAllOfATrialIsNotItsOperations() {
        final TrialSeries.Row row = row("0.05", operations -> 2000 * MS + operations);
        assertTrue(row.complaint().orElse("").contains("much of a trial is not its operations"),
            row.complaint()::toString);
    }

    /** The runs before the trials are of young code, also where a limit leaves one trial. */
    @Test
    void shouldKeepTheTimesOfTrialsOnly() {
        final TrialOptions options = new TrialOptions();
        new CommandLine(options).parseArgs("--trials", "3", "--seconds", "1");
        final TrialTimes times = new TrialTimes(options.trials());
        final TrialSeries series = new TrialSeries(options, TimeLimit.of(4, now::get), 1, 1,
            new Progress(new PrintStream(new ByteArrayOutputStream()), false));
        final TrialSeries.Row row = series.add((operations, seed) -> {
            final Histogram ofRun = new Histogram(3);
            ofRun.recordValue(runs.size());
            runs.add(operations);
            times.add(ofRun);
            now.addAndGet(1000 * MS);
            return new Measured.Sample(operations, 1000 * MS);
        });
        series.run();
        assertTrue(row.mops().length < 3, "trials left away");
        assertEquals(row.mops().length, times.of(row).getTotalCount());
        assertEquals(runs.size() - 1, times.of(row).getMaxValue());
    }

    @Test
    void shouldSayThatTrialsWereFarShorterThanWanted() {
        final LongUnaryOperator cost = operations -> operations * 100;
        final int[] calibrating = {0};
        row("0.1", cost);
        calibrating[0] = runs.size() - 3;
        runs.clear();
        final TrialSeries.Row row = row("0.1", operations -> cost.applyAsLong(operations)
            / (runs.size() > calibrating[0] ? 100 : 1));
        assertTrue(row.complaint().orElse("").contains("trials took 1"), row.complaint()::toString);
    }
}
