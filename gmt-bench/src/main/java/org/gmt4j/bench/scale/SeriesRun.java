package org.gmt4j.bench.scale;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.gmt4j.bench.job.ChildJob;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesPoint;
import org.gmt4j.bench.scale.series.SeriesRates;
import org.gmt4j.bench.scale.series.SeriesTrial;
import org.gmt4j.bench.scale.series.SeriesTrial.Outcome;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ExitCode;

/**
 * Runs the jobs of a series, round by round: the first trial of all points, then the second of all, so that a
 * disturbance of the machine affects all points alike. Owned by one thread; {@link #series()} and {@link #interrupt()}
 * by any.
 *
 * <pre>
 *   exit code of a job    0 ──► trial OK          1, or beyond the limit, or killed ──► trial LOST, the series goes on
 *                         3 ──► trial WRONG, the series stops          2, 4 ──► the series stops with the job's message
 * </pre>
 */
final class SeriesRun {
    /** A signal reaches all processes of a terminal: the job's end may be seen before the own interruption. */
    private static final long SIGNAL_PATIENCE_MS = 2_000;

    /** The listener to a series' progress. Called by the thread that runs it. */
    interface Listener {
        /** @param secondsLeft nothing until a job has ended */
        void starts(SeriesPoint point, int number, int done, int total, OptionalDouble secondsLeft);

        /** A trial has been added. */
        void ended(SeriesPoint point, SeriesTrial trial, Series soFar) throws IOException;
    }

    private final JobRunner runner;
    private final Duration limit;
    private final Listener listener;
    private final RemainingTime remaining;
    private Series series;                      // guarded by this
    private final CountDownLatch interruption = new CountDownLatch(1);     // shutdown hook to running thread

    /**
     * @param series with the trials that need not be repeated
     * @param limit  of a job
     */
    SeriesRun(final Series series, final JobRunner runner, final Duration limit, final Listener listener) {
        this.series = series;
        this.runner = runner;
        this.limit = limit;
        this.listener = listener;
        remaining = new RemainingTime(series.points().size());
    }

    /** The results so far. */
    synchronized Series series() {
        return series;
    }

    boolean isInterrupted() {
        return interruption.getCount() == 0;
    }

    /** Ends the job that runs; {@link #run} returns without it. */
    void interrupt() {
        interruption.countDown();
        runner.end();
    }

    /**
     * Runs all jobs that have not ended well yet, until all have, or one is wrong, or somebody interrupts.
     *
     * @throws CliException with a job's own message and exit code, when it refuses its command line or the machine
     */
    void run() throws IOException, InterruptedException {
        series().points().forEach(point -> point.trials()
            .forEach(trial -> remaining.ended(series().points().indexOf(point), trial.seconds())));
        for (int number = 1; number <= series().header().trials(); number++) {
            for (int index = 0; index < series().points().size(); index++) {
                if (!isDone(series().points().get(index), number)) {
                    final SeriesTrial trial = trial(index, number);
                    if (isInterrupted()) {
                        return;
                    }
                    add(index, trial);
                    if (trial.outcome() == Outcome.WRONG) {
                        return;
                    }
                }
            }
        }
    }

    private static boolean isDone(final SeriesPoint point, final int number) {
        return point.trials().stream().anyMatch(trial -> trial.number() == number);
    }

    private SeriesTrial trial(final int index, final int number) throws InterruptedException {
        final SeriesPoint point = series().points().get(index);
        final int[] left = left();
        int total = 0;
        int toDo = 0;
        for (final int jobs : left) {
            toDo += jobs;
            total += series().header().trials();
        }
        listener.starts(point, number, total - toDo, total, remaining.estimate(left));
        final long seed = seed(number);
        try {
            return judged(point, number, seed, runner.run(arguments(point, seed), limit));
        } catch (final IOException e) {
            return lost(number, seed, "the job cannot be run, or has left no result: " + e.getMessage());
        } catch (final InterruptedException e) {
            if (isInterrupted()) {
                return lost(number, seed, "interrupted");      // seen by nobody
            }
            throw e;
        }
    }

