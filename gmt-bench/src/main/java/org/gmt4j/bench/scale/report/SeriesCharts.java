package org.gmt4j.bench.scale.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.gmt4j.bench.chart.Axis;
import org.gmt4j.bench.chart.ChartSheet;
import org.gmt4j.bench.chart.LineChart;
import org.gmt4j.bench.chart.PngPicture;
import org.gmt4j.bench.scale.series.RateRow;
import org.gmt4j.bench.scale.series.ScalingKind;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesPoint;
import org.gmt4j.bench.scale.series.SeriesRates;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.result.ConfidenceInterval;

/**
 * The pictures of a series: for each rate its medians with quartiles, and beside it the efficiency with its intervals,
 * a line for each combination of swept values; where nodes are the same everywhere, the rate over the first swept
 * setting. Ideal lines end at the machine's cores, and the area beyond is shaded. Stateless; set-up.
 */
public final class SeriesCharts {
    private static final String BEYOND = "nodes exceed cores: no speed-up";
    private static final int IDEAL_STEPS = 24;

    private SeriesCharts() {
    }

    /** All pictures as one SVG file. */
    public static String svg(final Series series) {
        return svg(SeriesRates.of(series));
    }

    /** The same, with rates that are known already. */
    public static String svg(final SeriesRates rates) {
        return ChartSheet.of(2, charts(rates)).svg();
    }

    /**
     * The same as PNG.
     *
     * @throws CliException GMT-624 where this Java platform cannot draw
     */
    public static byte[] png(final Series series) {
        return PngPicture.of(svg(series));
    }

    /** The same, with rates that are known already. */
    public static byte[] png(final SeriesRates rates) {
        return PngPicture.of(svg(rates));
    }

    /**
     * Writes the PNG; where this Java platform cannot draw, says so and goes on.
     *
     * @return whether there is a file now
     */
    public static boolean writePng(final Series series, final Path file, final PrintWriter err) throws IOException {
        try {
            Files.write(file, png(series));
            return true;
        } catch (final CliException e) {
            err.println("warning: " + e.getMessage());
            err.flush();
            return false;
        }
    }

    /** In the order shown, at least one. */
    static List<LineChart> charts(final SeriesRates rates) {
        final List<LineChart> charts = new ArrayList<>();
        for (final String name : rates.names()) {
            if (rates.hasSeveralNodeCounts() || rates.sweptKeys().isEmpty()) {
                charts.add(rateByNodes(rates, name));
                charts.add(efficiency(rates, name));
            } else {
                charts.add(rateBySweep(rates, name));
            }
        }
        return charts.isEmpty() ? List.of(new LineChart(rates.series().header().app() + ": "
            + (rates.series().isWrong() ? "a result is wrong, no rates"
            : "no rates"), Axis.log2("nodes"), Axis.linear(""))) : charts;
    }

    private static LineChart rateByNodes(final SeriesRates rates, final String name) {
        final LineChart chart = new LineChart(title(rates, name), Axis.log2("nodes"),
            Axis.linear(rates.rows(name).get(0).unit()
            + ", median and quartiles"));
        lines(rates.rows(name)).forEach((line, rows) -> add(chart, line, rows, row -> row.median(),
            row -> row.statistics().firstQuartile(), row -> row.statistics().thirdQuartile()));
        final List<RateRow> first = lines(rates.rows(name)).values().iterator().next();
        if (lines(rates.rows(name)).size() == 1) {
            ideal(chart, first, nodes -> first.get(0).perNode() * nodes);
        }
        shadeByNodes(chart, rates.rows(name));
        return chart.description(description(rates, name, "rate",
            row -> Figures.rate(row.median()) + " " + row.unit()));
    }

    private static LineChart efficiency(final SeriesRates rates, final String name) {
        final LineChart chart = new LineChart(name + ": efficiency", Axis.log2("nodes"),
            Axis.linear("rate per node, share of the first point's"));
        final Map<String, List<RateRow>> lines = lines(rates.rows(name));
        lines.forEach((line, rows) -> add(chart, line, rows, row -> row.efficiency().orElse(1.0),
            row -> row.efficiencyInterval().map(
            ConfidenceInterval::low).orElse(Double.NaN), row -> row.efficiencyInterval().map(ConfidenceInterval::high)
            .orElse(Double.NaN)));
        ideal(chart, lines.values().iterator().next(), nodes -> 1);
        shadeByNodes(chart, rates.rows(name));
        return chart.description(description(rates, name, "efficiency", row -> row.efficiency().map(Figures::share)
            .orElse("1")));
    }

