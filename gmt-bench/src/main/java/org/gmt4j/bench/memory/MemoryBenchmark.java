package org.gmt4j.bench.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.VirtualTopology;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.ChartOption;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.job.ChildJob;
import org.gmt4j.bench.trial.LimitOptions;
import org.gmt4j.bench.trial.Medians;
import org.gmt4j.bench.variant.TopologyOptions;
import org.gmt4j.bench.variant.Variant;
import org.gmt4j.bench.variant.VariantClusters;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.result.BenchResult;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt bench memory}: resident memory and request buffers of a node against the number of nodes, for each virtual
 * topology. Each point is a job of its own that node 0 launches; in it all nodes update elements of all others, so that
 * every edge is used. The nodes of this job idle.
 */
public final class MemoryBenchmark implements GmtApp {
    private static final double KIB = 1024;
    private static final double MIB = 1 << 20;
    private static final String PROFILE = "gmt.profile";
    private static final int MOST_PROCESSES = 64;
    private static final int MOST_IN_PROCESS = 512;

    /** How nodes live. */
    enum Form {
        PROCESSES("processes"), IN_PROCESS("in-process");

        private final String label;

        Form(final String label) {
            this.label = label;
        }
    }

    @Mixin
    private TopologyOptions topologies;

    @Mixin
    private ChartOption chart;

    @Option(names = "--counts", paramLabel = "N,N", split = ",", defaultValue = "2,4,8",
        description = "numbers of nodes (default: ${DEFAULT-VALUE})")
    private int[] counts;

    @Option(names = "--forms", paramLabel = "processes|in-process", split = ",", defaultValue = "processes,in-process",
        description = "each node a process, or all in one JVM, of which a node has its part (default: "
            + "${DEFAULT-VALUE})")
    private List<String> formNames = new ArrayList<>();

    @Mixin
    private LimitOptions limits;

    @Option(names = "--operations", paramLabel = "N", defaultValue = "50000",
        description = "updates of each node, so that the buffers come into being (default: ${DEFAULT-VALUE})")
    private int operations;

    @Option(names = "--trials", paramLabel = "N", defaultValue = "1",
        description = "jobs of each kind; the median counts (default: ${DEFAULT-VALUE})")
    private int trials;

    /** The report of one job; bytes of a node. */
    private record Reading(double resident, double communication, double edgeBuffers, double connections) {
    }

