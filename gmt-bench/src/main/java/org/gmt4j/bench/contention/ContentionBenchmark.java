package org.gmt4j.bench.contention;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.armci.Mutexes;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.ChartOption;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.TimeLimit;
import org.gmt4j.bench.variant.TopologyOptions;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.bench.variant.VariantClusters;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench contention}: how long operations on node 0 take each process while a percentage of all does the
 * same, for each virtual topology. A process of the paper is a task here; topologies take turns, pass by pass.
 */
public final class ContentionBenchmark implements GmtApp {
    @Mixin
    private TopologyOptions topologies;

    @Mixin
    private ChartOption chart;

    @Option(names = "--verbs", paramLabel = "VERB", split = ",", defaultValue = "vput,fadd,lock,acc",
        description = "vectored put, fetch-and-add, lock and unlock, accumulate (default: ${DEFAULT-VALUE})")
    private List<String> verbLabels = new ArrayList<>();

    @Option(names = "--percent", paramLabel = "C", split = ",", defaultValue = "0,11,20",
        description = "of the processes contend: one in 100/C, about a whole number (default: ${DEFAULT-VALUE})")
    private int[] percents;

    @Option(names = "--processes", paramLabel = "P", defaultValue = "4",
        description = "processes of each node: tasks of this runtime (default: ${DEFAULT-VALUE})")
    private int processes;

    @Option(names = "--bytes", paramLabel = "N", defaultValue = "2048",
        description = "of a vectored put or an accumulate, a power of two from 8 (default: ${DEFAULT-VALUE})")
    private int bytes;

    @Option(names = "--iterations", paramLabel = "I", defaultValue = "20",
        description = "timed operations of a process in one pass (default: ${DEFAULT-VALUE})")
    private int iterations;

    @Option(names = "--lead", paramLabel = "N", defaultValue = "2",
        description = "operations before them that do not count: nodes on the way may sleep (default: "
            + "${DEFAULT-VALUE})")
    private int lead;

    @Option(names = "--trials", paramLabel = "N", defaultValue = "3",
        description = "passes over all processes; the median of each process counts (default: ${DEFAULT-VALUE})")
    private int trials;

    @Option(names = {"--warmup", "--warm-up"}, paramLabel = "N", defaultValue = "1",
        description = "passes before them that do not count (default: ${DEFAULT-VALUE})")
    private int warmup;

    @Mixin
    private LimitOptions limits;

    @Override
    public String name() {
        return "contention";
    }

