package org.gmt4j.cli.result;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.gmt4j.runtime.bootstrap.RunConfig;
import org.gmt4j.runtime.bootstrap.RunPlan;

/** The result for people: who and where, a block as in Graph500, verification, memory, one piece of advice. */
final class TextResultWriter implements ResultWriter {

    private static final double MS_PER_SECOND = 1e3;
    private static final double MEGABYTE = 1 << 20;

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
            if (!(fact.getValue() instanceof Iterable<?>)) {      // rows of raw values are for JSON
                out.append(' ').append(fact.getKey()).append(": ").append(String.valueOf(fact.getValue())).append('\n');
            }
        }
        verdict(result, out);
        forwarding(result, out);
        imbalance(result, out);
        memory(result, out);
        for (final RunResult.Section section : result.sections()) {
            out.append(section.text());
        }
        advice(result, out);
    }

    private static void header(final RunResult result, final Appendable out) throws IOException {
        final RunPlan plan = result.plan();
        final RunEnvironment environment = result.environment();
        out.append(format("gmt %s  jdk %s  %s  nodes=%dx(%s)  transport=%s  topology=%s  cores=%d%n",
            environment.version(),
            environment.jdk(), result.app(), plan.nodes(), threads(plan), RunPlan.spelling(plan.transport()),
            RunPlan.spelling(plan.topology()), environment.cores()));
        if (result.graph().isPresent()) {
            final RunResult.Graph graph = result.graph().get();
            out.append(format("graph %s  V=%,d E=%,d%n", graph.name(), graph.vertices(), graph.edges()));
        }
    }

    private static String threads(final RunPlan plan) {
        return plan.plan() == RunConfig.Plan.COMBINED ? "combined"
            : format("%d worker%s, %d helper%s, 1 comm", plan.workers(), plan.workers() == 1 ? "" : "s", plan.helpers(),
                plan.helpers() == 1 ? "" : "s");
    }

    private static void block(final RunResult result, final Appendable out) throws IOException {
        out.append(format("%-12s%9s%9s%9s%9s%9s%9s%n", "", "min", "q1", "median", "q3", "max", "hmean"));
        final SampleStatistics seconds = result.seconds().get();
        out.append(format("%-12s%9s%9s%9s%9s%9s%n", " time ms", digits(seconds.min() * MS_PER_SECOND),
            digits(seconds.firstQuartile() * MS_PER_SECOND), digits(seconds.median() * MS_PER_SECOND),
            digits(seconds.thirdQuartile() * MS_PER_SECOND), digits(seconds.max() * MS_PER_SECOND)));
        if (result.mteps().isPresent()) {
            final SampleStatistics rate = result.mteps().get();
            out.append(format("%-12s%9s%9s%9s%9s%9s%9s%n", " MTEPS", digits(rate.min()), digits(rate.firstQuartile()),
                digits(rate.median()), digits(rate.thirdQuartile()), digits(rate.max()), digits(rate.harmonicMean())));
        }
        if (result.reached().isPresent() || result.levels().isPresent()) {
            out.append(result.reached().map(reached -> format(" reached %,d vertices", reached)).orElse(""))
                .append(result.levels().map(levels -> format(" in %d levels", levels)).orElse("")).append('\n');
        }
    }

    private static void table(final RunResult result, final Appendable out) throws IOException {
        out.append(format(" %-16s %-26s%9s%9s%9s%10s%9s%11s%9s%9s%n", "name", "parameters", "min", "median", "max",
            "per node", "ceiling", "MB/s", "p50 us", "p99 us"));
        for (final BenchResult bench : result.results()) {
            final String params = bench.params().entrySet().stream().map(p -> p.getKey() + "=" + p.getValue())
                .collect(Collectors.joining(" "));
            out.append(format(" %-16s %-26s%s%n", bench.name(), params,
                result.showsRates() ? rates(bench, result.plan().nodes()) : "").stripTrailing()).append('\n');
        }
        out.append(result.showsRates() && result.results().stream().anyMatch(bench -> bench.rate().isEmpty()) ? " (million operations per second, all nodes together)\n" : "");
    }

    private static String rates(final BenchResult bench, final int nodes) {
        if (bench.rate().isPresent()) {
            final SampleStatistics rate = bench.rate().get();
            return format("%9s%9s%9s%10s  %s", digits(rate.min()), digits(rate.median()), digits(rate.max()), digits(rate.median() / nodes), bench.unit());
        }
        return bench.mops().map(mops -> format("%9s%9s%9s%10s", digits(mops.min()), digits(mops.median()),
                digits(mops.max()), digits(mops.median() / nodes))).orElse(" ".repeat(37))
            + format("%9s", bench.ceilingShare().map(share -> format("%.0f %%", share * 100)).orElse(""))
            + format("%11s", bench.mbPerSecond().map(TextResultWriter::digits).orElse(""))
            + format("%9s", bench.latency().map(latency -> digits(latency.p50())).orElse(""))
            + format("%9s", bench.latency().map(latency -> digits(latency.p99())).orElse(""))
            + bench.figures().entrySet().stream().map(figure -> "  " + figure.getKey() + "=" + digits(figure.getValue()))
                .collect(Collectors.joining());
    }

    private static void verdict(final RunResult result, final Appendable out) throws IOException {
        if (result.verified().isEmpty()) {
            out.append(" not verified\n");
        } else if (result.verified().get()) {
            out.append(" verified")
                .append(result.trials().isEmpty() ? "" : format(" (%d trials)", result.trials().size()))
                .append('\n');
        } else {
            out.append(" VERIFICATION FAILED: no rates are shown\n");
        }
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
            out.append(" imbalance (largest node / mean) ").append(result.imbalance().stream()
                .map(one -> format(" %s %.2f", one.measure(), one.largestOverMean())).collect(Collectors.joining())).append('\n');
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
        out.append(format(" memory MB (largest node)  resident %.0f (peak %.0f)  arrays %.0f  communication %.0f%n", rss / MEGABYTE,
            peak / MEGABYTE, offHeap / MEGABYTE, comm / MEGABYTE));
    }

    private static void advice(final RunResult result, final Appendable out) throws IOException {
        for (final String note : result.notes()) {
            out.append(" note: ").append(note).append('\n');
        }
        final int cores = result.environment().cores();
        if (result.plan().nodes() > cores) {
            out.append(format(" hint: %d cores for %d nodes; these are functional numbers%n", cores,
                result.plan().nodes()));
        }
    }

    /** @return about three significant digits */
    private static String digits(final double value) {
        final double size = Math.abs(value);
        return format(size >= 1000 ? "%,.0f" : size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : size >= 0.001 || size == 0 ? "%.3f"
            : "%.1e",
            value);
    }

    private static String format(final String pattern, final Object... values) {
        return String.format(Locale.ROOT, pattern.replace("%n", "\n"), values);
    }
}
