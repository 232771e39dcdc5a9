package org.gmt4j.bench.tune;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.bench.job.ChildJob;
import org.gmt4j.bench.onesided.SizeRange;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.result.WholeFile;
import org.gmt4j.engine.node.SettingRecords;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code gmt tune}: for each verb a job of its own does transfers of several sizes by either protocol in turn; where
 * they cross is the limit that is suggested.
 */
@Command(name = "tune", mixinStandardHelpOptions = true,
    description = {"Measures up to which size transfers go best eagerly and from which by rendezvous, "
        + "for each verb, on this machine, and suggests settings.",
        "Memory is not shared between the nodes meanwhile (gmt.armci.shared=off), since the limits are for data that "
            + "travel by the transport.",
        "Nothing is changed: -o writes lines for gmt.properties. Let the machine be quiet meanwhile; "
            + "it takes a minute or two."},
    footerHeading = "%nExamples:%n",
    footer = {"  gmt tune -n 2", "  gmt tune -n 2 --bytes 4k..4m --by bandwidth -o gmt.properties"})
final class TuneCommand implements Callable<Integer> {
    /** Settings by the benchmark that measures them. */
    private enum Limit {
        PUT("put", "gmt.armci.eager.put"), GET("get", "gmt.armci.eager.get"),
            ACCUMULATE("acc", "gmt.armci.eager.accumulate"),
        STRIDED("put-strided,get-strided", "gmt.armci.eager.strided");

        private final String verbs;
        private final String key;

        Limit(final String verbs, final String key) {
            this.verbs = verbs;
            this.key = key;
        }
    }

    /** The quantity to be kept short. */
    private enum By { LATENCY, BANDWIDTH }

    /** A limit and its reasons. */
    private record Suggestion(Limit limit, Threshold threshold) {
    }

    /** Else nodes of one machine would copy through memory that both map, and the protocols would not be used. */
    private static final String NOT_SHARED = "gmt.armci.shared=off";
    /** The least that an accumulate adds. */
    private static final int SMALLEST = 8;
    /** The least that a strided transfer moves: two rows. */
    private static final int SMALLEST_STRIDED = 16;
    private static final String ALL_EAGER = "1g";
    private static final String ALL_RENDEZVOUS = "0";

    @Spec
    private CommandSpec spec;

    @Option(names = {"-n", "--nodes"}, paramLabel = "N", defaultValue = "2",
        description = "node processes on this machine (default: ${DEFAULT-VALUE})")
    private int nodes;

    @Option(names = "--in-process", description = "all nodes inside one JVM")
    private boolean inProcess;

    @Option(names = "--bytes", paramLabel = "MIN..MAX", defaultValue = "1k..4m",
        description = "sizes to measure (default: ${DEFAULT-VALUE})")
    private String bytes;

    @Option(names = "--step", paramLabel = "F", defaultValue = "4",
        description = "factor between sizes, 2 for a finer limit in twice the time (default: ${DEFAULT-VALUE})")
    private int step;

    @Option(names = "--by", paramLabel = "latency|bandwidth", defaultValue = "latency",
        description = "compare single blocking transfers, or many at a time (default: ${DEFAULT-VALUE})")
    private By by;

    @Option(names = "--trials", paramLabel = "N", defaultValue = "7",
        description = "timed repetitions; the median counts (default: ${DEFAULT-VALUE})")
    private int trials;

    @Option(names = "--operations", paramLabel = "N", defaultValue = "0",
        description = "transfers in one trial, without a warm-up; 0, the default, for as many as take some "
            + "milliseconds, behind a warm-up of seconds")
    private long operations;

