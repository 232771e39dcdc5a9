package org.gmt4j.bench.scale;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.gmt4j.bench.scale.series.ScalingKind;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import picocli.CommandLine.ParseResult;

/**
 * The request of a command line, presets applied. Immutable.
 *
 * @param app    application or benchmark
 * @param kind   weak or strong
 * @param preset name of that of the series, or of its jobs, or ""
 * @param nodes  counts of nodes, ascending
 * @param repeat jobs of each point
 * @param sweeps variables beside the nodes
 * @param job    the line of a job, without nodes and seed
 * @param typed  the line of the series, without options that do not concern the measurement
 */
record SeriesRequest(GmtApp app, ScalingKind kind, String preset, List<Integer> nodes,
                     int repeat, List<Sweep> sweeps, JobLine job, JobLine typed) {
    private static final int USUAL_REPEAT = 3;
    private static final int LARGEST = 1 << 14;
    /** Those which the series sets for each job by itself, or which are for itself. */
    private static final List<String> OF_THE_SERIES = List.of("--nodes", "--seed", "--weak", "--strong",
        "--repeat", "--sweep", "--preset");

    /** Understands a command line; the jobs' options are checked by {@link SeriesPlan}. */
    static SeriesRequest of(final CliContext context, final GmtApp app, final ParseResult parsed,
                            final ScaleOptions options, final CommonOptions common) {
        options.validate();
        final boolean isOfJobs = !app.presets().isEmpty();      // a preset of the application: each job has it
        final Optional<Preset> preset = isOfJobs ? Optional.empty()
            : options.preset().map(name -> Presets.find(app.name(), name));
        final ScalingKind kind = options.kind().or(() -> preset.map(Preset::kind))
            .orElseThrow(() -> CliException.usage("gmt scale " + app.name()
            + ": give --weak (the work of each node stays the same) or --strong (the work of all together "
            + "stays the same)" + (Presets.of(app.name()).isEmpty() ? "." : ", or use a --preset.")));
        final String nodes = common.nodes().or(() -> preset.map(Preset::nodes).filter(text -> !text.isEmpty()))
            .orElseGet(() -> usualNodes(context.machine().cores()));
        final List<String> excluded = new ArrayList<>(ScaleOptions.NOT_MEASURED);
        final JobLine typed = GivenOptions.of(parsed, List.of("scale", app.name()), excluded);
        excluded.addAll(OF_THE_SERIES);
        excluded.removeIf(name -> isOfJobs && name.equals("--preset"));
        final JobLine given = GivenOptions.of(parsed, List.of(app.isBenchmark() ? "bench" : "run", app.name()),
            excluded);
        return new SeriesRequest(app, kind, options.preset().orElse(""), nodes(nodes),
            options.repeat().orElse(USUAL_REPEAT), preset.map(named -> named.under(options.sweeps()))
                .orElseGet(() -> distinct(options.sweeps())),
            preset.map(named -> named.under(given)).orElse(given),
            typed.has("--nodes") ? typed : typed.with("--nodes", nodes));
    }

    private static List<Sweep> distinct(final List<Sweep> sweeps) {
        if (sweeps.stream().map(Sweep::name).distinct().count() < sweeps.size()) {
            throw CliException.usage("--sweep: the same key is there twice; give all its values in one.");
        }
        return sweeps;
    }

    /** Powers of two up to the cores, two nodes at least. */
    static String usualNodes(final int cores) {
        final StringBuilder text = new StringBuilder("1,2");
        for (int nodes = 4; nodes <= cores; nodes *= 2) {
            text.append(',').append(nodes);
        }
        return text.toString();
    }

    static List<Integer> nodes(final String text) {
        final TreeSet<Integer> counts = new TreeSet<>();
        for (final String part : Arrays.stream(text.split(",", -1)).map(String::strip).toList()) {
            if (!part.matches("[0-9]{1,6}") || Integer.parseInt(part) < 1 || Integer.parseInt(part) > LARGEST) {
                throw CliException.usage("-n " + text + ": expected counts of nodes with commas between them, "
                    + "such as 1,2,4,8.");
            }
            if (!counts.add(Integer.parseInt(part))) {
                throw CliException.usage("-n " + text + ": " + part
                    + " is there twice; --repeat gives more jobs of a point.");
            }
        }
        return List.copyOf(counts);
    }
}
