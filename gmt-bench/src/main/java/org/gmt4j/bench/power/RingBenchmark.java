package org.gmt4j.bench.power;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.gmt4j.GmtCluster;
import org.gmt4j.bench.chart.ChartOption;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.TimeLimit;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.bench.variant.VariantClusters;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench ring}: time and energy, or its proxy, for each megabyte in a displaced ring of one-sided verbs, for
 * each way to wait, in turn. Verified: all that was stored or added, gaps included, and the last gets.
 */
public final class RingBenchmark implements GmtApp {
    private static final int LARGEST = 1 << 24;
    /** Nodes of one machine would copy through shared windows, where nobody waits for anybody. */
    private static final List<Variant> VARIANTS = List.of(new Variant(Map.of(), Map.of("gmt.armci.shared", "off")));

    @Option(names = "--bytes", paramLabel = "N", split = ",", defaultValue = "1,16,256,4096,16384,65536,262144,1048576",
        description = "sizes; accumulate takes multiples of 8, strided of 16 (default: ${DEFAULT-VALUE})")
    private List<Integer> sizes = new ArrayList<>();

    @Option(names = "--verbs", paramLabel = "VERB", split = ",", defaultValue = "put,get,accumulate,strided",
        description = "the operations (default: ${DEFAULT-VALUE})")
    private List<RingVerb> verbs = new ArrayList<>();

    @Mixin
    private ModeOptions modes;

    @Option(names = "--trials", paramLabel = "N", defaultValue = "3",
        description = "timed repetitions; the median counts (default: ${DEFAULT-VALUE})")
    private int trials;

    @Option(names = "--seconds", paramLabel = "S", defaultValue = "0.1",
        description = "about how long one trial takes (default: ${DEFAULT-VALUE})")
    private double seconds;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private ChartOption chart;

    @Override
    public String name() {
        return "ring";
    }

    @Override
    public String summary() {
        return "Displaced ring: time and energy (or CPU time) per MB by verb and size, for each way to wait.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public void validate(final CommonOptions common) {
        modes.validate();
        limits.validate();
        chart.validate();
        if (trials < 1 || !(seconds > 0) || modes.modes().isEmpty() || verbs.isEmpty()) {
            throw CliException.usage("--trials must be at least 1, --seconds more than 0; "
                + "--modes and --verbs name at least one.");
        }
        for (final int bytes : sizes) {
            if (bytes < 1 || bytes > LARGEST) {
                throw CliException.usage("--bytes " + bytes + ": expected 1 to " + LARGEST + ".");
            }
        }
        for (final RingVerb verb : verbs) {
            if (sizes.stream().noneMatch(verb::takes)) {
                throw CliException.usage("--bytes " + sizes.stream().map(String::valueOf)
                    .collect(Collectors.joining(",")) + ": no size that " + verb.label() + " can take.");
            }
        }
    }

    private int slotBytes() {
        return 2 * Math.max(Long.BYTES, sizes.stream().mapToInt(bytes -> (bytes + 7) & ~7).max().orElse(Long.BYTES));
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return AppMemory.builder().furtherJobs(1)
            .array("slots", AppMemory.Phase.BOTH, ByteCount.times(job.plan().nodes(), slotBytes()), 1).build();
    }

    @Override
    public Class<?>[] registeredClasses() {
        return VariantClusters.tasks(RingBodies.class, RingMemory.class, RingVerb.class, PowerBodies.class,
            PowerMode.class);
    }

    @Override
    public void run(final AppRun run) throws IOException {
        if (run.plan().nodes() == 1) {
            run.result().note("one node has nobody to talk to: nothing was measured");
            return;
        }
        limits.of(run);     // the start of the compared job counts
        try (VariantClusters clusters = VariantClusters.open(run, VARIANTS, registeredClasses())) {
            // it does nothing, and costs little
            run.cluster(GmtCluster.class).run(ctx -> ctx.executeOnAll(PowerBodies.waitBy(PowerMode.BLOCK)));
            measure(run, clusters.cluster(0));
        }
    }

    private void measure(final AppRun run, final GmtCluster cluster) throws IOException {
        final String obstacle = modes.obstacle(cluster);
        if (!obstacle.isEmpty()) {
            run.result().with("frequency", obstacle).note(modes.notMeasured(obstacle));
        }
        final List<PowerMode> possible = modes.possible(obstacle);
        if (possible.isEmpty()) {
            return;
        }
        final Consumption consumption = new Consumption(cluster, EnergyMeter.ofMachine());
        final RingMemory memory = new RingMemory(cluster.armci().allocate((long) cluster.nodeCount() * slotBytes()),
            1, slotBytes());
        final RingChart figures = new RingChart(possible, consumption);
        int left = verbs.stream().mapToInt(verb -> (int) sizes.stream().filter(verb::takes).count()).sum();
        final List<String> unsettled = new ArrayList<>();
        for (final RingVerb verb : verbs) {
            final List<Integer> taken = sizes.stream().filter(verb::takes).toList();
            final List<RingExperiment.Cost[]> costs = new ArrayList<>();
            for (final int size : taken) {
                run.progress().update(verb.label(), costs.size() + 1, taken.size(), size + " bytes");
                costs.add(measure(run, cluster, possible, consumption, verb, memory.withSize(size),
                    limits.of(run).part(left--), unsettled));
            }
            figures.add(verb, taken, costs);
        }
        cluster.armci().free(memory.memory());
        if (!unsettled.isEmpty()) {
            run.result().note("the time limit ended before warm-up or trials of: " + String.join(", ", unsettled)
                + " bytes; --within gives more time");
        }
        run.result().with("energy", consumption.label()).with("energyStep", consumption.step());
        run.result()
            .note(consumption.figure() + ": " + consumption.label() + "; '< step': less than the counter's step of "
            + String.format(Locale.ROOT, "%.3g %s", consumption.step(), consumption.unit())
            + " in each trial, so that nothing can be said");
        chart.write(run, RingChart.COLUMNS, figures.charts());
    }

    private RingExperiment.Cost[] measure(final AppRun run, final GmtCluster cluster, final List<PowerMode> possible,
                                          final Consumption consumption, final RingVerb verb, final RingMemory memory,
                                          final TimeLimit limit, final List<String> unsettled) {
        final RingExperiment experiment = new RingExperiment(cluster, consumption, verb, memory);
        final RingExperiment.Cost[] costs = experiment.run(possible, trials, seconds, limit);
        if (experiment.isCut()) {
            unsettled.add(verb.label() + " " + memory.size());
        }
        if (run.verify()) {
            run.result().verified(experiment.isRight());
        }
        for (int mode = 0; mode < costs.length; mode++) {
            final RingExperiment.Cost cost = costs[mode];
            final BenchResult result = BenchResult.of(verb.label()).param("bytes", memory.size())
                .param("wait", possible.get(mode).label()).mops(cost.mops()).mbPerSecond(1 / cost.secondsPerMb())
                .figure("microsecondsPerMb", cost.secondsPerMb() * 1e6)
                .figure("timeShare", cost.secondsPerMb() / costs[0].secondsPerMb());
            if (!cost.isMeasured()) {
                result.param(consumption.isProxy() ? "cpu" : "energy", "< step");
            } else {
                result.figure(consumption.figure(), cost.usedPerMb() * 1e6);
                if (costs[0].isMeasured()) {
                    result.figure(consumption.isProxy() ? "cpuShare" : "energyShare",
                        cost.usedPerMb() / costs[0].usedPerMb());
                }
            }
            run.result().result(result);
        }
        return costs;
    }
}
