package org.gmt4j.bench.scale.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesHeader;
import org.gmt4j.bench.scale.series.SeriesRates;

/**
 * A series as text for terminals of 120 columns: a table for each rate, lost trials, remarks. Stateless;
 * set-up.
 */
public final class SeriesText {
    static final int WIDTH = 120;
    private static final String GAP = "  ";

    private SeriesText() {
    }

    /** The text, which ends with a line feed. Of a series with a wrong result it has no rate. */
    public static String of(final Series series) {
        return of(SeriesRates.of(series));
    }

    /** The same, with rates that are known already. */
    public static String of(final SeriesRates rates) {
        final Series series = rates.series();
        final List<String> lines = new ArrayList<>();
        wrap(lines, head(series.header()), "  ");
        RateTable.of(rates).forEach(table -> table(lines, table));
        if (rates.rows().isEmpty() && !series.isWrong()) {
            lines.add("no rates: no trial has ended well");
        }
        Remarks.wrong(rates).forEach(line -> wrap(lines, line, "  "));
        Remarks.lost(rates).forEach(line -> wrap(lines, line, "  "));
        Remarks.notes(rates).forEach(line -> wrap(lines, line, "  "));
        return lines.stream().map(line -> line.stripTrailing() + "\n").collect(Collectors.joining());
    }

    private static String head(final SeriesHeader header) {
        return "gmt scale " + header.app() + ", " + header.kind().name().toLowerCase(Locale.ROOT) + " scaling"
            + (header.preset().isEmpty() ? ""
            : ", preset " + header.preset()) + ", " + header.cores() + (header.cores() == 1 ? " core, " : " cores, ")
            + header.trials() + (header.trials() == 1 ? " trial" : " trials") + " per point, seed " + header.seed()
            + ", " + header.startedAt() + (header.environment().get("commit") == null ? ""
                : ", commit " + header.environment().get("commit"));
    }

    private static void table(final List<String> lines, final RateTable table) {
        final List<Integer> shown = fitting(table);
        lines.add("");
        lines.add(table.title());
        lines.add(line(table, shown, table.columns().stream().map(RateTable.Column::title).toList()));
        table.rows().forEach(row -> lines.add(line(table, shown, row)));
        if (shown.size() < table.columns().size()) {
            lines.add("(no room for: " + IntStream.range(0, table.columns().size()).filter(i -> !shown.contains(i))
                .mapToObj(i -> table.columns().get(
                i).title()).collect(Collectors.joining(", ")) + ")");
        }
    }

    /** The columns for which there is room: the most dispensable go first. */
    private static List<Integer> fitting(final RateTable table) {
        final List<Integer> shown = new ArrayList<>(IntStream.range(0, table.columns().size()).boxed().toList());
        while (shown.stream().mapToInt(i -> width(table, i) + GAP.length()).sum() - GAP.length() > WIDTH) {
            final Integer least = shown.stream().max(Comparator.comparingInt(i -> table.columns().get(i).dispensable()))
                .orElseThrow();
            if (table.columns().get(least).dispensable() == 0) {
                break;
            }
            shown.remove(least);
        }
        return shown;
    }

    private static int width(final RateTable table, final int column) {
        return Math.max(table.columns().get(column).title().length(),
            table.rows().stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
    }

    private static String line(final RateTable table, final List<Integer> shown, final List<String> cells) {
        return shown.stream().map(i -> String.format("%" + width(table, i) + "s",
            cells.get(i).replaceAll("\\p{Cntrl}", " "))).collect(Collectors.joining(GAP));
    }

    /** Breaks at blanks where a line is too long; the following ones are indented. */
    private static void wrap(final List<String> lines, final String text, final String indent) {
        final StringBuilder line = new StringBuilder();
        for (final String word : text.replaceAll("\\p{Cntrl}", " ").split(" ")) {
            if (line.length() > indent.length() && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
                line.append(indent);
            } else if (line.length() > 0) {
                line.append(' ');
            }
            line.append(word);
        }
        lines.add(line.toString());
    }
}
