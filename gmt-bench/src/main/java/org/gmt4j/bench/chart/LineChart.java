package org.gmt4j.bench.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A chart of several lines over one axis, as SVG. Set up by one thread, then only read. Lines differ by colour, mark and dashes, so that
 * they can be told apart without colours. Points that an axis cannot show (not a number, 0 on a logarithmic one) are left out, and the
 * line is broken there.
 */
public final class LineChart {
    static final int WIDTH = 520;
    static final int HEIGHT = 360;
    private static final int LEFT = 70;
    private static final int RIGHT = 16;
    private static final int TOP = 40;
    private static final int BOTTOM = 92;
    private static final int LEGEND_COLUMN = 150;
    private static final int LEGEND_LINE = 15;
    private static final int LEGEND_COLUMNS = 3;
    /** Colours that people with any sight tell apart (Okabe and Ito, 2008), the light yellow left out. */
    private static final String[] COLOURS = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
    private static final String[] DASHES = {"", "6 3", "2 2", "8 3 2 3"};

    private final String title;
    private final Axis x;
    private final Axis y;
    private final List<Series> lines = new ArrayList<>();
    private double lowX;
    private double highX;
    private double lowY;
    private double highY;

    private record Series(String name, double[] x, double[] y, boolean isDots) {
    }

    /** An empty chart. */
    public LineChart(final String title, final Axis x, final Axis y) {
        this.title = title;
        this.x = x;
        this.y = y;
    }

    /**
     * Adds a line.
     *
     * @throws IllegalArgumentException when the coordinates are not as many as each other
     */
    public LineChart line(final String name, final double[] xs, final double[] ys) {
        return add(name, xs, ys, false);
    }

    /**
     * Adds points that nothing joins, for the hundreds of them that a line would hide.
     *
     * @throws IllegalArgumentException when the coordinates are not as many as each other
     */
    public LineChart dots(final String name, final double[] xs, final double[] ys) {
        return add(name, xs, ys, true);
    }

    private LineChart add(final String name, final double[] xs, final double[] ys, final boolean isDots) {
        if (xs.length != ys.length) {
            throw new IllegalArgumentException("line " + name + " has " + xs.length + " places and " + ys.length + " values");
        }
        lines.add(new Series(name, xs.clone(), ys.clone(), isDots));
        return this;
    }

    /** The whole picture, as a file. */
    public String svg() {
        return ChartSheet.of(1, List.of(this)).svg();
    }

    /** The picture without the element around it. */
    String content() {
        final StringBuilder out = new StringBuilder(4096);
        text(out, WIDTH / 2.0, 22, "middle", 14, title);
        fit();
        axes(out);
        for (int i = 0; i < lines.size(); i++) {
            draw(out, i);
            legend(out, i);
        }
        return out.toString();
    }

    private boolean canShow(final Series line, final int i) {
        return x.canShow(line.x[i]) && y.canShow(line.y[i]);
    }

    private void fit() {
        double leastX = Double.POSITIVE_INFINITY;
        double mostX = Double.NEGATIVE_INFINITY;
        double leastY = Double.POSITIVE_INFINITY;
        double mostY = Double.NEGATIVE_INFINITY;
        for (final Series line : lines) {
            for (int i = 0; i < line.x.length; i++) {
                if (canShow(line, i)) {
                    leastX = Math.min(leastX, line.x[i]);
                    mostX = Math.max(mostX, line.x[i]);
                    leastY = Math.min(leastY, line.y[i]);
                    mostY = Math.max(mostY, line.y[i]);
                }
            }
        }
        final boolean isEmpty = leastX > mostX;
        final double[] horizontal = x.range(isEmpty ? 1 : leastX, isEmpty ? 2 : mostX);
        final double[] vertical = y.range(isEmpty ? 1 : leastY, isEmpty ? 2 : mostY);
        lowX = horizontal[0];
        highX = horizontal[1];
        lowY = vertical[0];
        highY = vertical[1];
    }

    private double placeX(final double even) {
        return LEFT + (even - lowX) / (highX - lowX) * (WIDTH - LEFT - RIGHT);
    }

    private double placeY(final double even) {
        return HEIGHT - BOTTOM - (even - lowY) / (highY - lowY) * (HEIGHT - TOP - BOTTOM);
    }

