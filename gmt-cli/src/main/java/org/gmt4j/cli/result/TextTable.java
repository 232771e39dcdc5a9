package org.gmt4j.cli.result;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of text: columns as wide as their cells, words to the left, numbers to the right; columns without a value
 * are left out.
 */
final class TextTable {

    private static final String GAP = "  ";

    private final List<String> titles = new ArrayList<>();
    private final List<Boolean> isNumber = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a column. */
    TextTable column(final String title, final boolean ofNumbers) {
        titles.add(title);
        isNumber.add(ofNumbers);
        return this;
    }

    /** Adds a row, a cell for each column; empty cells stay empty. */
    void row(final List<String> cells) {
        if (cells.size() != titles.size()) {
            throw new IllegalArgumentException(cells.size() + " cells for " + titles.size() + " columns");
        }
        rows.add(List.copyOf(cells));
    }

    void write(final Appendable out) throws IOException {
        final int[] widths = new int[titles.size()];
        for (int column = 0; column < widths.length; column++) {
            final int at = column;
            final int widest = rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0);
            widths[column] = widest == 0 ? 0 : Math.max(widest, titles.get(column).length());
        }
        line(titles, widths, out);
        for (final List<String> row : rows) {
            line(row, widths, out);
        }
    }

    private void line(final List<String> cells, final int[] widths, final Appendable out) throws IOException {
        final StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            if (widths[column] > 0) {
                final String padding = " ".repeat(widths[column] - cells.get(column).length());
                line.append(line.length() == 0 ? " " : GAP)
                    .append(isNumber.get(column) ? padding + cells.get(column) : cells.get(column) + padding);
            }
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }
}