    @Override
    public String summary() {
        return "Time of operations on one hot node by process, while 0, 11, 20 % do the same, "
            + "for each virtual topology.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench contention -n 16 --in-process --verbs fadd --percent 0,20",
            "gmt bench contention -n 8 --topologies fcg,mfcg --format json -o contention.json --svg contention.svg");
    }

    @Override
    public void validate(final CommonOptions common) {
        topologies.validate();
        chart.validate();
        limits.validate();
        HotVerb.parse(verbLabels);
        for (final int percent : percents) {
            final String refusal = Contenders.refusal(percent);
            require(refusal == null, refusal);
        }
        require(processes >= 1 && processes <= 1024, "--processes " + processes + ": expected 1 .. 1024.");
        require(bytes >= 8 && bytes <= 1 << 20 && Integer.bitCount(bytes) == 1,
            "--bytes " + bytes + ": expected a power of two, 8 .. 1048576.");
        require(iterations >= 1 && lead >= 0 && trials >= 1 && warmup >= 0,
            "--iterations and --trials must be at least 1, --lead and --warmup at least 0.");
    }

    private static void require(final boolean holds, final String message) {
        if (!holds) {
            throw CliException.usage(message);
        }
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return AppMemory.builder().furtherJobs(topologies.variants().size())
            .array("targets", AppMemory.Phase.BOTH, 3L * bytes, topologies.variants().size()).build();
    }

    @Override
    public Class<?>[] registeredClasses() {
        return VariantClusters.tasks(HotBodies.class, HotTarget.class, HotVerb.class, Mutexes.class);
    }

    @Override
    public void run(final AppRun run) throws IOException {
        if (run.plan().nodes() < 2) {
            run.result().note("one node has no hot node to talk to: nothing was measured");
            return;
        }
        final List<List<HotRow>> groups = new ArrayList<>();
        final int total = verbLabels.size() * percents.length;
        final TimeLimit limit = limits.of(run);
        int cut = 0;
        try (VariantClusters clusters = VariantClusters.open(run, topologies.variants(), registeredClasses())) {
            for (final HotVerb verb : HotVerb.parse(verbLabels)) {
                for (final int percent : percents) {
                    final TimeLimit ofGroup = limit.part(total - groups.size());
                    groups.add(measure(run, clusters, verb, percent, ofGroup));
                    cut += groups.get(groups.size() - 1).get(0).passCount() < trials ? 1 : 0;
                    run.progress().update(verb.label(), groups.size(), total, percent + " %");
                }
            }
        }
        groups.forEach(rows -> rows.forEach(row -> run.result().result(row.result(rows.get(0)))));
        if (!run.result().isWrong()) {
            run.result().with("processes", groups.stream().flatMap(List::stream).map(HotRow::byProcess).toList());
        }
        run.result().with("processesPerNode", processes).with("iterations", iterations).with("passes", trials)
            .with("bytes", bytes);
        run.result().note("p50, p99 and quartiles: over the processes, of the mean time of " + iterations
            + " operations; timeOfFirst: medians; processesFaster: share of processes that the first "
            + "topology serves slower");
        noteAbsentContenders(run);
        if (cut > 0) {
            run.result().note("the time limit ended before all " + trials + " passes in " + cut + " of " + total
                + " comparisons; --within gives more time");
        }
        chart.write(run, percents.length, groups.stream().map(this::draw).toList());
    }

    /** Their rows would be taken for those of the percentage. */
    private void noteAbsentContenders(final AppRun run) {
        for (final int percent : percents) {
            Contenders.of(processes, run.plan().nodes() * processes, percent).nobody()
                .ifPresent(text -> run.result().note(percent + " %: " + text));
        }
    }

    private List<HotRow> measure(final AppRun run, final VariantClusters clusters, final HotVerb verb,
                                 final int percent, final TimeLimit limit) {
        final int nodes = run.plan().nodes();
        final Contenders contenders = Contenders.of(processes, nodes * processes, percent);
        final Map<HotRow, HotSpotPass> passes = new LinkedHashMap<>();
        for (int i = 0; i < clusters.size(); i++) {
            final Variant variant = clusters.variants().get(i);
            final VirtualTopology topology = TopologyOptions.topology(run, variant);
            passes.put(new HotRow(verb, variant, percent, contenders, IntStream.range(0, nodes)
                .map(node -> topology.hopCount(node, 0)).toArray()),
                new HotSpotPass(clusters.cluster(i), contenders, verb, bytes, lead, iterations));
        }
        for (int trial = -warmup; trial < trials && (trial <= 0 || !limit.isOver()); trial++) {
            if (trial < 0 && limit.isOver()) {
                continue;
            }
            for (final Map.Entry<HotRow, HotSpotPass> pass : passes.entrySet()) {
                final double[] us = pass.getValue().run();
                if (run.verify()) {
                    run.result().verified(pass.getValue().isRight());
                }
                if (trial >= 0) {
                    pass.getKey().add(us);
                }
            }
        }
        passes.values().forEach(HotSpotPass::free);
        return new ArrayList<>(passes.keySet());
    }

    private LineChart draw(final List<HotRow> rows) {
        final LineChart drawn = new LineChart(rows.get(0).verb().words() + ", " + rows.get(0).percent() + " % contend",
            Axis.linear("process"), Axis.log10("microseconds"));
        for (final HotRow row : rows) {
            final double[] us = row.us();
            drawn.line(row.name(), IntStream.range(0, us.length).asDoubleStream().toArray(), us);
        }
        return drawn;
    }
}
