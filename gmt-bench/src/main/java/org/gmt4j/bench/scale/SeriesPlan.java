package org.gmt4j.bench.scale;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gmt4j.aggregation.settings.SettingDescriptor;
import org.gmt4j.aggregation.settings.SettingValue;
import org.gmt4j.bench.scale.series.ScalingKind;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesHeader;
import org.gmt4j.bench.scale.series.SeriesHeader.SettingLine;
import org.gmt4j.bench.scale.series.SeriesPoint;
import org.gmt4j.cli.AppLine;
import org.gmt4j.cli.BuildInfo;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.launch.MemoryEstimate;
import org.gmt4j.cli.result.RunEnvironment;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.node.SettingRecords;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Turns a request into points, each with the command line of its jobs, all of them checked. One thread; set-up. */
final class SeriesPlan {
    private static final String NODES = "--nodes";
    private static final String SEED = "--seed";
    private static final List<String> SHAPE = List.of("--plan", "--workers", "--helpers");
    /** Settings that the series itself decides for each job. */
    private static final List<String> OF_THE_SERIES = List.of("gmt.nodes", "gmt.random.seed");

    private final CliContext context;
    private final CommandSpec appSpec;
    private final SeriesRequest request;

    private SeriesPlan(final CliContext context, final CommandSpec appSpec, final SeriesRequest request) {
        this.context = context;
        this.appSpec = appSpec;
        this.request = request;
    }

    /**
     * @param appSpec the application's own options
     * @return a series without trials
     * @throws CliException for whatever a job would be refused for, before any starts
     */
    static Series of(final CliContext context, final CommandSpec appSpec, final SeriesRequest request) {
        return new SeriesPlan(context, appSpec, request).series();
    }

    private Series series() {
        requireDistinct();
        final long seed = seed();
        final List<SeriesPoint> points = new ArrayList<>();
        Invocation first = null;
        for (final Sweep.Combination combination : Sweep.product(request.sweeps())) {
            final JobLine line = assigned(request.job(), combination.assignments());
            final int most = request.nodes().get(request.nodes().size() - 1);
            final Invocation widest = AppLine.check(context, line.with(NODES, String.valueOf(most)).arguments());
            for (final int nodes : request.nodes()) {
                final JobLine job = shaped(grown(line, widest, nodes), widest.plan())
                    .with(NODES, String.valueOf(nodes));
                final Invocation checked = checked(job, nodes, seed + request.repeat() - 1);
                checkMemory(checked);
                first = first == null ? checked : first;
                points.add(new SeriesPoint(nodes, checked.plan().threads(), combination.labels(),
                    job.arguments(), List.of()));
            }
        }
        return new Series(header(first, seed), points);
    }

    /** Of two sweeps of one setting only the last would count, whatever the table says. */
    private void requireDistinct() {
        final Set<String> all = new HashSet<>();
        for (final Sweep sweep : request.sweeps()) {
            final Set<String> keys = sweep.variants().stream()
                .flatMap(variant -> variant.assignments().keySet().stream()).collect(Collectors.toSet());
            for (final String key : keys) {
                if (!all.add(option(key).map(OptionSpec::longestName).orElseGet(() -> setting(key)))) {
                    throw CliException.usage("--sweep: " + key
                        + " is there twice, once by another name; give all its values in one.");
                }
            }
        }
    }

    /** As given, or configured. */
    private long seed() {
        final JobLine line = request.job().with(NODES, String.valueOf(request.nodes().get(0)));
        final List<String> given = request.typed().options().getOrDefault(SEED, List.of());
        return AppLine.check(context, (given.isEmpty() ? line : line.with(SEED, given.get(given.size() - 1)))
            .arguments()).plan().randomSeed();
    }

    /** The point as its last job will see it. */
    private Invocation checked(final JobLine job, final int nodes, final long seed) {
        final Invocation checked = AppLine.check(context, job.with(SEED, String.valueOf(seed)).arguments());
        if (checked.plan().nodes() != nodes || checked.plan().randomSeed() != seed) {
            throw CliException.usage("the series gives each job its count of nodes and its seed: use -n and --seed, "
                + "and remove the setting of " + (checked.plan().nodes() != nodes ? "gmt.nodes." : "gmt.random.seed."));
        }
        return checked;
    }

    /**
     * A key is an option of the application, or else a setting; settings by {@code --set}, which comes last and so
     * counts.
     */
    private JobLine assigned(final JobLine line, final Map<String, String> assignments) {
        JobLine result = line;
        for (final Map.Entry<String, String> assignment : assignments.entrySet()) {
            final Optional<OptionSpec> option = option(assignment.getKey());
            if (option.isPresent()) {
                result = switched(result, option.get(), assignment.getValue());
            } else {
                result = result.adding("--set", setting(assignment.getKey()) + "=" + assignment.getValue());
            }
        }
        return result;
    }

