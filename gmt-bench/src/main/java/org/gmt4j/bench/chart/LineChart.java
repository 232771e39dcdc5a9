package org.gmt4j.bench.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * A chart of several lines over one axis, as SVG. Set up by one thread, then only read. Lines differ by colour, mark
 * and dashes, so that they can be told apart without colours. Points that an axis cannot show (not a number, 0 on a
 * logarithmic one) are left out, and the line is broken there.
 *
 * <p>By hand because XChart (3.8.8 and 4.0.3) does not draw it (decision 0011): one symmetric error for each point
 * instead of quartiles, no shaded region, logarithms of 10 only, and SVG only through Java2D and its fonts, with text
 * as outlines of glyphs in colours that do not follow the page: 109 KB for a line of four points.
 */
public final class LineChart {
    static final int WIDTH = 520;
    static final int HEIGHT = 360;
    private static final int LEFT = 70;
    private static final int RIGHT = 16;
    private static final int TOP = 40;
    private static final int BOTTOM = 92;
    private static final int LEGEND_LINE = 15;
    private static final int MOST_LEGEND_COLUMNS = 3;
    private static final int LEGEND_LINES = 3;
    private static final double CHARACTER = 6;

    private final String title;
    private final Axis x;
    private final Axis y;
    private final List<Line> lines = new ArrayList<>();
    private Shade shade;
    private String description = "";
    private double lowX;
    private double highX;
    private double lowY;
    private double highY;

    private enum Form { LINE, DOTS, REFERENCE }

    private record Line(String name, double[] x, double[] y, double[] low, double[] high, Form form) {
        boolean hasRange(final int i) {
            return low != null && Double.isFinite(low[i]) && Double.isFinite(high[i]);
        }
    }

    private record Shade(double from, String label) {
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
        return add(name, xs, ys, null, null, Form.LINE);
    }

    /**
     * Adds a line with a band and whiskers around it, from {@code lows} to {@code highs}; NaN where a point has none.
     *
     * @throws IllegalArgumentException when the coordinates are not as many as each other
     */
    public LineChart line(final String name, final double[] xs, final double[] ys, final double[] lows,
                          final double[] highs) {
        return add(name, xs, ys, lows.clone(), highs.clone(), Form.LINE);
    }

    /**
     * Adds points that nothing joins, for the hundreds of them that a line would hide.
     *
     * @throws IllegalArgumentException when the coordinates are not as many as each other
     */
    public LineChart dots(final String name, final double[] xs, final double[] ys) {
        return add(name, xs, ys, null, null, Form.DOTS);
    }

    /**
     * Adds a line to compare the others with: thin, dashed, without marks.
     *
     * @throws IllegalArgumentException when the coordinates are not as many as each other
     */
    public LineChart reference(final String name, final double[] xs, final double[] ys) {
        return add(name, xs, ys, null, null, Form.REFERENCE);
    }

    /** Shades everything right of a place, and labels the shade; the last call counts. */
    public LineChart shade(final double from, final String label) {
        shade = new Shade(from, label);
        return this;
    }

    /** The contents of the chart in words, for readers who cannot see it. */
    public LineChart description(final String text) {
        description = text;
        return this;
    }

    private LineChart add(final String name, final double[] xs, final double[] ys, final double[] lows,
                          final double[] highs, final Form form) {
        if (xs.length != ys.length || lows != null && (lows.length != xs.length || highs.length != xs.length)) {
            throw new IllegalArgumentException("line " + name + " has " + xs.length + " places and "
                + ys.length + " values");
        }
        lines.add(new Line(name, xs.clone(), ys.clone(), lows, highs, form));
        return this;
    }

    /** The whole picture, as a file. */
    public String svg() {
        return ChartSheet.of(1, List.of(this)).svg();
    }

    /** The picture as a part of an HTML page, in the page's colour of text, as wide as there is room. */
    public String inline() {
        return Pen.format("<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\" "
            + "fill=\"currentColor\" font-family=\"sans-serif\">%n"
            + "<title>%s</title>%n%s</svg>%n", WIDTH, height(),
            Pen.escaped(description.isEmpty() ? title : description), Pen.escaped(title),
            content(Pen.Paper.PAGE));
    }

    /** Legends of many lines make a chart higher. */
    int height() {
        return HEIGHT + Math.max(0, (lines.size() + legendColumns() - 1) / legendColumns()
            - LEGEND_LINES) * LEGEND_LINE;
    }

    private int legendColumns() {
        final int longest = lines.stream().mapToInt(line -> line.name.length()).max().orElse(0);
        return (int) Math.max(1, Math.min(MOST_LEGEND_COLUMNS, (WIDTH - LEFT - RIGHT) / (40 + longest * CHARACTER)));
    }

    /** The picture without the element around it. */
    String content(final Pen.Paper paper) {
        final Pen pen = new Pen(paper);
        pen.text(WIDTH / 2.0, shade == null ? 22 : 17, "middle", 14, title);
        fit();
        if (shade != null) {
            shade(pen);
        }
        axes(pen);
        for (int i = 0; i < lines.size(); i++) {
            draw(pen, i);
            legend(pen, i);
        }
        return pen.written();
    }

    private boolean canShow(final Line line, final int i) {
        return x.canShow(line.x[i]) && y.canShow(line.y[i]);
    }

