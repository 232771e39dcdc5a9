package org.gmt4j.bench.scale;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.gmt4j.bench.scale.report.CommandWords;
import org.gmt4j.bench.scale.report.Comparison;
import org.gmt4j.bench.scale.report.SeriesCsv;
import org.gmt4j.bench.scale.report.SeriesText;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesJson;
import org.gmt4j.bench.scale.series.SeriesPoint;
import org.gmt4j.bench.scale.series.SeriesRates;
import org.gmt4j.bench.scale.series.SeriesTrial;
import org.gmt4j.bench.scale.series.SeriesTrial.Outcome;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.Progress;
import org.gmt4j.cli.result.ResultWriter;
import org.gmt4j.cli.result.WholeFile;

/**
 * One series from its first job to its report, whatever happens in between: keeps the results after each
 * job, tells people, and ends well on SIGINT and SIGTERM. Main thread; the shutdown hook takes over when a signal
 * comes.
 */
final class SeriesSession implements SeriesRun.Listener {
    private final CliContext context;
    private final CommonOptions common;
    private final ScaleOptions options;
    private final ReportFolder folder;
    private final Optional<Series> earlier;
    private final SeriesRun run;
    private final Progress progress;
    private final Object reporting = new Object();    // held by whoever writes files and tables
    private boolean isReported;                       // guarded by reporting

    /**
     * @param series  planned, with the trials that need not be repeated
     * @param earlier series to compare with
     */
    SeriesSession(final CliContext context, final CommonOptions common, final ScaleOptions options, final Series series,
                  final ReportFolder folder, final Optional<Series> earlier, final JobRunner runner) {
        this.context = context;
        this.common = common;
        this.options = options;
        this.folder = folder;
        this.earlier = earlier;
        run = new SeriesRun(series, runner, options.limit(), this);
        progress = new Progress(context.err(), context.isTerminal());
    }

    /** @return the exit code */
    int run() throws IOException, InterruptedException {
        announce(run.series());
        folder.save(run.series());
        final Thread onSignal = new Thread(this::interrupted, "gmt-interrupt");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try {
            run.run();
            progress.clear();
            return run.isInterrupted() ? awaitHalt() : report();
        } finally {
            progress.clear();
            removeHook(onSignal);
        }
    }

