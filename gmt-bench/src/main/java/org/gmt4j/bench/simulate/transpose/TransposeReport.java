package org.gmt4j.bench.simulate.transpose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.ChartSheet;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.simulate.Cost;
import org.gmt4j.bench.simulate.output.JsonText;
import org.gmt4j.bench.simulate.output.OutputOptions;

/**
 * The result of {@code gmt simulate transpose}, beside the averages of the paper's appendix.
 *
 * @param machine     whose costs, before single ones were set
 * @param runs        one or more, of the same nodes and costs
 * @param wallSeconds that the simulation took; in the text only, so that all else depends on the input alone
 */
record TransposeReport(String machine, List<TransposeRun> runs, double wallSeconds) implements OutputOptions.Report {
    /** Those that this model knows. */
    private static final List<Cost> COSTS = List.of(Cost.CLIENT, Cost.PASS, Cost.BUFFER, Cost.BLOCK, Cost.COMMAND,
        Cost.SEND, Cost.COPY, Cost.WAKE, Cost.LATENCY, Cost.WIRE);

    @Override
    public String text() {
        final TransposeConfig config = runs.get(0).config();
        final TransposeConfig.Nodes nodes = config.nodes();
        final StringBuilder text = new StringBuilder();
        line(text, "transpose (simulated)  per-node=%d cores=%d slice-ms=%s phase=%s machine=%s seed=%d",
            nodes.perNode(), nodes.cores(), TransposeNotes.number(nodes.slicePs() / 1e9), phase(nodes), machine,
            nodes.seed());
        line(text, "%-8s %6s %-7s %8s %7s %9s %9s %-10s | %10s %10s %10s %8s | %10s %9s | %8s %6s", "way", "size",
            "waiting", "limit B", "buffers", "processes", "block B", "protocol", "seconds", "mean s", "server s",
            "wake-ups", "messages", "MB", "paper s", "ratio");
        runs.forEach(run -> line(text, "%s", row(run)));
        TransposeNotes.comparisons(runs).forEach(note -> line(text, " %s", note));
        TransposeNotes.assumptions(config).forEach(note -> line(text, " %s", note));
        line(text, " server s: work of the busiest server; ratio: ours / paper's");
        line(text, " costs: %s", COSTS.stream().map(cost -> cost.spelling() + "="
            + TransposeNotes.number(config.costs().value(cost)) + " " + cost.unit())
            .collect(Collectors.joining(", ")));
        line(text, " %,d events in %.1f s", runs.stream().mapToLong(run -> run.counts().events()).sum(), wallSeconds);
        return text.toString();
    }

    private static String phase(final TransposeConfig.Nodes nodes) {
        return nodes.isAligned() ? "aligned" : "random";
    }

    private static String row(final TransposeRun run) {
        final TransposeConfig config = run.config();
        return String.format(Locale.ROOT, "%-8s %6d %-7s %8d %7d %9d %9d %-10s | %10.4f %10.4f %10.4f %8d | %10d %9.1f "
            + "| %s", config.way().spelling(), config.size(), config.nodes().waiting().spelling(), config.eagerLimit(),
            config.buffers(), config.processes(), config.largestBlockBytes(), run.protocol().spelling(), run.seconds(),
            run.meanSeconds(), run.serverSeconds(), run.counts().wakeUps(), run.counts().messages(),
            run.counts().wireBytes() / 1e6, run.paperSeconds()
                .map(paper -> String.format(Locale.ROOT, "%8.3f %6.2f", paper, run.seconds() / paper))
                .orElse(String.format("%8s %6s", "-", "-")));
    }

    @Override
    public String json() {
        final TransposeConfig config = runs.get(0).config();
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("app", "simulate-transpose");
        json.put("perNode", config.nodes().perNode());
        json.put("cores", config.nodes().cores());
        json.put("sliceMilliseconds", config.nodes().slicePs() / 1e9);
        json.put("phase", phase(config.nodes()));
        json.put("machine", machine);
        json.put("seed", config.nodes().seed());
        json.put("verified", true); // a run that breaks a law has no result
        final Map<String, Object> costs = new LinkedHashMap<>();
        COSTS.forEach(cost -> costs.put(cost.spelling(), config.costs().value(cost)));
        json.put("costs", costs);
        json.put("results", runs.stream().map(TransposeReport::result).toList());
        final List<String> notes = new ArrayList<>(TransposeNotes.comparisons(runs));
        notes.addAll(TransposeNotes.assumptions(config));
        json.put("notes", notes);
        return JsonText.of(json);
    }

