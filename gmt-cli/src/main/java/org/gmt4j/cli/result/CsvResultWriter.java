package org.gmt4j.cli.result;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gmt4j.engine.bootstrap.RunPlan;

/**
 * The result as a table (RFC 4180, with a header line): one row for each measured operation of a benchmark, or else
 * one for each trial; values of the whole run are repeated in each row, with those that a program reports and, beside
 * measured operations, the median time of the trials.
 */
final class CsvResultWriter implements ResultWriter {

    @Override
    public void write(final RunResult result, final Appendable out) throws IOException {
        final List<Map<String, Object>> rows = rows(result);
        final Set<String> columns = new LinkedHashSet<>();
        rows.forEach(row -> columns.addAll(row.keySet()));
        out.append(CsvLine.of(List.copyOf(columns)));
        for (final Map<String, Object> row : rows) {
            final List<Object> cells = new ArrayList<>();
            columns.forEach(column -> cells.add(row.get(column)));
            out.append(CsvLine.of(cells));
        }
    }

    private static List<Map<String, Object>> rows(final RunResult result) {
        final List<Map<String, Object>> rows = new ArrayList<>();
        for (final BenchResult bench : result.results()) {
            final Map<String, Object> row = row(result, bench);
            result.seconds().ifPresent(seconds -> row.put("seconds.median", seconds.median()));
            rows.add(row);
        }
        if (rows.isEmpty()) {
            for (int trial = 0; trial < result.trials().size(); trial++) {
                final Map<String, Object> row = common(result);
                row.put("trial", trial);
                row.putAll(result.trials().get(trial).values(result.showsRates()));
                rows.add(row);
            }
        }
        if (rows.isEmpty()) {
            rows.add(common(result));
        }
        return rows;
    }

    private static Map<String, Object> common(final RunResult result) {
        final Map<String, Object> row = new LinkedHashMap<>();
        final RunPlan plan = result.plan();
        row.put("app", result.app());
        result.graph().ifPresent(graph -> {
            row.put("graph.name", graph.name());
            row.put("graph.vertices", graph.vertices());
            row.put("graph.edges", graph.edges());
            if (graph.directed() != null) {
                row.put("graph.directed", graph.directed());
            }
        });
        row.put("nodes", plan.nodes());
        row.put("workersPerNode", plan.workers());
        row.put("helpersPerNode", plan.helpers());
        row.put("plan", RunPlan.spelling(plan.plan()));
        row.put("transport", RunPlan.spelling(plan.transport()));
        row.put("topology", RunPlan.spelling(plan.topology()));
        row.put("seed", plan.randomSeed());
        row.put("verified", result.verified().map(String::valueOf).orElse(""));
        row.put("cores", result.environment().cores());
        row.put("jdk", result.environment().jdk());
        row.put("pages", result.environment().pages());
        row.put("commit", result.environment().commit());
        putScalars("", result.facts(), row);
        result.sections().stream().filter(section -> section.key().equals(RunResult.VALUES))
            .forEach(section -> putScalars(RunResult.VALUES + ".", section.values(), row));
        return row;
    }

    private static void putScalars(final String prefix, final Map<String, Object> values,
                                   final Map<String, Object> row) {
        values.forEach((key, value) -> {
            if (!(value instanceof Map<?, ?> || value instanceof Iterable<?>)) {
                row.put(prefix + key, value);
            }
        });
    }

    private static Map<String, Object> row(final RunResult result, final BenchResult bench) {
        final Map<String, Object> row = common(result);
        row.put("name", bench.name());
        bench.params().forEach((key, value) -> row.put("params." + key, value));
        if (result.showsRates()) {
            bench.mops().ifPresent(mops -> {
                row.put("mops.min", mops.min());
                row.put("mops.median", mops.median());
                row.put("mops.max", mops.max());
                row.put("perNode", mops.median() / result.plan().nodes());
            });
            bench.rate().ifPresent(rate -> {
                row.put("unit", bench.unit());
                row.put("rate.min", rate.min());
                row.put("rate.median", rate.median());
                row.put("rate.max", rate.max());
            });
            bench.ceilingShare().ifPresent(share -> row.put("ceilingShare", share));
            bench.mbPerSecond().ifPresent(rate -> row.put("mbPerSecond", rate));
            bench.latency().ifPresent(latency -> {
                row.put("microseconds.p50", latency.p50());
                row.put("microseconds.p99", latency.p99());
            });
            bench.unsettled().ifPresent(complaint -> row.put("settled", complaint.isEmpty()));
            row.putAll(bench.figures());
        }
        return row;
    }
}
