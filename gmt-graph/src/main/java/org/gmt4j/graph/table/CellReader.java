package org.gmt4j.graph.table;

import java.nio.charset.StandardCharsets;
import org.gmt4j.graph.file.LineComplaint;
import org.gmt4j.graph.source.WeightKind;

/** Reads numbers of cells. No state. Per cell: allocates for weights that are no short whole numbers, and errors. */
final class CellReader {
    private static final int SAFE_DIGITS = 15;
    private static final double SAFE_WHOLE = 1e15;

    private CellReader() {
    }

    /** A vertex: any long. */
    static long id(final RowParser row, final int column) {
        final byte[] bytes = row.cell(column);
        int from = row.start(column);
        int to = row.end(column);
        while (from < to && isBlank(bytes[from])) {
            from++;
        }
        while (to > from && isBlank(bytes[to - 1])) {
            to--;
        }
        final boolean isNegative = from < to && bytes[from] == '-';
        int at = isNegative || from < to && bytes[from] == '+' ? from + 1 : from;
        if (at == to) {
            throw notAn("a vertex id", row, column);
        }
        long negative = 0;                                  // there is one more of these
        for (; at < to; at++) {
            final int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9 || negative < Long.MIN_VALUE / 10
                || negative == Long.MIN_VALUE / 10 && digit > 8) {
                throw notAn("a vertex id, a whole number of 64 bits", row, column);
            }
            negative = 10 * negative - digit;
        }
        if (!isNegative && negative == Long.MIN_VALUE) {
            throw notAn("a vertex id, a whole number of 64 bits", row, column);
        }
        return isNegative ? negative : -negative;
    }

    /** The word of a weight. */
    static long weight(final RowParser row, final int column) {
        final byte[] bytes = row.cell(column);
        final int from = row.start(column);
        final int to = row.end(column);
        long whole = 0;
        int at = from;
        while (at < to && at - from < SAFE_DIGITS && bytes[at] >= '0' && bytes[at] <= '9') {
            whole = 10 * whole + bytes[at++] - '0';
        }
        if (at == to && at > from && whole < SAFE_WHOLE) {
            return WeightKind.wordOf(whole);
        }
        double weight = Double.NaN;
        try {
            final String text = text(row, column).strip();
            weight = text.matches(".*[dDfFxX].*") ? Double.NaN : Double.parseDouble(text);      // Java's own spellings
        } catch (final NumberFormatException e) {
            // reported below like any other bad weight
        }
        if (!Double.isFinite(weight)) {
            throw notAn("a weight, a finite number", row, column);
        }
        return WeightKind.wordOf(weight);
    }

    static String text(final RowParser row, final int column) {
        return new String(row.cell(column), row.start(column), row.end(column) - row.start(column),
            StandardCharsets.UTF_8);
    }

    private static boolean isBlank(final byte b) {
        return b == ' ' || b == '\t';
    }

    static RowException notAn(final String expected, final RowParser row, final int column) {
        final String text = text(row, column);
        return wrong(expected, row.columns.name(column), text.isEmpty() ? "nothing"
            : "\"" + LineComplaint.excerpt(text) + "\"");
    }

    static RowException wrong(final String expected, final String column, final String found) {
        return new RowException("column \"" + column + "\": expected " + expected + ", found " + found);
    }
}