    private Optional<OptionSpec> option(final String key) {
        return Optional.ofNullable(appSpec.findOption(key.startsWith("-") ? key : "--" + key))
            .or(() -> Optional.ofNullable(appSpec.findOption("-" + key)));
    }

    private static JobLine switched(final JobLine line, final OptionSpec option, final String value) {
        if (option.arity().max() > 0) {
            return line.with(option.longestName(), value);
        }
        final Map<String, List<String>> all = new LinkedHashMap<>(line.options());
        switch (value) {
            case "on", "true" -> all.put(option.longestName(), List.of());
            case "off", "false" -> all.remove(option.longestName());
            default -> throw CliException.usage("--sweep: " + option.longestName()
                + " has no value: expected on or off, found " + value + ".");
        }
        return new JobLine(line.head(), all, line.positionals());
    }

    private String setting(final String key) {
        final String canonical = SettingDescriptor.canonicalKey(key);
        if (OF_THE_SERIES.contains(canonical) || key.equals("seed")) {
            throw CliException.usage("--sweep " + key + ": "
                + (canonical.equals("gmt.nodes") ? "counts of nodes are given by -n 1,2,4."
                : "the k-th job of each point has seed S + k - 1, see --repeat."));
        }
        return SettingRecords.catalog().find(canonical).map(SettingDescriptor::key)
            .orElseThrow(() -> CliException.usage("--sweep " + key
            + ": neither an option of " + request.app().name() + " nor a setting"
            + SettingRecords.catalog().nearest(canonical).map(near -> "; did you mean " + near + "?").orElse(".")
            + " See 'gmt config'."));
    }

    private JobLine grown(final JobLine line, final Invocation widest, final int nodes) {
        if (request.kind() == ScalingKind.STRONG) {
            return line;
        }
        final Map<String, String> sizes = new LinkedHashMap<>();
        widest.app().weakOptions(nodes)
            .forEach((name, value) -> sizes.put(appSpec.findOption(name).longestName(), value));
        return line.with(sizes);
    }

    /** A node must not get more threads because it is alone: all points have those of the largest count. */
    private static JobLine shaped(final JobLine line, final RunPlan widest) {
        final JobLine shaped = line.without(SHAPE).with("--plan", RunPlan.spelling(widest.plan()));
        if (widest.plan() == RunConfig.Plan.COMBINED) {
            return shaped;
        }
        final JobLine working = shaped.with("--workers", String.valueOf(widest.workers()));
        return widest.helpers() == 0 ? working : working.with("--helpers", String.valueOf(widest.helpers()));
    }

    /** Refuses a point that cannot fit, before the first job of the series. */
    private void checkMemory(final Invocation point) {
        MemoryEstimate.refuseUnlessItFits(point);
    }

    private SeriesHeader header(final Invocation first, final long seed) {
        final RunEnvironment found = BuildInfo.environment(context);
        final Map<String, Object> environment = new LinkedHashMap<>();
        environment.put("cores", found.cores());
        environment.put("jdk", found.jdk());
        environment.put("os", found.os());
        environment.put("commit", found.commit());
        environment.put("version", found.version());
        return new SeriesHeader(request.app().name(), request.app().isBenchmark(), request.kind(), request.preset(),
            request.typed().arguments(), request.repeat(), seed, found.cores(),
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), environment, settings(first, seed));
    }

    private List<SettingLine> settings(final Invocation first, final long seed) {
        final List<String> swept = request.sweeps().stream().flatMap(sweep -> sweep.variants().stream())
            .flatMap(variant -> variant.assignments().keySet().stream()).filter(key -> option(key).isEmpty())
            .map(SettingDescriptor::canonicalKey).distinct().toList();
        final List<SettingLine> lines = new ArrayList<>();
        for (final SettingDescriptor setting : SettingRecords.catalog().settings()) {
            final SettingValue value = first.settings().value(setting);
            final String text = switch (setting.key()) {
                case "gmt.nodes" -> request.nodes().stream().map(String::valueOf).collect(Collectors.joining(","));
                case "gmt.random.seed" -> seed + (request.repeat() > 1 ? " to " + (seed + request.repeat() - 1) : "");
                default -> value.text();
            };
            final boolean isOfSeries = OF_THE_SERIES.contains(setting.key()) || SHAPE.contains(setting.flag())
                && value.place().equals(setting.flag()) && !request.job().has(setting.flag());
            lines.add(swept.contains(setting.key()) ? new SettingLine(setting.key(), "swept", setting.unit(), "--sweep")
                : new SettingLine(setting.key(), text, setting.unit(), isOfSeries ? "series" : value.describeOrigin()));
        }
        return lines;
    }
}
