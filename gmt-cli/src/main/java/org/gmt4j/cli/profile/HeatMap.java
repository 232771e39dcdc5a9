package org.gmt4j.cli.profile;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongFunction;

/**
 * A square matrix of counts as an SVG picture: row sends to column, the darker the more. Diagonal cells are nodes'
 * traffic with themselves. Set-up.
 */
final class HeatMap {
    private static final int LEFT = 70;
    private static final int TOP = 60;
    private static final int SIDE = 480;
    private static final int LARGEST_CELL = 60;
    /** Smaller cells have no room for figures. */
    private static final int SMALLEST_WITH_TEXT = 44;
    private static final int LARGEST_COUNT_OF_LABELS = 32;
    private static final int[] LIGHT = {0xf4, 0xf7, 0xfb};
    private static final int[] DARK = {0x08, 0x30, 0x6b};

    private final String title;
    private final long[][] matrix;
    private final LongFunction<String> figure;

    /** @param figure how a count is written into its cell */
    HeatMap(final String title, final long[][] matrix, final LongFunction<String> figure) {
        this.title = title;
        this.matrix = matrix;
        this.figure = figure;
    }

    String svg() {
        final int count = Math.max(1, matrix.length);
        final double cell = Math.min(LARGEST_CELL, (double) SIDE / count);
        final double side = cell * count;
        final StringBuilder svg = new StringBuilder();
        svg.append(format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            + "font-family=\"sans-serif\" font-size=\"12\">\n",
            Math.max(side + LEFT + 20, 320), side + TOP + 20));
        svg.append(format("<text x=\"10\" y=\"20\" font-size=\"14\">%s</text>\n", escaped(title)));
        svg.append(format("<text x=\"%.1f\" y=\"40\" text-anchor=\"middle\">to</text>\n", LEFT + side / 2));
        svg.append(format("<text x=\"14\" y=\"%.1f\">from</text>\n", TOP + side / 2 + 4));
        final long most = Arrays.stream(matrix).flatMapToLong(Arrays::stream).max().orElse(0);
        final int step = (count + LARGEST_COUNT_OF_LABELS - 1) / LARGEST_COUNT_OF_LABELS;
        for (int from = 0; from < matrix.length; from++) {
            if (from % step == 0) {
                svg.append(format("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n", LEFT - 6,
                    TOP + (from + 0.5) * cell + 4, from));
                svg.append(format("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                    LEFT + (from + 0.5) * cell, TOP - 6, from));
            }
            for (int to = 0; to < matrix[from].length; to++) {
                cell(svg, from, to, cell, most);
            }
        }
        return svg.append("</svg>\n").toString();
    }

    private void cell(final StringBuilder svg, final int from, final int to, final double cell, final long most) {
        final long value = matrix[from][to];
        final double shade = most == 0 ? 0 : (double) value / most;
        final double x = LEFT + to * cell;
        final double y = TOP + from * cell;
        final String text = escaped(figure.apply(value));
        svg.append(format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" stroke=\"#ccc\" "
            + "stroke-width=\"0.5\"><title>node %d to node %d: %s</title></rect>\n", x, y, cell, cell,
            colour(shade), from, to, text));
        if (cell >= SMALLEST_WITH_TEXT) {
            svg.append(format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"10\" "
                + "fill=\"%s\">%s</text>\n", x + cell / 2,
                y + cell / 2 + 4, shade > 0.5 ? "#fff" : "#222", text));
        }
    }

    private static String colour(final double shade) {
        final StringBuilder colour = new StringBuilder("#");
        for (int i = 0; i < LIGHT.length; i++) {
            colour.append(format("%02x", (int) Math.round(LIGHT[i] + shade * (DARK[i] - LIGHT[i]))));
        }
        return colour.toString();
    }

    /** For text and attributes of XML and HTML. */
    static String escaped(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;")
            .replace("'", "&#39;");
    }

    private static String format(final String pattern, final Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
