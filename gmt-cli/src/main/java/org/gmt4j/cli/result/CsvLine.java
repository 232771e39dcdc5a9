package org.gmt4j.cli.result;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.Collectors;

/** A line of comma-separated values (RFC 4180), each quoted where it has to be. Stateless; set-up. */
public final class CsvLine {
    private CsvLine() {
    }

    /** @return the cells as one line with its end; null is an empty cell, as is a number that is none */
    public static String of(final List<?> cells) {
        return cells.stream().map(CsvLine::cell).collect(Collectors.joining(",", "", "\n"));
    }

    private static String cell(final Object value) {
        if (value == null) {
            return "";
        }
        final String text = value instanceof Double number ? decimal(number) : value.toString();
        return text.matches("(?s).*[\",\n\r].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    private static String decimal(final double number) {
        return Double.isFinite(number)
            ? new BigDecimal(number).round(new MathContext(6)).stripTrailingZeros().toPlainString() : "";
    }
}