    @Mixin
    private LimitOptions limits;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "any setting of the measured jobs")
    private List<String> assignments = new ArrayList<>();

    @Option(names = {"-o", "--output"}, paramLabel = "FILE",
        description = "write the suggested lines there; an existing file is not replaced")
    private Path output;

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        final PrintWriter out = spec.commandLine().getOut();
        final PrintWriter err = spec.commandLine().getErr();
        final List<Suggestion> suggestions = new ArrayList<>();
        Map<String, Object> last = Map.of();
        for (final Limit limit : Limit.values()) {
            err.println("measuring " + limit.verbs);
            err.flush();
            last = ChildJob.run(arguments(limit), limits.patience(nodes, cores()));
            if (!Boolean.TRUE.equals(last.get("verified"))) {
                throw CliException.failed("GMT-254",
                    "transfers of " + limit.verbs + " failed verification, so no limit is suggested. Report "
                        + "this with the command line.", null);
            }
            suggestions.add(new Suggestion(limit, threshold(limit, last)));
        }
        final String source = source(last);
        out.print(table(suggestions));
        out.print(lines(suggestions, source));
        out.flush();
        if (output != null) {
            WholeFile.write(output, lines(suggestions, source));
            err.println("saved " + output);
            err.flush();
        }
        return ExitCode.OK;
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private void check() {
        limits.validate();
        if (nodes < 2 || nodes > 64) {
            throw CliException.usage("--nodes " + nodes + ": expected 2 .. 64.");
        }
        if (trials < 1) {
            throw CliException.usage("--trials must be at least 1.");
        }
        if (operations < 0) {
            throw CliException.usage("--operations must be at least 0.");
        }
        final List<Integer> sizes = SizeRange.parse(bytes, step);
        if (sizes.get(0) < SMALLEST || sizes.get(sizes.size() - 1) < SMALLEST_STRIDED) {
            throw CliException.usage("--bytes " + bytes + ": expected sizes from " + SMALLEST
                + ", the length of a value, and one of at least " + SMALLEST_STRIDED + ", two rows.");
        }
        final Settings.Builder settings = SettingRecords.ofProcess();
        assignments.forEach(assignment -> settings.assignment(assignment, "--set"));
        SettingRecords.checked(settings.build());
        if (output != null) {
            final Path parent = output.toAbsolutePath().getParent();
            if (Files.exists(output)) {
                throw CliException.usage("-o " + output + " exists and is not replaced. Name another file, "
                    + "and move the lines by hand.");
            }
            if (parent == null || !Files.isDirectory(parent) || !Files.isWritable(parent)) {
                throw CliException.usage("-o " + output + ": cannot write there. Name a file in a folder that exists.");
            }
        }
    }

    private List<String> arguments(final Limit limit) {
        final List<String> arguments = new ArrayList<>(List.of("bench", by == By.LATENCY ? "latency" : "bandwidth",
            "-n", String.valueOf(nodes), "--verbs", limit.verbs, "--bytes", bytes, "--step", String.valueOf(step),
            "--trials", String.valueOf(trials), "--operations", String.valueOf(operations),
            "--within", String.valueOf(limits.seconds(nodes, cores())),
            "--compare", limit.key + "=" + ALL_EAGER + "," + ALL_RENDEZVOUS));
        if (by == By.BANDWIDTH) {
            arguments.addAll(List.of("--window", "16"));
        }
        if (inProcess) {
            arguments.add("--in-process");
        }
        arguments.addAll(List.of("--set", NOT_SHARED));
        assignments.forEach(assignment -> arguments.addAll(List.of("--set", assignment)));
        return arguments;
    }

    /** Geometric means where a setting is of several verbs. */
    @SuppressWarnings("unchecked")
    private Threshold threshold(final Limit limit, final Map<String, Object> result) {
        // sums of eager and of rendezvous, and how many
        final Map<Integer, double[]> logs = new LinkedHashMap<>();
        final String param = limit.key.substring("gmt.".length());
        for (final Map<String, Object> row : (List<Map<String, Object>>) result.get("results")) {
            final Map<String, Object> params = (Map<String, Object>) row.get("params");
            final double[] sums = logs.computeIfAbsent(((Number) params.get("bytes")).intValue(),
                size -> new double[3]);
            final boolean isEager = ALL_EAGER.equals(params.get(param));
            sums[isEager ? 0 : 1] += Math.log(us(row));
            sums[2] += isEager ? 1 : 0;
        }
        final List<Threshold.Point> points = new ArrayList<>();
        logs.forEach((size, sums) -> points.add(new Threshold.Point(size, Math.exp(sums[0] / sums[2]),
            Math.exp(sums[1] / sums[2]))));
        return new Threshold(limit.verbs, points);
    }

    @SuppressWarnings("unchecked")
    private double us(final Map<String, Object> row) {
        final Object value = by == By.LATENCY ? ((Map<String, Object>) row.get("microseconds")).get("p50")
            : row.get("us");
        return ((Number) value).doubleValue();
    }

    private static String table(final List<Suggestion> suggestions) {
        final StringBuilder text = new StringBuilder();
        line(text, "%-26s %10s %12s %12s %8s", "verb", "bytes", "eager us", "rendezvous", "ratio");
        for (final Suggestion suggestion : suggestions) {
            for (final Threshold.Point point : suggestion.threshold().points()) {
                line(text, "%-26s %10d %12.2f %12.2f %8.2f%s", suggestion.threshold().verb(), point.bytes(),
                    point.eagerUs(), point.rendezvousUs(), point.ratio(),
                    suggestion.threshold().limit() == point.bytes() ? "  <- eager up to here" : "");
            }
        }
        return text.toString();
    }

    private String source(final Map<String, Object> result) {
        final Object environment = result.get("environment");
        final Map<?, ?> machine = environment instanceof Map<?, ?> map ? map : Map.of();
        return String.format(Locale.ROOT,
            "gmt tune by %s: %d nodes, %s without shared windows, plan %s, %s cores, JDK %s, %s, commit %s",
            by.name().toLowerCase(Locale.ROOT), nodes, result.get("transport"), result.get("plan"),
            machine.get("cores"), machine.get("jdk"), machine.get("os"), machine.get("commit"));
    }

    private static String lines(final List<Suggestion> suggestions, final String source) {
        final StringBuilder text = new StringBuilder("# " + source + "\n");
        for (final Suggestion suggestion : suggestions) {
            final Threshold threshold = suggestion.threshold();
            if (!threshold.crosses()) {
                line(text, "# %s: %s at all sizes measured", suggestion.limit().key,
                    threshold.limit() == 0 ? "rendezvous is faster" : "eager is faster");
            }
            line(text, "%s=%d", suggestion.limit().key, threshold.limit());
        }
        return text.toString();
    }

    private static void line(final StringBuilder text, final String format, final Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