    private static Map<String, Object> result(final TransposeRun run) {
        final TransposeConfig config = run.config();
        final Map<String, Object> result = new LinkedHashMap<>();
        result.put("way", config.way().spelling());
        result.put("size", config.size());
        result.put("waiting", config.nodes().waiting().spelling());
        result.put("eagerLimit", config.eagerLimit());
        result.put("buffers", config.buffers());
        result.put("processes", config.processes());
        result.put("blockBytes", config.largestBlockBytes());
        result.put("protocol", run.protocol().spelling());
        result.put("seconds", run.seconds());
        result.put("meanSeconds", run.meanSeconds());
        result.put("serverSeconds", run.serverSeconds());
        result.put("operations", run.counts().operations());
        result.put("messages", run.counts().messages());
        result.put("wireBytes", run.counts().wireBytes());
        result.put("remoteBytes", run.counts().remoteBytes());
        result.put("localBytes", run.counts().localBytes());
        result.put("wakeUps", run.counts().wakeUps());
        run.paperSeconds().ifPresent(paper -> result.put("paperSeconds", paper));
        return result;
    }

    @Override
    public String csv() {
        final StringBuilder csv = new StringBuilder("way,size,waiting,limit_bytes,buffers,processes,block_bytes,"
            + "protocol,seconds,mean_s,server_s,messages,wire_bytes,wake_ups,paper_s\n");
        for (final TransposeRun run : runs) {
            final TransposeConfig config = run.config();
            line(csv, "%s,%d,%s,%d,%d,%d,%d,%s,%.6f,%.6f,%.6f,%d,%d,%d,%s", config.way().spelling(), config.size(),
                config.nodes().waiting().spelling(), config.eagerLimit(), config.buffers(), config.processes(),
                config.largestBlockBytes(), run.protocol().spelling(), run.seconds(), run.meanSeconds(),
                run.serverSeconds(), run.counts().messages(), run.counts().wireBytes(), run.counts().wakeUps(),
                run.paperSeconds().map(String::valueOf).orElse(""));
        }
        return csv.toString();
    }

    @Override
    public String svg() {
        final List<LineChart> charts = new ArrayList<>();
        for (final Wait waiting : runs.stream().map(run -> run.config().nodes().waiting()).distinct().toList()) {
            final LineChart chart = new LineChart("Transpose, server that " + waiting.spelling() + "s, simulated",
                Axis.log10("processes"), Axis.log10("seconds"));
            runs.stream().filter(run -> run.config().nodes().waiting() == waiting)
                .collect(Collectors.groupingBy(TransposeReport::name, LinkedHashMap::new, Collectors.toList()))
                .forEach((name, line) -> draw(chart, name, line));
            charts.add(chart);
        }
        return ChartSheet.of(charts.size(), charts).svg();
    }

    private static String name(final TransposeRun run) {
        return run.config().way().spelling() + " " + run.config().size() + ", " + run.config().eagerLimit() + " B, "
            + run.config().buffers();
    }

    private static void draw(final LineChart chart, final String name, final List<TransposeRun> line) {
        chart.line(name, places(line), values(line, TransposeRun::seconds));
        final List<TransposeRun> compared = line.stream().filter(run -> run.paperSeconds().isPresent()).toList();
        if (!compared.isEmpty()) {
            chart.dots(name + ", paper", places(compared), values(compared, run -> run.paperSeconds().orElseThrow()));
        }
    }

    private static double[] places(final List<TransposeRun> line) {
        return values(line, run -> (double) run.config().processes());
    }

    private static double[] values(final List<TransposeRun> line, final Function<TransposeRun, Double> value) {
        return line.stream().mapToDouble(value::apply).toArray();
    }

    private static void line(final StringBuilder text, final String format, final Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
