package org.gmt4j.bench.scale.report;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.bench.scale.series.RateRow;
import org.gmt4j.bench.scale.series.SeriesRates;
import org.gmt4j.bench.scale.statistics.MedianRatio;

/**
 * The table of one rate: a row for each point, all cells as text. What terminal and page show. Immutable.
 *
 * @param name    of the rate
 * @param unit    of the rate
 * @param columns titles, and how dispensable each column is where there is little room: 0 is not at all
 * @param rows    cells, as many in each row as columns
 */
record RateTable(String name, String unit, List<Column> columns, List<List<String>> rows) {

    /** A column's title, and how dispensable it is. */
    record Column(String title, int dispensable) {
    }

    static RateTable of(final SeriesRates rates, final String name) {
        final List<RateRow> rows = rates.rows(name);
        final List<String> keys = rates.sweptKeys();
        final boolean isScaling = rates.hasSeveralNodeCounts();
        final List<Column> columns = new ArrayList<>(List.of(new Column("nodes", 0), new Column("threads", 6), new Column("cores", 0)));
        keys.forEach(key -> columns.add(new Column(key.startsWith("gmt.") ? key.substring(4) : key, 0)));
        columns.addAll(List.of(new Column("trials", 9), new Column("median", 0), new Column("quartiles", 3), new Column("spread", 8),
            new Column("95 % of median", 7), new Column("per node", 4)));
        if (isScaling) {
            columns.addAll(List.of(new Column("efficiency", 0), new Column("95 % of it", 2), new Column("speed-up", 0)));
        }
        if (!keys.isEmpty()) {
            columns.addAll(List.of(new Column("to first swept", 0), new Column("95 % of that", 2)));
        }
        if (rows.stream().anyMatch(row -> row.ofOneThread().isPresent())) {
            columns.add(new Column("of 1 thread", 5));
        }
        return new RateTable(name, rows.get(0).unit(), columns, rows.stream().map(row -> cells(row, keys, isScaling, columns.size())).toList());
    }

    private static List<String> cells(final RateRow row, final List<String> keys, final boolean isScaling, final int count) {
        final List<String> cells = new ArrayList<>(List.of(String.valueOf(row.point().nodes()), String.valueOf(row.point().threads()),
            String.valueOf(row.cores())));
        keys.forEach(key -> cells.add(row.point().swept().getOrDefault(key, "-")));
        cells.addAll(List.of(String.valueOf(row.samples().launches().size()), Figures.rate(row.statistics().median()), Figures.rate(row.statistics()
            .firstQuartile()) + ".." + Figures.rate(row.statistics().thirdQuartile()), Figures.percent(row.statistics().spread()), Figures.rates(row
            .interval()), Figures.rate(row.perNode())));
        if (isScaling) {
            cells.addAll(List.of(row.efficiency().map(Figures::share).orElse("1"), row.toFirst().isPresent() ? Figures.shares(row.efficiencyInterval())
                : "", toFirst(row)));
        }
        if (!keys.isEmpty()) {
            cells.addAll(List.of(row.toFirstSwept().map(ratio -> Figures.share(ratio.ratio()) + " x").orElse("1"), row.toFirstSwept().map(
                ratio -> Figures.shares(ratio.interval())).orElse("")));
        }
        if (cells.size() < count) {
            cells.add(row.ofOneThread().map(ratio -> Figures.share(ratio) + " x").orElse(""));
        }
        return List.copyOf(cells);
    }

    /** A speed-up is only what more cores have done. */
    private static String toFirst(final RateRow row) {
        return row.toFirst().map(MedianRatio::ratio).map(ratio -> row.exceedsCores() ? Figures.share(ratio) + " share of rate"
            : Figures.share(ratio) + " x").orElse("1");
    }
}
