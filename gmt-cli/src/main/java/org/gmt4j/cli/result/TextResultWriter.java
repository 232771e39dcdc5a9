package org.gmt4j.cli.result;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.publish.NodeReport;

/**
 * The result for people: job and machine, a block as in Graph500, further facts, memory, one sentence of judgement, and
 * at last advice, where it was asked for.
 */
final class TextResultWriter implements ResultWriter {

    private static final double MS_PER_SECOND = 1e3;
    private static final double MEGABYTE = 1 << 20;
    /** Rows of the same name and fault that have a line each. */
    private static final int FEW_ROWS = 3;

    @Override
    public void write(final RunResult result, final Appendable out) throws IOException {
        header(result, out);
        if (result.seconds().isPresent()) {
            block(result, out);
        }
        if (!result.results().isEmpty()) {
            table(result, out);
        }
        for (final Map.Entry<String, Object> fact : result.facts().entrySet()) {
            final Optional<String> line = FactText.line(fact.getKey(), fact.getValue());
            if (line.isPresent()) {
                out.append(line.get()).append('\n');
            }
        }
        forwarding(result, out);
        imbalance(result, out);
        memory(result, out);
        for (final RunResult.Section section : result.sections()) {
            out.append(section.text());
        }
        for (final String note : result.notes()) {
            out.append(" note: ").append(note).append('\n');
        }
        out.append(' ').append(new Judgement(result).sentence()).append('\n');
        if (result.advice().isPresent()) {
            out.append(AdviceRules.lines(result, result.advice().get()));
        }
    }

    private static void header(final RunResult result, final Appendable out) throws IOException {
        final RunPlan plan = result.plan();
        final RunEnvironment environment = result.environment();
        out.append(format("gmt %s  jdk %s  %s  nodes=%dx(%s)  transport=%s  topology=%s  cores=%d  pages=%s%n",
            environment.version(),
            environment.jdk(), result.app(), plan.nodes(), threads(plan), RunPlan.spelling(plan.transport()),
            RunPlan.spelling(plan.topology()), environment.cores(), environment.pages().replace(" ", "")));
        if (result.graph().isPresent()) {
            final RunResult.Graph graph = result.graph().get();
            out.append(format("graph %s  V=%,d E=%,d%s%n", graph.name(), graph.vertices(), graph.edges(),
                graph.directed() == null ? "" : graph.directed() ? "  directed" : "  undirected"));
        }
    }

    private static String threads(final RunPlan plan) {
        return switch (plan.plan()) {
            case COMBINED -> "combined";
            case SHARED -> format("%d shared", plan.workers());
            default -> format("%d worker%s, %d helper%s, 1 comm", plan.workers(), plan.workers() == 1 ? "" : "s",
                plan.helpers(), plan.helpers() == 1 ? "" : "s");
        };
    }

    private static void block(final RunResult result, final Appendable out) throws IOException {
        out.append(format("%-12s%9s%9s%9s%9s%9s%9s%n", "", "min", "q1", "median", "q3", "max", "hmean"));
        final SampleStatistics seconds = result.seconds().get();
        out.append(format("%-12s%9s%9s%9s%9s%9s%n", " time ms", Quantity.digits(seconds.min() * MS_PER_SECOND),
            Quantity.digits(seconds.firstQuartile() * MS_PER_SECOND), Quantity.digits(seconds.median() * MS_PER_SECOND),
            Quantity.digits(seconds.thirdQuartile() * MS_PER_SECOND), Quantity.digits(seconds.max() * MS_PER_SECOND)));
        if (result.mteps().isPresent()) {
            final SampleStatistics rate = result.mteps().get();
            out.append(format("%-12s%9s%9s%9s%9s%9s%9s%n", " MTEPS", Quantity.digits(rate.min()),
                Quantity.digits(rate.firstQuartile()), Quantity.digits(rate.median()),
                Quantity.digits(rate.thirdQuartile()), Quantity.digits(rate.max()),
                Quantity.digits(rate.harmonicMean())));
        }
        if (result.reached().isPresent() || result.levels().isPresent()) {
            out.append(result.reached().map(reached -> format(" reached %,d vertices", reached)).orElse(""))
                .append(result.levels().map(levels -> format(" in %d levels", levels)).orElse("")).append('\n');
        }
    }

    private static void table(final RunResult result, final Appendable out) throws IOException {
        final Set<String> figures = new LinkedHashSet<>();
        result.results().forEach(bench -> figures.addAll(bench.figures().keySet()));
        final TextTable table = new TextTable().column("name", false).column("parameters", false).column("min", true)
            .column("median", true).column("max", true).column("per node", true).column("unit", false)
            .column("ceiling", true).column("MB/s", true).column("p50 us", true).column("p99 us", true);
        figures.forEach(figure -> table.column(figure, true));
        for (final BenchResult bench : result.results()) {
            final List<String> cells = new ArrayList<>(List.of(bench.name(), params(bench)));
            cells.addAll(rates(bench, result.plan().nodes(), result.showsRates()));
            figures.forEach(figure ->
                cells.add(Optional.ofNullable(result.showsRates() ? bench.figures().get(figure) : null)
                .map(Quantity::digits).orElse("")));
            table.row(cells);
        }
        table.write(out);
        if (result.showsRates() && result.results().stream().anyMatch(bench -> bench.mops().isPresent())) {
            out.append(" (min, median, max: million operations per second, all nodes together)\n");
        }
        if (result.showsRates()) {
            unsettled(result.results(), out);
        }
    }

