package org.gmt4j.bench.chart;

import java.util.Locale;

/** Writes the elements of a picture as SVG, in the colours of its surroundings. Not thread-safe. */
final class Pen {
    /**
     * Colours that people with any sight tell apart (Okabe and Ito, 2008), the light yellow left out. The last one is
     * the ink.
     */
    private static final String[] COLOURS = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"};
    /** The same hues, lightened so far that they can be seen on white and on black. */
    private static final String[] PAGE_COLOURS = {"#2F8FD0", "#E0701A", "#12A27A", "#CF7FAE", "#D99A17", "#56B4E9"};
    private static final String[] DASHES = {"", "6 3", "2 2", "8 3 2 3"};
    private final StringBuilder out = new StringBuilder(4096);
    private final Paper paper;

    /** The canvas of a picture. */
    enum Paper {
        /** A file of its own: black on white. */
        WHITE("black", "#dddddd", ""),
        /** Part of a page: the page's own colour of text, whatever is behind. */
        PAGE("currentColor", "currentColor", " stroke-opacity=\"0.18\"");

        private final String ink;
        private final String grid;
        private final String gridOpacity;

        Paper(final String ink, final String grid, final String gridOpacity) {
            this.ink = ink;
            this.grid = grid;
            this.gridOpacity = gridOpacity;
        }
    }

    Pen(final Paper paper) {
        this.paper = paper;
    }

    private String colour(final int index) {
        final int at = index % (COLOURS.length + 1);
        return at == COLOURS.length ? paper == Paper.WHITE ? "#000000" : paper.ink
            : (paper == Paper.WHITE ? COLOURS : PAGE_COLOURS)[at];
    }

    void gridLine(final double x1, final double y1, final double x2, final double y2) {
        append("<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"%s/>%n", x1, y1, x2, y2, paper.grid, paper.gridOpacity);
    }

    void axisLine(final double x1, final double y1, final double x2, final double y2) {
        append("<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"/>%n", x1, y1, x2, y2, paper.ink);
    }

    void text(final double atX, final double atY, final String anchor, final int size, final String text) {
        append("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\">%s</text>%n", atX, atY,
            size, anchor, escaped(text));
    }

    void uprightText(final double atX, final double atY, final int size, final String text) {
        append("<text x=\"%.0f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 "
            + "%.0f %.1f)\">%s</text>%n", atX, atY, size,
            atX, atY, escaped(text));
    }

    /** A line of the chart, in its colour and dashes. */
    void line(final int index, final String path) {
        final String dashes = DASHES[index % DASHES.length];
        append("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\"%s/>%n", path, colour(index),
            dashes.isEmpty() ? "" : " stroke-dasharray=\"" + dashes + "\"");
    }

    /** A line that is there for comparison. */
    void referenceLine(final String path) {
        append("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-opacity=\"0.6\" stroke-width=\"1.2\" "
            + "stroke-dasharray=\"3 3\"/>%n", path, paper.ink);
    }

    /** From the least to the most around a line. */
    void band(final int index, final String path) {
        append("<path d=\"%s\" fill=\"%s\" fill-opacity=\"0.18\" stroke=\"none\"/>%n", path, colour(index));
    }

    void whisker(final int index, final double atX, final double low, final double high) {
        append("<path d=\"M%.1f %.1fV%.1fM%.1f %.1fh6M%.1f %.1fh6\" fill=\"none\" stroke=\"%s\" "
            + "stroke-width=\"1.1\"/>%n", atX, low, high, atX - 3, low,
            atX - 3, high, colour(index));
    }

    /** A part of the chart behind everything. */
    void shade(final double left, final double top, final double right, final double bottom) {
        append("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" fill-opacity=\"0.09\"/>%n",
            left, top, right - left, bottom - top,
            paper.ink);
    }

    /** A line of no length with round ends is a dot, at a tenth of a circle's bytes. */
    void dots(final int index, final String path) {
        append("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.6\" stroke-linecap=\"round\"/>%n",
            path, colour(index));
    }

    /** Circle, square, triangle, diamond. */
    void mark(final int index, final double atX, final double atY) {
        final String colour = colour(index);
        switch (index % 4) {
            case 0 -> append("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\" fill=\"%s\"/>%n", atX, atY, colour);
            case 1 -> append("<rect x=\"%.1f\" y=\"%.1f\" width=\"6\" height=\"6\" fill=\"%s\"/>%n",
                atX - 3, atY - 3, colour);
            case 2 -> append("<path d=\"M%.1f %.1fl4 7h-8z\" fill=\"%s\"/>%n", atX, atY - 4, colour);
            default -> append("<path d=\"M%.1f %.1fl4 4l-4 4l-4 -4z\" fill=\"%s\"/>%n", atX, atY - 4, colour);
        }
    }

    /** The text so far. */
    String written() {
        return out.toString();
    }

    private void append(final String pattern, final Object... values) {
        out.append(format(pattern, values));
    }

    static String format(final String pattern, final Object... values) {
        return String.format(Locale.ROOT, pattern.replace("%n", "\n"), values);
    }

    /** As text or attribute value; characters that XML forbids are left out. */
    static String escaped(final String text) {
        final StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.append(isAllowed(c) ? Character.toString(c) : " ");
            }
        });
        return escaped.toString();
    }

    private static boolean isAllowed(final int c) {
        return c >= ' ' && c <= 0xD7FF || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000;
    }
}
