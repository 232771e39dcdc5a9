package org.gmt4j.bench.scale.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gmt4j.bench.scale.series.RateRow;
import org.gmt4j.bench.scale.series.SeriesRates;
import org.gmt4j.bench.scale.statistics.MedianRatio;
import org.gmt4j.cli.result.SampleStatistics;

/**
 * A table of rates: a row for each point, all cells as text, for terminal and page. Immutable.
 *
 * @param title   name and unit of the rate, or the common part of the rates
 * @param columns titles, and how dispensable each column is where there is little room: 0 is not at all
 * @param rows    cells, as many in each row as columns
 */
record RateTable(String title, List<Column> columns, List<List<String>> rows) {
    /** Beyond, benchmarks with a dozen rates, there is one table for all. */
    private static final int MOST_TABLES = 3;

    /** A column's title, and how dispensable it is. */
    record Column(String title, int dispensable) {
    }

    /** A table for each rate; one for all where there are many. */
    static List<RateTable> of(final SeriesRates rates) {
        return rates.names().size() > MOST_TABLES ? List.of(of(rates, rates.rows(), true,
            "rates, medians of the launches' medians")) : rates.names().stream().map(
            name -> of(rates, rates.rows(name), false, name + ", " + rates.rows(name).get(0).unit())).toList();
    }

    private static RateTable of(final SeriesRates rates, final List<RateRow> rows, final boolean isNamed,
                                final String title) {
        final List<String> keys = rates.sweptKeys();
        final List<Column> columns = new ArrayList<>();
        if (isNamed) {
            columns.addAll(List.of(new Column("rate", 0), new Column("unit", 0)));
        }
        columns.addAll(List.of(new Column("nodes", 0), new Column("threads", 6), new Column("cores", 0)));
        keys.forEach(key -> columns.add(new Column(key.startsWith("gmt.") ? key.substring(4) : key, 0)));
        columns.addAll(List.of(new Column("trials", 9), new Column("median", 0), new Column("quartiles", 3),
            new Column("spread", 8), new Column("95 % of median", 7), new Column("per node", 4)));
        columns.addAll(List.of(new Column("efficiency", 0), new Column("95 % of it", 2), new Column("speed-up", 0)));
        columns.addAll(List.of(new Column("to first swept", 0), new Column("95 % of that", 2),
            new Column("of 1 thread", 5)));
        return new RateTable(title, columns, rows.stream().map(row -> cells(row, keys, isNamed, rates)).toList())
            .withoutEmptyColumns();
    }

    private RateTable withoutEmptyColumns() {
        final int[] kept = IntStream.range(0, columns.size())
            .filter(i -> rows.stream().anyMatch(row -> !row.get(i).isEmpty() && !row.get(i).equals(
            Figures.NO_INTERVAL))).toArray();
        return new RateTable(title, Arrays.stream(kept).mapToObj(columns::get).toList(),
            rows.stream().map(row -> Arrays.stream(kept).mapToObj(
            row::get).toList()).toList());
    }

    private static List<String> cells(final RateRow row, final List<String> keys, final boolean isNamed,
                                      final SeriesRates rates) {
        final List<String> cells = new ArrayList<>();
        if (isNamed) {
            cells.addAll(List.of(row.name(), row.unit()));
        }
        cells.addAll(List.of(String.valueOf(row.point().nodes()), String.valueOf(row.point().threads()),
            String.valueOf(row.cores())));
        keys.forEach(key -> cells.add(row.point().swept().getOrDefault(key, "-")));
        final SampleStatistics statistics = row.statistics();
        cells.addAll(List.of(String.valueOf(row.samples().launches().size()), Figures.rate(row.median()),
            statistics.count() == 1 ? "" : Figures
            .rate(statistics.firstQuartile()) + ".." + Figures.rate(statistics.thirdQuartile()),
            statistics.count() == 1 ? "" : Figures.percent(statistics
                .spread()), Figures.rates(row.interval()), Figures.rate(row.perNode())));
        final boolean isScaling = rates.hasSeveralNodeCounts();
        cells.addAll(isScaling ? List.of(row.efficiency().map(Figures::share).orElse("1"),
            row.toFirst().isPresent() ? Figures.shares(row
            .efficiencyInterval()) : "", toFirst(row)) : List.of("", "", ""));
        cells.addAll(keys.isEmpty() ? List.of("", "")
            : List.of(row.toFirstSwept().map(ratio -> Figures.share(ratio.ratio()) + " x").orElse("1"), row
            .toFirstSwept().map(ratio -> Figures.shares(ratio.interval())).orElse("")));
        cells.add(row.ofOneThread().map(ratio -> Figures.share(ratio) + " x").orElse(""));
        return List.copyOf(cells);
    }

    /** Only an effect of more cores is a speed-up. */
    private static String toFirst(final RateRow row) {
        return row.toFirst().map(MedianRatio::ratio)
            .map(ratio -> row.exceedsCores() ? Figures.share(ratio) + " share of rate"
            : Figures.share(ratio) + " x").orElse("1");
    }
}