    /** Rows of one name that have not settled for the same reason share a line where there are many. */
    private static void unsettled(final List<BenchResult> results, final Appendable out) throws IOException {
        final Map<List<String>, List<BenchResult>> byReason = results.stream()
            .filter(bench -> !bench.unsettled().orElse("").isEmpty())
            .collect(Collectors.groupingBy(bench -> List.of(bench.name(), bench.unsettled().get()), LinkedHashMap::new,
                Collectors.toList()));
        for (final Map.Entry<List<String>, List<BenchResult>> same : byReason.entrySet()) {
            final String name = same.getKey().get(0);
            final long all = results.stream().filter(bench -> bench.name().equals(name)).count();
            final List<String> rows = same.getValue().size() > FEW_ROWS
                ? List.of(name + ", " + same.getValue().size() + " of " + all + " rows")
                : same.getValue().stream().map(bench -> (name + ' ' + params(bench)).strip()).toList();
            for (final String row : rows) {
                out.append(" not settled: ").append(row).append(": ").append(same.getKey().get(1)).append('\n');
            }
        }
    }

    private static String params(final BenchResult bench) {
        return bench.params().entrySet().stream()
            .map(p -> p.getKey() + "=" + (isCount(p.getValue()) ? format("%,d", p.getValue()) : p.getValue()))
            .collect(Collectors.joining(" "));
    }

    private static boolean isCount(final Object value) {
        return value instanceof Long || value instanceof Integer;
    }

    private static List<String> rates(final BenchResult bench, final int nodes, final boolean isShown) {
        if (!isShown) {
            return Collections.nCopies(9, "");
        }
        final Optional<SampleStatistics> mops = bench.rate().or(bench::mops);
        return List.of(mops.map(rate -> Quantity.digits(rate.min())).orElse(""),
            mops.map(rate -> Quantity.digits(rate.median())).orElse(""),
            mops.map(rate -> Quantity.digits(rate.max())).orElse(""),
            mops.map(rate -> Quantity.digits(rate.median() / nodes)).orElse(""),
            bench.rate().isPresent() ? bench.unit() : "",
            bench.ceilingShare().map(share -> format("%.0f %%", share * 100)).orElse(""),
            bench.mbPerSecond().map(Quantity::digits).orElse(""),
            bench.latency().map(latency -> Quantity.digits(latency.p50())).orElse(""),
            bench.latency().map(latency -> Quantity.digits(latency.p99())).orElse(""));
    }

    private static void forwarding(final RunResult result, final Appendable out) throws IOException {
        final Map<String, Long> counters = result.counters();
        if (counters.containsKey("forwarded.blocks")) {
            out.append(format(" forwarding (all nodes)  blocks %,d of %,d sent  edge stalls %,d  edge buffers %,d KB%n",
                counters.get("forwarded.blocks"), counters.getOrDefault("blocks", 0L), counters.get("edge.stalls"),
                counters.get("edge.buffer.bytes") / 1024));
        }
    }

    private static void imbalance(final RunResult result, final Appendable out) throws IOException {
        if (!result.imbalance().isEmpty()) {
            out.append(" imbalance (largest node / mean): ").append(result.imbalance().stream()
                .map(one -> format("%s %.2f", one.measure().equals("busyNs") ? "busy time"
                    : Quantity.words(one.measure()), one.largestOverMean()))
                .collect(Collectors.joining(", "))).append('\n');
        }
    }

    private static void memory(final RunResult result, final Appendable out) throws IOException {
        if (result.reports().isEmpty()) {
            return;
        }
        final long rss = result.reports().stream().mapToLong(NodeReport::rssBytes).max().orElse(0);
        final long peak = result.reports().stream().mapToLong(NodeReport::rssPeakBytes).max().orElse(0);
        final long offHeap = result.reports().stream().mapToLong(NodeReport::offHeapBytes).max().orElse(0);
        final long comm = result.reports().stream().mapToLong(NodeReport::commBufferBytes).max().orElse(0);
        out.append(format(" memory MB (largest node)  resident %.0f (peak %.0f)  arrays %.0f  communication %.0f%n",
            rss / MEGABYTE, peak / MEGABYTE, offHeap / MEGABYTE, comm / MEGABYTE));
    }

    private static String format(final String pattern, final Object... values) {
        return String.format(Locale.ROOT, pattern.replace("%n", "\n"), values);
    }
}
