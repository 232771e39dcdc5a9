package org.gmt4j.bench.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.ChartSheet;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.simulate.output.JsonText;
import org.gmt4j.bench.simulate.output.OutputOptions;

/**
 * The result of {@code gmt simulate contention}, in the forms of the paper's figures 6 and 7: time of an operation by
 * rank.
 *
 * @param config     of the first run; the others differ in topology
 * @param runs       by percentage, then topology
 * @param iterations of each process
 * @param every      one process in so many was measured
 * @param machine    whose costs, before single ones were set
 * @param calibrated were costs measured just now?
 * @param wallSeconds that the simulation took; in the text only, so that all else depends on the input alone
 */
record ContentionReport(ModelConfig config, List<ContentionRun> runs, int iterations, int every, Machine machine,
                        boolean calibrated,
                        double wallSeconds)
    implements OutputOptions.Report {

    @Override
    public String text() {
        final ModelConfig.Load load = config.load();
        final ModelConfig.Buffers buffers = config.buffers();
        final ModelConfig.Server server = config.server();
        final StringBuilder text = new StringBuilder();
        line(text, "contention (simulated)  nodes=%d processes=%d kind=%s bytes=%d iterations=%d buffers=%d "
            + "x %d B gather=%d waiting=%s polling=%s replies=%s machine=%s seed=%d",
            config.topology().nodeCount(), load.processes(), load.kind().spelling(), load.payloadBytes(), iterations,
            buffers.count(), buffers.length(), buffers.gather(), server.waiting().spelling(),
            server.polling().spelling(), server.replies().spelling(), machine.spelling(), load.seed());
        line(text, "%-7s %7s %-10s %10s %10s %10s %10s %10s | %6s %10s %10s %9s %8s", "percent",
            "contend", "topology", "min us", "q1 us", "median us", "q3 us",
            "max us", "load 0", "ns/request", "per buffer", "looks/req", "wake-ups");
        for (final ContentionRun run : runs) {
            line(text, "%-7d %7d %-10s %10.2f %10.2f %10.2f %10.2f %10.2f | %5.1f%% %10.0f %10.2f %9.1f %8d",
                run.percent(), run.contenders(), run.topology(), run.quantileUs(0), run.quantileUs(0.25),
                run.quantileUs(0.5), run.quantileUs(0.75), run.quantileUs(1), 100 * run.hotLoad(),
                run.hotNsPerRequest(), run.hotBlocksPerBuffer(), run.hotLooksPerRequest(),
                run.all().counters().wakeUps);
        }
        notes().forEach(note -> line(text, " %s", note));
        line(text, " load 0, ns/request, per buffer, looks/req: node 0's server, its time for one request, "
            + "blocks in a buffer that it takes, streams looked at; contend: processes that do all the time");
        final StringBuilder costs = new StringBuilder(calibrated ? " costs, measured just now where possible:"
            : " costs:");
        for (final Cost cost : Cost.values()) {
            costs.append(' ').append(cost.spelling()).append('=').append(number(config.costs().value(cost)));
        }
        line(text, "%s", costs);
        line(text, " %,d events in %.1f s", runs.stream().mapToLong(ContentionRun::events).sum(), wallSeconds);
        return text.toString();
    }

    /** How each topology compares with the fully connected one under the same contention. */
    private List<String> notes() {
        final List<String> notes = new ArrayList<>();
        for (final ContentionRun run : runs) {
            flat(run.percent()).filter(flat -> flat != run).ifPresent(flat -> notes.add(String.format(Locale.ROOT,
                "%d %%: %s takes %.2f of fcg's median and is faster for %.0f %% of the processes", run.percent(),
                run.topology(), run.quantileUs(0.5) / flat.quantileUs(0.5), 100 * run.shareFasterThan(flat))));
        }
        return notes;
    }

    private Optional<ContentionRun> flat(final int percent) {
        return runs.stream().filter(run -> run.percent() == percent && run.topology().equals("fcg")).findFirst();
    }

    @Override
    public String json() {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("app", "simulate-contention");
        json.put("nodes", config.topology().nodeCount());
        json.put("processes", config.load().processes());
        json.put("kind", config.load().kind().spelling());
        json.put("bytes", config.load().payloadBytes());
        json.put("iterations", iterations);
        json.put("buffers", config.buffers().count());
        json.put("bufferBytes", config.buffers().length());
        json.put("gather", config.buffers().gather());
        json.put("waiting", config.server().waiting().spelling());
        json.put("polling", config.server().polling().spelling());
        json.put("replies", config.server().replies().spelling());
        json.put("machine", machine.spelling());
        json.put("measuredOneIn", every);
        json.put("routing", config.topology().rule().spelling());
        json.put("seed", config.load().seed());
        json.put("verified", true); // a run that breaks a law has no result
        json.put("costs", config.costs().asMap());
        json.put("costsMeasured", calibrated ? "just now" : "once");
        final List<Object> results = new ArrayList<>();
        for (final ContentionRun run : runs) {
            final Map<String, Object> result = run.summary();
            flat(run.percent()).ifPresent(flat -> {
                result.put("medianOfFcg", run.quantileUs(0.5) / flat.quantileUs(0.5));
                result.put("shareFasterThanFcg", run.shareFasterThan(flat));
            });
            result.put("meanMicrosecondsByRank", run.meanUs());
            results.add(result);
        }
        json.put("results", results);
        json.put("notes", notes());
        return JsonText.of(json);
    }

    @Override
    public String csv() {
        final StringBuilder csv = new StringBuilder("kind,percent,topology,rank,node,hops,microseconds\n");
        for (final ContentionRun run : runs) {
            for (int rank = 0; rank < run.meanUs().length; rank++) {
                if (!Double.isNaN(run.meanUs()[rank])) {
                    final int node = rank / config.load().processes();
                    line(csv, "%s,%d,%s,%d,%d,%d,%.4f", config.load().kind().spelling(), run.percent(), run.topology(),
                        rank, node, run.hops(node), run.meanUs()[rank]);
                }
            }
        }
        return csv.toString();
    }

    @Override
    public String svg() {
        final List<LineChart> charts = new ArrayList<>();
        for (final int percent : runs.stream().mapToInt(ContentionRun::percent).distinct().toArray()) {
            final LineChart chart = new LineChart(config.load().kind().spelling() + ", " + percent
                + " % contention, simulated", Axis.linear("rank"),
                Axis.log10("mean of " + iterations + " operations, us"));
            for (final ContentionRun run : runs) {
                if (run.percent() == percent) {
                    chart.dots(run.topology(), IntStream.range(0, run.meanUs().length).asDoubleStream().toArray(),
                        run.meanUs());
                }
            }
            charts.add(chart);
        }
        return ChartSheet.of(charts.size(), charts).svg();
    }

    private static String number(final double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    private static void line(final StringBuilder text, final String format, final Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