    private static SeriesTrial lost(final int number, final long seed, final String reason) {
        return new SeriesTrial(number, seed, Outcome.LOST, reason, 0, List.of(), Map.of());
    }

    private long seed(final int number) {
        return series().header().seed() + number - 1;
    }

    /** The arguments of a job of this point. */
    static List<String> arguments(final SeriesPoint point, final long seed) {
        final List<String> arguments = new ArrayList<>(point.arguments());
        // behind the name: positional words stay last
        arguments.addAll(2, List.of("--seed", String.valueOf(seed)));
        return arguments;
    }

    private int[] left() {
        final int trials = series().header().trials();
        return series().points().stream().mapToInt(point -> trials - point.trials().size()).toArray();
    }

    private SeriesTrial judged(final SeriesPoint point, final int number, final long seed, final ChildJob.Outcome job)
        throws InterruptedException {
        if (job.exitCode() == ExitCode.OK && !Boolean.FALSE.equals(job.result().get("verified"))) {
            return new SeriesTrial(number, seed, Outcome.OK, "", job.seconds(),
                TrialRates.of(job.result(), job.seconds()), job.result());
        }
        return switch (job.exitCode()) {
            case ExitCode.OK, ExitCode.VERIFICATION_FAILED ->
                new SeriesTrial(number, seed, Outcome.WRONG, mistake(job), job.seconds(), List.of(), Map.of());
            case ExitCode.USAGE, ExitCode.ENVIRONMENT_UNFIT -> {
                final String message = SeriesRates.place(point) + ", trial " + number + ": "
                    + said(job, "the job was refused");
                throw job.exitCode() == ExitCode.USAGE ? CliException.usage("GMT-607", message)
                    : CliException.unfit("GMT-607", message);
            }
            case ExitCode.INTERRUPTED -> {
                awaitInterruption();
                yield lost(number, seed, job, "the job was interrupted");
            }
            default -> lost(number, seed, job, "the job ended with " + job.exitCode() + " and said nothing");
        };
    }

    /** The verifier's finding, where the job has one. */
    private static String mistake(final ChildJob.Outcome job) {
        final String notes = job.result().get("notes") instanceof List<?> found
            ? found.stream().map(String::valueOf).collect(Collectors.joining("; ")) : "";
        return notes.isEmpty() ? said(job, "its result is not correct") : notes;
    }

    private void awaitInterruption() throws InterruptedException {
        interruption.await(SIGNAL_PATIENCE_MS, TimeUnit.MILLISECONDS);
    }

    private SeriesTrial lost(final int number, final long seed, final ChildJob.Outcome job, final String otherwise) {
        final String reason = job.isTimedOut() ? "it has not ended within " + spelled(limit) + " (--limit)"
            + said(job, "", "; it said: ")
            : said(job, otherwise);
        return new SeriesTrial(number, seed, Outcome.LOST, reason, job.seconds(), List.of(), Map.of());
    }

    private static String spelled(final Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    private static String said(final ChildJob.Outcome job, final String otherwise) {
        return said(job, otherwise, "");
    }

    private static String said(final ChildJob.Outcome job, final String otherwise, final String before) {
        return job.words().isEmpty() ? otherwise : before + job.words();
    }

    private void add(final int index, final SeriesTrial trial) throws IOException {
        remaining.ended(index, trial.seconds());
        final Series now;
        synchronized (this) {
            final List<SeriesPoint> points = new ArrayList<>(series.points());
            final SeriesPoint before = points.get(index);
            final List<SeriesTrial> trials = new ArrayList<>(before.trials());
            trials.add(trial);
            trials.sort(Comparator.comparingInt(SeriesTrial::number));
            points.set(index, new SeriesPoint(before.nodes(), before.threads(), before.swept(),
                before.arguments(), trials));
            series = new Series(series.header(), points);
            now = series;
        }
        listener.ended(now.points().get(index), trial, now);
    }
}