    /** A point of the figures. */
    private record Point(Form form, int nodes, String topology, double residentMb, double edgeBufferKb,
                         double formulaKb) {
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String summary() {
        return "Resident memory and request buffers of a node by number of nodes and topology, "
            + "measured and by formula.";
    }

    @Override
    public boolean isBenchmark() {
        return true;
    }

    @Override
    public List<String> examples() {
        return List.of("gmt bench memory -n 1 --counts 4,8,16 --forms in-process --topologies fcg,mfcg",
            "gmt bench memory -n 1 --counts 2,4,8 --forms processes --format csv -o memory.csv --svg memory.svg");
    }

    @Override
    public void validate(final CommonOptions common) {
        topologies.validate();
        chart.validate();
        limits.validate();
        if (trials < 1 || operations < 1) {
            throw CliException.usage("--trials and --operations must be at least 1.");
        }
        for (final Form form : forms()) {
            final int most = form == Form.PROCESSES ? MOST_PROCESSES : MOST_IN_PROCESS;
            for (final int count : counts) {
                if (count < 2 || count > most) {
                    throw CliException.usage("--counts " + count + ": expected 2 .. " + most + " nodes for "
                        + form.label + ".");
                }
            }
        }
    }

    private List<Form> forms() {
        final List<Form> forms = new ArrayList<>();
        for (final String name : formNames) {
            final Form form = name.strip().equalsIgnoreCase("processes") ? Form.PROCESSES
                : name.strip().equalsIgnoreCase("in-process")
                ? Form.IN_PROCESS : null;
            if (form == null) {
                throw CliException.usage("--forms " + name + ": expected processes, in-process, or both with a comma.");
            }
            forms.add(form);
        }
        return forms;
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        throw CliException.usage("memory measures counts of nodes of its own, see --counts: "
            + "there is nothing to scale.");
    }

    @Override
    public void run(final AppRun run) throws IOException, InterruptedException {
        final List<Point> points = new ArrayList<>();
        final long total = (long) forms().size() * counts.length * topologies.variants().size();
        for (final int count : counts) {
            for (final Variant variant : topologies.variants()) {
                for (final Form form : forms()) {
                    if (points.size() < forms().size() || !limits.of(run).isOver()) {
                        points.add(measure(run, form, count, variant));
                        run.progress().update("jobs", points.size(), total, count + " nodes");
                    }
                }
            }
        }
        if (points.size() < total) {
            run.result().note("the time limit ended after " + points.size() + " of " + total
                + " jobs, and the others were left away; --within gives more time, --counts and --topologies name"
                + " fewer");
        }
        final TopologyConfig config = run.settings().load(TopologyConfig.class);
        run.result().with("edgeBuffers", config.buffers()).with("edgeBufferBytes", config.bufferLength());
        run.result().note("of a node; in-process: a node's part of the JVM. edgeBufferKb: request buffers on edges, "
            + "measured, the mean of all nodes; formulaKb: neighbours x buffers x length; "
            + "fcg keeps none in this runtime, its formula is what they would take");
        final List<LineChart> charts = new ArrayList<>();
        for (final Form form : forms()) {
            charts.add(draw(form, points, true));
            charts.add(draw(form, points, false));
        }
        chart.write(run, 2, charts);
    }

    private Point measure(final AppRun run, final Form form, final int nodes, final Variant variant) throws IOException,
        InterruptedException {
        final List<Reading> readings = new ArrayList<>();
        for (int trial = 0; trial < trials; trial++) {
            final Map<String, Object> result = ChildJob.run(arguments(run, form, nodes, variant));
            run.result().verified(Boolean.TRUE.equals(result.get("verified")));
            readings.add(reading(result, form, nodes));
        }
        final TopologyConfig config = TopologyOptions.config(run, variant);
        final VirtualTopology topology = TopologyOptions.topology(run, variant, nodes);
        final double formula = (double) topology.edgeCount() * config.buffers() * config.bufferLength() / nodes / KIB;
        final double resident = median(readings.stream().mapToDouble(Reading::resident).toArray()) / MIB;
        final double edgeBuffers = median(readings.stream().mapToDouble(Reading::edgeBuffers).toArray()) / KIB;
        final BenchResult result = BenchResult.of("memory").param("form", form.label).param("nodes", nodes);
        variant.params().forEach(result::param);
        run.result().result(result.param("shape", topology.shape().toString()).figure("residentMb", resident)
            .figure("communicationMb", median(readings.stream().mapToDouble(Reading::communication).toArray()) / MIB)
            .figure("edgeBufferKb", edgeBuffers).figure("formulaKb", formula)
            .figure("connectionMb", median(readings.stream().mapToDouble(Reading::connections).toArray()) / MIB));
        return new Point(form, nodes, variant.label(), resident, edgeBuffers, formula);
    }

    private static double median(final double[] values) {
        return Medians.of(values);
    }

    /** Updates by which every node talks to every other. */
    private List<String> arguments(final AppRun run, final Form form, final int nodes, final Variant variant) {
        final List<String> arguments = new ArrayList<>(List.of("bench", "gups", "-n", String.valueOf(nodes),
            "--no-ceiling", "--only", "add-nb", "--size", "16", "--operations", String.valueOf(operations),
            "--trials", "1", "--warmup", "0"));
        if (form == Form.IN_PROCESS) {
            arguments.add("--in-process");
        }
        settings(VariantClusters.assignments(run.settings()), variant)
            .forEach((key, value) -> arguments.addAll(List.of("--set", key + "=" + value)));
        return arguments;
    }

    /**
     * Those of a job of its own. It is not profiled: that would take memory, and its recordings would replace ours.
     *
     * @param assignments of the job that measures
     */
    static Map<String, String> settings(final Map<String, String> assignments, final Variant variant) {
        final Map<String, String> settings = new LinkedHashMap<>(assignments);
        settings.keySet().removeIf(key -> key.startsWith(PROFILE)
            || List.of("gmt.nodes", "gmt.in.process", "gmt.transport").contains(key));
        settings.put(PROFILE, "off");
        settings.putAll(variant.overrides());
        return settings;
    }

    @SuppressWarnings("unchecked")
    private static Reading reading(final Map<String, Object> result, final Form form, final int nodes) {
        final List<Map<String, Object>> memory = (List<Map<String, Object>>) result.get("memory");
        final Map<String, Object> counters = (Map<String, Object>) result.get("counters");
        final double resident = memory.stream().mapToDouble(node -> number(node, "rssBytes")).max().orElse(0);
        return new Reading(form == Form.IN_PROCESS ? resident / nodes : resident,
            memory.stream().mapToDouble(node -> number(node, "commBufferBytes")).max().orElse(0),
            number(counters, "edge.buffer.bytes") / nodes, number(counters, "connections.bytes") / nodes);
    }

    private static double number(final Map<String, Object> map, final String key) {
        return map.get(key) instanceof Number number ? number.doubleValue() : 0;
    }

    private LineChart draw(final Form form, final List<Point> points, final boolean isResident) {
        final LineChart drawn = new LineChart(isResident ? "resident memory of a node, " + form.label
            : "request buffers of a node, " + form.label,
            Axis.linear("nodes"), isResident ? Axis.linear("MB") : Axis.log10("KB"));
        for (final Variant variant : topologies.variants()) {
            final List<Point> ours = points.stream()
                .filter(point -> point.form() == form && point.topology().equals(variant.label())).toList();
            if (ours.isEmpty()) {
                continue;           // left away
            }
            final double[] nodes = ours.stream().mapToDouble(Point::nodes).toArray();
            if (isResident) {
                drawn.line(variant.label(), nodes, ours.stream().mapToDouble(Point::residentMb).toArray());
            } else {
                drawn.line(variant.label() + " formula", nodes, ours.stream().mapToDouble(Point::formulaKb).toArray());
                drawn.line(variant.label() + " measured", nodes,
                    ours.stream().mapToDouble(Point::edgeBufferKb).toArray());
            }
        }
        return drawn;
    }
}