    private void axes(final StringBuilder out) {
        for (final double tick : x.ticks(lowX, highX)) {
            final double at = placeX(tick);
            stroke(out, at, TOP, at, HEIGHT - BOTTOM, "#dddddd");
            text(out, at, HEIGHT - BOTTOM + 15, "middle", 11, x.text(tick));
        }
        for (final double tick : y.ticks(lowY, highY)) {
            final double at = placeY(tick);
            stroke(out, LEFT, at, WIDTH - RIGHT, at, "#dddddd");
            text(out, LEFT - 6, at + 4, "end", 11, y.text(tick));
        }
        stroke(out, LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, "black");
        stroke(out, LEFT, TOP, LEFT, HEIGHT - BOTTOM, "black");
        text(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - BOTTOM + 33, "middle", 12, x.label());
        final double middle = (TOP + HEIGHT - BOTTOM) / 2.0;
        out.append(format("<text x=\"16\" y=\"%.1f\" font-size=\"12\" text-anchor=\"middle\" transform=\"rotate(-90 16 %.1f)\">%s</text>%n",
            middle, middle, escaped(y.label())));
    }

    private void draw(final StringBuilder out, final int index) {
        final Series line = lines.get(index);
        if (line.isDots) {
            scatter(out, line, index);
            return;
        }
        final StringBuilder path = new StringBuilder();
        final StringBuilder marks = new StringBuilder();
        boolean isBroken = true;
        for (int i = 0; i < line.x.length; i++) {
            if (!canShow(line, i)) {
                isBroken = true;
                continue;
            }
            final double atX = placeX(x.even(line.x[i]));
            final double atY = placeY(y.even(line.y[i]));
            path.append(format("%s%.1f %.1f", isBroken ? "M" : "L", atX, atY));
            mark(marks, index, atX, atY);
            isBroken = false;
        }
        if (path.length() > 0) {
            stroke(out, index, path.toString());
            out.append(marks);
        }
    }

    /** A line of no length with round ends is a dot, at a tenth of a circle's bytes. */
    private void scatter(final StringBuilder out, final Series line, final int index) {
        final StringBuilder path = new StringBuilder();
        for (int i = 0; i < line.x.length; i++) {
            if (canShow(line, i)) {
                path.append(format("M%.1f %.1fh0", placeX(x.even(line.x[i])), placeY(y.even(line.y[i]))));
            }
        }
        out.append(format("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.6\" stroke-linecap=\"round\"/>%n", path,
            COLOURS[index % COLOURS.length]));
    }

    private static void stroke(final StringBuilder out, final int index, final String path) {
        final String dashes = DASHES[index % DASHES.length];
        out.append(format("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\"%s/>%n", path, COLOURS[index % COLOURS.length],
            dashes.isEmpty() ? "" : " stroke-dasharray=\"" + dashes + "\""));
    }

    /** Circle, square, triangle, diamond. */
    private static void mark(final StringBuilder out, final int index, final double atX, final double atY) {
        final String colour = COLOURS[index % COLOURS.length];
        switch (index % 4) {
            case 0 -> out.append(format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\" fill=\"%s\"/>%n", atX, atY, colour));
            case 1 -> out.append(format("<rect x=\"%.1f\" y=\"%.1f\" width=\"6\" height=\"6\" fill=\"%s\"/>%n", atX - 3, atY - 3, colour));
            case 2 -> out.append(format("<path d=\"M%.1f %.1fl4 7h-8z\" fill=\"%s\"/>%n", atX, atY - 4, colour));
            default -> out.append(format("<path d=\"M%.1f %.1fl4 4l-4 4l-4 -4z\" fill=\"%s\"/>%n", atX, atY - 4, colour));
        }
    }

    private void legend(final StringBuilder out, final int index) {
        final double left = LEFT + index % LEGEND_COLUMNS * LEGEND_COLUMN;
        final double at = HEIGHT - BOTTOM + 52 + index / LEGEND_COLUMNS * LEGEND_LINE;
        if (!lines.get(index).isDots) {
            stroke(out, index, format("M%.1f %.1fh26", left, at));
        }
        mark(out, index, left + 13, at);
        text(out, left + 32, at + 4, "start", 11, lines.get(index).name);
    }

    private static void stroke(final StringBuilder out, final double x1, final double y1, final double x2, final double y2,
                               final String colour) {
        out.append(format("<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"/>%n", x1, y1, x2, y2, colour));
    }

    private static void text(final StringBuilder out, final double atX, final double atY, final String anchor, final int size,
                             final String text) {
        out.append(format("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\">%s</text>%n", atX, atY, size, anchor,
            escaped(text)));
    }

    private static String escaped(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String format(final String pattern, final Object... values) {
        return String.format(Locale.ROOT, pattern.replace("%n", "\n"), values);
    }
}