    private static LineChart rateBySweep(final SeriesRates rates, final String name) {
        final String key = rates.sweptKeys().get(0);
        final List<String> words = rates.series().points().stream().map(point -> point.swept().getOrDefault(key, "-"))
            .distinct().toList();
        final LineChart chart = new LineChart(title(rates, name) + ", by " + shortKey(key), Axis.words(key, words),
            Axis.linear(rates.rows(name).get(0).unit()
            + ", median and quartiles"));
        final Map<String, List<RateRow>> lines = rates.rows(name).stream()
            .collect(Collectors.groupingBy(row -> others(row, key), LinkedHashMap::new,
            Collectors.toList()));
        lines.forEach((line, rows) -> chart.line(line,
            numbers(rows, row -> words.indexOf(row.point().swept().getOrDefault(key, "-"))), numbers(rows,
            row -> row.median()), numbers(rows, row -> row.statistics().firstQuartile()),
            numbers(rows, row -> row.statistics()
                .thirdQuartile())));
        if (rates.rows(name).stream().allMatch(RateRow::exceedsCores)) {
            chart.shade(Double.NEGATIVE_INFINITY, BEYOND);
        }
        return chart.description(description(rates, name, "rate",
            row -> Figures.rate(row.median()) + " " + row.unit()));
    }

    private static String title(final SeriesRates rates, final String name) {
        final String app = rates.series().header().app();
        return (name.equals(app) ? app : app + " " + name) + ", " + (rates.series().header().kind() == ScalingKind.WEAK
            ? "weak" : "strong") + " scaling";
    }

    private static String others(final RateRow row, final String key) {
        final String nodes = row.point().nodes() + (row.point().nodes() == 1 ? " node" : " nodes");
        final Map<String, String> left = new LinkedHashMap<>(row.point().swept());
        left.remove(key);
        return left.isEmpty() ? nodes : words(left);
    }

    private static String words(final Map<String, String> swept) {
        return swept.entrySet().stream().map(entry -> shortKey(entry.getKey()) + "=" + entry.getValue())
            .collect(Collectors.joining(" "));
    }

    private static String shortKey(final String key) {
        return key.startsWith("gmt.") ? key.substring(4) : key;
    }

    /** A line for each combination of swept values. */
    private static Map<String, List<RateRow>> lines(final List<RateRow> rows) {
        return rows.stream().collect(Collectors.groupingBy(row -> row.point().swept().isEmpty() ? row.name()
            : words(row.point().swept()),
            LinkedHashMap::new, Collectors.toList()));
    }

    private static void add(final LineChart chart, final String name, final List<RateRow> rows,
                            final ToDoubleFunction<RateRow> value, final ToDoubleFunction<RateRow> low,
                            final ToDoubleFunction<RateRow> high) {
        chart.line(name, numbers(rows, row -> row.point().nodes()), numbers(rows, value), numbers(rows, low),
            numbers(rows, high));
    }

    private static double[] numbers(final List<RateRow> rows, final ToDoubleFunction<RateRow> number) {
        return rows.stream().mapToDouble(number).toArray();
    }

    /** From the first point to the last one that has a core for each thread; curved on this axis, hence in steps. */
    private static void ideal(final LineChart chart, final List<RateRow> rows, final DoubleUnaryOperator value) {
        final double from = rows.get(0).point().nodes();
        final double to = rows.stream().filter(row -> !row.exceedsCores()).mapToDouble(row -> row.point().nodes())
            .max().orElse(0);
        if (to <= from) {
            return;
        }
        final double[] nodes = new double[IDEAL_STEPS + 1];
        final double[] values = new double[IDEAL_STEPS + 1];
        for (int i = 0; i <= IDEAL_STEPS; i++) {
            nodes[i] = from * Math.pow(to / from, (double) i / IDEAL_STEPS);
            values[i] = value.applyAsDouble(nodes[i]);
        }
        chart.reference("ideal, up to the cores", nodes, values);
    }

    /** From between the last count of nodes that has its cores and the first that has not. */
    private static void shadeByNodes(final LineChart chart, final List<RateRow> rows) {
        final int beyond = rows.stream().filter(RateRow::exceedsCores).mapToInt(row -> row.point().nodes())
            .min().orElse(0);
        if (beyond > 0) {
            final int within = rows.stream().map(RateRow::point).mapToInt(SeriesPoint::nodes)
                .filter(nodes -> nodes < beyond).max().orElse(0);
            chart.shade(within == 0 ? 0 : Math.sqrt((double) within * beyond), BEYOND);
        }
    }

    private static String description(final SeriesRates rates, final String name, final String what,
                                      final Function<RateRow, String> figure) {
        return "Line chart: " + what + " of " + name + ". " + rates.rows(name).stream()
            .map(row -> SeriesRates.place(row.point()) + ": " + figure.apply(
            row) + (row.exceedsCores() ? " (more threads than cores)" : "")).collect(Collectors.joining("; ")) + ".";
    }
}
