package org.gmt4j.bench.scale;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.bench.job.ChildJob;
import org.gmt4j.bench.job.JsonMaps;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesJson;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliContribution;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.GmtCli;
import org.gmt4j.cli.NodeRunner;
import org.gmt4j.cli.doctor.Machine;

/** {@code gmt scale} in a folder of its own, with jobs that a test answers for. */
final class ScaleTestBed implements JobRunner {
    /** Answers for a job. */
    @FunctionalInterface
    interface Answer {
        ChildJob.Outcome to(List<String> arguments) throws IOException, InterruptedException;
    }

    final List<List<String>> jobs = new ArrayList<>();
    Duration limit;
    Answer answer = arguments -> ok(10);
    private final Path folder;
    private final int cores;
    private final Environment environment;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    ScaleTestBed(final Path folder) {
        this(folder, 2,
            new Environment(Map.of(), Map.of("java.version", "17", "java.home", System.getProperty("java.home"))));
    }

    ScaleTestBed(final Path folder, final int cores, final Environment environment) {
        this.folder = folder;
        this.cores = cores;
        this.environment = environment;
    }

    int gmt(final String... arguments) {
        out.reset();
        err.reset();
        return new GmtCli(context(List.of(new ScaleContribution(() -> this)), out, err)).execute(arguments);
    }

    private CliContext context(final List<CliContribution> contributions, final ByteArrayOutputStream to,
                               final ByteArrayOutputStream errors) {
        return new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(to, true), new PrintStream(errors, true)), environment, folder,
            new Machine(Path.of("/"), cores), () -> ServiceLoader.load(GmtApp.class)
                .stream().map(ServiceLoader.Provider::get).toList(),
            contributions,
            new CliContext.Starters(ServiceLoader.load(NodeRunner.class).findFirst(), Optional.empty(), "none"));
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    Series series(final String report) {
        return SeriesJson.read(folder.resolve(report).resolve("series.json"));
    }

    /** A job of two searches that ended well. */
    static ChildJob.Outcome ok(final double mteps) {
        return new ChildJob.Outcome(ExitCode.OK, false, "", 2, Map.of("app", "bfs", "verified", true, "trials",
            List.of(Map.of("seconds", 0.5, "mteps", mteps), Map.of("seconds", 0.5, "mteps", mteps + 1))));
    }

    static ChildJob.Outcome ended(final int code, final String words) {
        return new ChildJob.Outcome(code, false, words, 1, Map.of());
    }

    /** Runs the job in this process, as its launcher would. */
    ChildJob.Outcome inThisProcess(final List<String> arguments) throws IOException {
        final Path result = Files.createTempFile(folder, "job", ".json");
        final List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of("--format", "json", "-o", result.toString()));
        final ByteArrayOutputStream words = new ByteArrayOutputStream();
        final int code = new GmtCli(context(List.of(), words, words)).execute(all.toArray(String[]::new));
        return new ChildJob.Outcome(code, false, words.toString(StandardCharsets.UTF_8), 1,
            code == ExitCode.OK ? JsonMaps.read(Files.readString(result)) : Map.of());
    }

    @Override
    public ChildJob.Outcome run(final List<String> arguments, final Duration most) throws IOException,
        InterruptedException {
        jobs.add(arguments);
        limit = most;
        return answer.to(arguments);
    }

    @Override
    public void end() {
        // nothing runs
    }
}