    private void fit() {
        double leastX = Double.POSITIVE_INFINITY;
        double mostX = Double.NEGATIVE_INFINITY;
        double leastY = Double.POSITIVE_INFINITY;
        double mostY = Double.NEGATIVE_INFINITY;
        for (final Line line : lines) {
            for (int i = 0; i < line.x.length; i++) {
                if (canShow(line, i)) {
                    leastX = Math.min(leastX, line.x[i]);
                    mostX = Math.max(mostX, line.x[i]);
                    leastY = Math.min(leastY, line.hasRange(i) && y.canShow(line.low[i]) ? line.low[i] : line.y[i]);
                    mostY = Math.max(mostY, line.hasRange(i) ? line.high[i] : line.y[i]);
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
        return HEIGHT - BOTTOM - (Math.max(lowY, even) - lowY) / (highY - lowY) * (HEIGHT - TOP - BOTTOM);
    }

    private void shade(final Pen pen) {
        final double from = x.canShow(shade.from) ? Math.max(LEFT, placeX(x.even(shade.from))) : LEFT;
        if (from < WIDTH - RIGHT) {
            pen.shade(from, TOP, WIDTH - RIGHT, HEIGHT - BOTTOM);
            pen.text(WIDTH - RIGHT, TOP - 5, "end", 10, shade.label);
        }
    }

    private void axes(final Pen pen) {
        final List<Double> acrossAt = x.ticks(lowX, highX);
        final List<String> across = x.texts(acrossAt);
        for (int i = 0; i < across.size(); i++) {
            final double at = placeX(acrossAt.get(i));
            pen.gridLine(at, TOP, at, HEIGHT - BOTTOM);
            pen.text(at, HEIGHT - BOTTOM + 15, "middle", 11, across.get(i));
        }
        final List<Double> upAt = y.ticks(lowY, highY);
        final List<String> up = y.texts(upAt);
        for (int i = 0; i < up.size(); i++) {
            final double at = placeY(upAt.get(i));
            pen.gridLine(LEFT, at, WIDTH - RIGHT, at);
            pen.text(LEFT - 6, at + 4, "end", 11, up.get(i));
        }
        pen.axisLine(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM);
        pen.axisLine(LEFT, TOP, LEFT, HEIGHT - BOTTOM);
        pen.text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - BOTTOM + 33, "middle", 12, x.label());
        pen.uprightText(16, (TOP + HEIGHT - BOTTOM) / 2.0, 12, y.label());
    }

    private void draw(final Pen pen, final int index) {
        final Line line = lines.get(index);
        switch (line.form) {
            case DOTS -> pen.dots(index, dots(line));
            case REFERENCE -> pen.referenceLine(path(line));
            default -> curve(pen, index, line);
        }
    }

    private void curve(final Pen pen, final int index, final Line line) {
        if (line.low != null) {
            ranges(pen, index, line);
        }
        final String path = path(line);
        if (!path.isEmpty()) {
            pen.line(index, path);
        }
        for (int i = 0; i < line.x.length; i++) {
            if (canShow(line, i)) {
                pen.mark(index, placeX(x.even(line.x[i])), placeY(y.even(line.y[i])));
            }
        }
    }

    /** The band goes along the low ends and back along the high ones; a gap in the line closes it. */
    private void ranges(final Pen pen, final int index, final Line line) {
        final StringBuilder forth = new StringBuilder();
        final StringBuilder back = new StringBuilder();
        for (int i = 0; i <= line.x.length; i++) {
            if (i == line.x.length || !canShow(line, i) || !line.hasRange(i)) {
                if (forth.indexOf("L") > 0) {
                    pen.band(index, forth.append(back).append('Z').toString());
                }
                forth.setLength(0);
                back.setLength(0);
                continue;
            }
            final double atX = placeX(x.even(line.x[i]));
            final double low = placeY(y.canShow(line.low[i]) ? y.even(line.low[i]) : lowY);
            final double high = placeY(y.even(line.high[i]));
            forth.append(Pen.format("%s%.1f %.1f", forth.length() == 0 ? "M" : "L", atX, low));
            back.insert(0, Pen.format("L%.1f %.1f", atX, high));
            pen.whisker(index, atX, low, high);
        }
    }

    private String path(final Line line) {
        final StringBuilder path = new StringBuilder();
        boolean isBroken = true;
        for (int i = 0; i < line.x.length; i++) {
            if (canShow(line, i)) {
                path.append(Pen.format("%s%.1f %.1f", isBroken ? "M" : "L", placeX(x.even(line.x[i])),
                    placeY(y.even(line.y[i]))));
                isBroken = false;
            } else {
                isBroken = true;
            }
        }
        return path.toString();
    }

    private String dots(final Line line) {
        final StringBuilder path = new StringBuilder();
        for (int i = 0; i < line.x.length; i++) {
            if (canShow(line, i)) {
                path.append(Pen.format("M%.1f %.1fh0", placeX(x.even(line.x[i])), placeY(y.even(line.y[i]))));
            }
        }
        return path.toString();
    }

    private void legend(final Pen pen, final int index) {
        final Line line = lines.get(index);
        final int columns = legendColumns();
        final double left = LEFT + index % columns * ((WIDTH - LEFT) / (double) columns);
        final double at = HEIGHT - BOTTOM + 52 + index / columns * LEGEND_LINE;
        final String sample = Pen.format("M%.1f %.1fh26", left, at);
        switch (line.form) {
            case REFERENCE -> pen.referenceLine(sample);
            case LINE -> pen.line(index, sample);
            default -> { }
        }
        if (line.form != Form.REFERENCE) {
            pen.mark(index, left + 13, at);
        }
        pen.text(left + 32, at + 4, "start", 11, line.name);
    }
}
