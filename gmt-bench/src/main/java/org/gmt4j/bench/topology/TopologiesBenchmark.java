package org.gmt4j.bench.topology;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.apps.nwchem.ReplayProgram;
import org.gmt4j.apps.ssor.SsorProgram;
import org.gmt4j.apps.trial.JudgedProgram;
import org.gmt4j.apps.trial.TrialOptions;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.ChartOption;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.TimeLimit;
import org.gmt4j.bench.variant.TopologyOptions;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.bench.variant.VariantClusters;
import org.gmt4j.bench.variant.VariantOptions;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppPreset;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench topologies}: the programs of paper 000's figures 8 and 9 under each virtual topology, and with
 * several settings, as paper 001's graphs 4-5 to 4-7 and 6-3 have them; trial by trial in turn within one run. The
 * answer of every run is judged, of warm-ups as well.
 *
 * @see "Yu, Tipparaju, Que, Vetter, Virtual Topologies for Scalable Resource Management, ICPP 2011, figures 8 and 9"
 * @see "Murugappan, Analyzing and Optimizing Global Array Toolkit for Cray Gemini Interconnect, 2010, 4-5 to 4-7, 6-3"
 */
public final class TopologiesBenchmark implements GmtApp {
    private static final String SSOR = "ssor";
    private static final String NWCHEM = "nwchem";
    /** Nodes of one machine would copy through shared windows, where nothing goes over edges. */
    private static final Variant NOT_SHARED = new Variant(Map.of(), Map.of("gmt.armci.shared", "off"));

    @Option(names = "--programs", paramLabel = "ssor|nwchem", split = ",", defaultValue = "ssor,nwchem",
        description = "ssor: LU of the NAS benchmarks; nwchem: the calls of NWChem; with the options of 'gmt run ssor' "
            + "and 'gmt run nwchem' (default: ${DEFAULT-VALUE})")
    private List<String> names = new ArrayList<>();

    @Mixin
    private TopologyOptions topologies;

    @Mixin
    private VariantOptions compared;

    @Mixin
    private JudgedProgram ssor;

    @Mixin
    private ReplayProgram replay = new ReplayProgram();

    @Mixin
    private TrialOptions trials = new TrialOptions();

    @Mixin
    private LimitOptions limits;

    @Mixin
    private ChartOption chart;

    /** For the service loader. */
    public TopologiesBenchmark() {
        this(new SsorProgram());
    }

    /** @param ssor tests have others, which answer wrongly or remember their turns */
    TopologiesBenchmark(final JudgedProgram ssor) {
        this.ssor = ssor;
    }

    @Override
    public String name() {
        return "topologies";
    }