    private static void removeHook(final Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            // the hook runs: it ends the process
        }
    }

    /** The hook ends the process; it needs its time. */
    private static int awaitHalt() throws InterruptedException {
        new CountDownLatch(1).await(1, TimeUnit.MINUTES);
        return ExitCode.INTERRUPTED;
    }

    /** SIGINT or SIGTERM. */
    private void interrupted() {
        context.err().println("interrupted: the job that runs is ended, its trial is not counted");
        run.interrupt();
        try {
            finish();
        } catch (final IOException | RuntimeException e) {
            context.err().println(e.getMessage());
        }
        context.out().flush();
        context.err().flush();
        Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }

    /** Writes the results until an interruption, prints the table, and says how to go on. */
    void finish() throws IOException {
        synchronized (reporting) {
            if (!isReported) {
                write(run.series());
            }
        }
        context.err().println("GMT-605 the series was interrupted; go on with: gmt scale " + run.series().header().app()
            + " --resume " + quotedFolder());
    }

    private String quotedFolder() {
        return CommandWords.quoted(List.of(folder.toString()));
    }

    private void announce(final Series series) {
        final int points = series.points().size();
        final int trials = series.header().trials();
        final List<Integer> threads = series.points().stream().map(SeriesPoint::threads).distinct().toList();
        final int most = series.points().stream().mapToInt(SeriesPoint::nodes).max().orElseThrow();
        context.err().println("gmt scale " + series.header().app() + ": " + series.header().kind().name()
            .toLowerCase(Locale.ROOT) + " scaling, " + points
            + (points == 1 ? " point" : " points") + " x " + trials + (trials == 1 ? " trial; " : " trials; ")
            + threads.stream().map(String::valueOf).collect(Collectors.joining(" or "))
            + (threads.equals(List.of(1)) ? " thread" : " threads")
            + " per node everywhere, as with " + most + (most == 1 ? " node" : " nodes") + "; report in " + folder);
    }

    @Override
    public void starts(final SeriesPoint point, final int number, final int done, final int total,
                       final OptionalDouble secondsLeft) {
        progress.update(SeriesRates.place(point) + " trial " + number, done, total,
            secondsLeft.isPresent() ? "about " + RemainingTime.text(secondsLeft.getAsDouble()) + " left" : "");
    }

    @Override
    public void ended(final SeriesPoint point, final SeriesTrial trial, final Series soFar) throws IOException {
        synchronized (reporting) {
            if (!isReported) {
                folder.report(soFar);        // also makes Java's graphics ready, which cannot begin during a shutdown
            }
        }
        if (trial.outcome() == Outcome.LOST) {
            progress.clear();
            context.err().println("GMT-606 trial " + trial.number() + " (seed " + trial.seed() + ") of "
                + SeriesRates.place(point) + " is lost: " + trial.reason());
        }
    }

    private int report() throws IOException {
        final Series series = run.series();
        synchronized (reporting) {
            write(series);
        }
        if (series.isWrong()) {
            wrong(series);
            return ExitCode.VERIFICATION_FAILED;
        }
        final List<String> empty = series.points().stream()
            .filter(point -> point.trials().stream().noneMatch(trial -> trial.outcome() == Outcome.OK))
            .map(SeriesRates::place).toList();
        if (!empty.isEmpty()) {
            context.err().println("GMT-604 no trial has ended well with " + String.join("; ", empty)
                + ". Repeat them with: gmt scale " + series.header().app() + " --resume " + quotedFolder());
        }
        final boolean isObjected = earlier.isPresent() && compare(earlier.get(), series);
        return empty.isEmpty() && !isObjected ? ExitCode.OK : ExitCode.RUN_FAILED;
    }

    /** Whether the series is slower than the old one, or nobody can say. */
    private boolean compare(final Series old, final Series series) {
        final Comparison comparison = Comparison.of(old, series, options.threshold());
        people().println(comparison.text());
        if (comparison.isEmpty()) {
            context.err().println("GMT-388 --compare " + options.compare().map(Path::toString).orElse("")
                + ": nothing could be compared, see above. Name a series with the same points and rates, or use"
                + " --repeat.");
        }
        return comparison.isBeyondThreshold() || comparison.isEmpty();
    }

    private void wrong(final Series series) {
        for (final SeriesPoint point : series.points()) {
            for (final SeriesTrial trial : point.trials()) {
                if (trial.outcome() == Outcome.WRONG) {
                    context.err().println("GMT-603 trial " + trial.number() + " (seed " + trial.seed()
                        + ") of " + SeriesRates.place(point) + " is wrong: " + trial.reason()
                        + ". The series stops, and no rate is shown. To repeat it: gmt "
                        + CommandWords.quoted(SeriesRun.arguments(point, trial.seed())));
                }
            }
        }
    }

    private PrintStream people() {
        return common.format() == ResultWriter.Format.TEXT && common.output().isEmpty() ? context.out() : context.err();
    }

    private void write(final Series series) throws IOException {
        isReported = true;
        folder.report(series).ifPresent(context.err()::println);
        final String text = SeriesText.of(series);
        final String asked = switch (common.format()) {
            case TEXT -> text;
            case JSON -> SeriesJson.text(series);
            case CSV -> SeriesCsv.of(series);
        };
        if (common.output().isPresent()) {
            try {
                WholeFile.write(context.folder().resolve(common.output().get()), asked);
            } catch (final IOException e) {
                throw CliException.failed("GMT-602", "the result cannot be written to " + common.output().get()
                    + " (" + e + "). It is in " + folder + ".", e);
            }
        } else if (common.format() != ResultWriter.Format.TEXT) {
            context.out().print(asked);
            context.out().flush();
        }
        people().print(text);
        people().flush();
        context.err().println(" saved " + folder + common.output().map(file -> ", " + file).orElse(""));
    }
}