    @Override
    public String summary() {
        return "LU of the NAS benchmarks and the calls of NWChem, topologies and settings in turn, all verified.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench topologies -n 8 --programs ssor --class W --within 0",
            "gmt bench topologies -n 4 --programs nwchem --topologies mfcg --compare gmt.edge.buffers=1,2,8");
    }

    @Override
    public List<AppPreset> presets() {
        return List.of(
            AppPreset.of("paper", "figure 8 of the paper on virtual topologies, which does not name LU's class: this is"
                + " the largest here; all trials, however long they take", "--programs", SSOR, "--class", "A",
                "--warm-up", "1", "--within", "0"),
            AppPreset.of("paper-dft", "figure 9 (a), density functional; the paper has no sizes: these are ours",
                "--programs", NWCHEM, "--kind", "dft", "--tasks", "4480", "--within", "0"),
            AppPreset.of("paper-ccsd", "figure 9 (b), coupled cluster; the paper has no sizes: these are ours",
                "--programs", NWCHEM, "--kind", "ccsd", "--tasks", "64", "--within", "0"));
    }

    @Override
    public void validate(final CommonOptions common) {
        programs();
        List.of(ssor, replay).forEach(JudgedProgram::validate);
        topologies.validate();
        compared.validate();
        if (compared.variants().stream().anyMatch(variant -> variant.overrides().containsKey("gmt.topology"))) {
            throw CliException.usage("--compare gmt.topology: here topologies are compared by --topologies.");
        }
        VariantOptions.check(variants());
        trials.validate();
        limits.validate();
        chart.validate();
    }

    /** Those that were asked for, by name, each once. */
    private Map<String, JudgedProgram> programs() {
        final Map<String, JudgedProgram> programs = new LinkedHashMap<>();
        for (final String name : names) {
            programs.put(name.strip(), switch (name.strip()) {
                case SSOR -> ssor;
                case NWCHEM -> replay;
                default -> throw CliException.usage("--programs " + name + ": expected ssor, nwchem, or both with a "
                    + "comma.");
            });
        }
        return programs;
    }

    /** Each topology with each choice of settings. */
    private List<Variant> variants() {
        return topologies.variants().stream().flatMap(topology -> compared.variants().stream()
            .map(settings -> NOT_SHARED.and(topology).and(settings))).toList();
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final AppMemory.Builder memory = AppMemory.builder().furtherJobs(variants().size());
        programs().values().forEach(program -> program.addMemory(memory, job));
        return memory.build();
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        final Map<String, String> options = new LinkedHashMap<>();
        programs().values().forEach(program -> options.putAll(program.weakOptions(nodes)));
        return options;
    }

    @Override
    public Class<?>[] registeredClasses() {
        return VariantClusters.tasks(Stream.of(ssor, replay).flatMap(program -> Stream.of(program.classes()))
            .toArray(Class<?>[]::new));
    }

    @Override
    public void run(final AppRun run) throws IOException {
        if (run.plan().nodes() < 2) {
            run.result().note("one node has nobody to send to, by no topology: nothing was measured");
            return;
        }
        final Map<String, VirtualTopology> shapes = shapes(run);
        limits.of(run);                 // the start of the compared jobs counts
        final List<LineChart> charts = new ArrayList<>();
        try (VariantClusters clusters = VariantClusters.open(run, variants(), registeredClasses())) {
            int left = programs().size();
            for (final Map.Entry<String, JudgedProgram> program : programs().entrySet()) {
                final JudgedProgram.Work work = program.getValue().prepare(run);
                final List<TopologyRow> rows = IntStream.range(0, clusters.size())
                    .mapToObj(i -> new TopologyRow(clusters, i)).toList();
                if (!measure(run, program.getKey(), work, rows, limits.of(run).part(left--))) {
                    return;
                }
                rows.forEach(row -> run.result().result(row.result(program.getKey(), work, rows.get(0))));
                charts.add(draw(run, work, rows));
            }
        }
        describe(run, shapes);
        chart.write(run, charts.size(), charts);
    }

    /** By label. Refuses a shape that one of them cannot have, before a job is started for it. */
    private Map<String, VirtualTopology> shapes(final AppRun run) {
        final Map<String, VirtualTopology> shapes = new LinkedHashMap<>();
        variants().forEach(variant -> shapes.put(variant.label(), TopologyOptions.topology(run, variant)));
        return shapes;
    }

    /** Warm-ups, then trials, of all rows in turn. False: an answer is wrong. */
    private boolean measure(final AppRun run, final String name, final JudgedProgram.Work work,
                            final List<TopologyRow> rows, final TimeLimit limit) {
        int done = 0;
        int warmed = 0;
        for (int trial = -trials.warmUp(); trial < trials.trials(); trial++) {
            if (limit.isOver() && trial != 0 && trial != -trials.warmUp()) {
                continue;
            }
            done += trial < 0 ? 0 : 1;
            warmed += trial < 0 ? 1 : 0;
            for (final TopologyRow row : rows) {
                run.progress().update(name, Math.max(0, trial), trials.trials(), row.label());
                final String complaint = row.run(work, trial >= 0);
                if (run.verify()) {
                    run.result().verified(complaint.isEmpty());
                }
                if (!complaint.isEmpty()) {
                    run.result().note(name + ", " + row.label() + ", " + (trial < 0 ? "a warm-up"
                        : "trial " + (trial + 1)) + ": " + complaint);
                    return false;
                }
            }
        }
        if (done < trials.trials() || warmed < trials.warmUp()) {
            run.result().note(name + ": the time limit ended after " + done + " of " + trials.trials()
                + " trials of each topology" + (warmed < trials.warmUp() ? ", and " + warmed + " of "
                + trials.warmUp() + " warm-ups" : "") + "; --within gives more time");
        }
        return true;
    }

    private void describe(final AppRun run, final Map<String, VirtualTopology> shapes) {
        final Map<String, Object> extents = new LinkedHashMap<>();
        shapes.forEach((name, topology) -> extents.put(name, topology.shape().toString()));
        run.result().with("shapes", extents);
        run.result().note("seconds, minSeconds, maxSeconds: median, least and greatest time; timeOfFirst: median share "
            + "of the first row's time, trial by trial; forwardedBlocks, edgeStalls: of all runs of the row, "
            + "warm-ups as well" + (compared.variants().stream().map(Variant::overrides)
                .anyMatch(settings -> settings.containsKey("gmt.armci.shared")) ? "" : "; gmt.armci.shared=off"));
        if (shapes.values().stream().allMatch(topology -> topology.maxHops() < 2)) {
            run.result().note("all are neighbours in each of these topologies, of so few nodes: nothing was forwarded, "
                + "and topologies should not differ");
        }
    }

    private static LineChart draw(final AppRun run, final JudgedProgram.Work work, final List<TopologyRow> rows) {
        return new LineChart(work.words() + ", " + run.plan().nodes() + " nodes",
            Axis.words(String.join(" ", rows.get(0).params()), rows.stream().map(TopologyRow::label).toList()),
            Axis.linear("seconds"))
            .line("median, least and greatest", IntStream.range(0, rows.size()).asDoubleStream().toArray(),
                rows.stream().mapToDouble(TopologyRow::median).toArray(),
                rows.stream().mapToDouble(TopologyRow::least).toArray(),
                rows.stream().mapToDouble(TopologyRow::greatest).toArray());
    }
}
