package org.gmt4j.bench.chart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gmt4j.cli.result.WholeFile;

/**
 * Charts side by side and below each other, as one SVG file.
 *
 * @param columns charts in a row, at least 1
 * @param charts  row by row
 */
public record ChartSheet(int columns, List<LineChart> charts) {
    /** @throws IllegalArgumentException without charts or columns */
    public ChartSheet {
        if (columns < 1 || charts.isEmpty()) {
            throw new IllegalArgumentException("a sheet has at least one column and one chart, found "
                + columns + " and " + charts.size());
        }
        charts = List.copyOf(charts);
    }

    public static ChartSheet of(final int columns, final List<LineChart> charts) {
        return new ChartSheet(columns, charts);
    }

    public String svg() {
        final int rows = (charts.size() + columns - 1) / columns;
        final int width = Math.min(columns, charts.size()) * LineChart.WIDTH;
        final int rowHeight = charts.stream().mapToInt(LineChart::height).max().orElse(LineChart.HEIGHT);
        final int height = rows * rowHeight;
        final StringBuilder out = new StringBuilder();
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"").append(width).append("\" height=\"")
            .append(height).append("\" viewBox=\"0 0 ").append(width).append(' ').append(height)
            .append("\" font-family=\"sans-serif\">\n")
            .append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        for (int i = 0; i < charts.size(); i++) {
            out.append("<g transform=\"translate(").append(i % columns * LineChart.WIDTH).append(' ')
                .append(i / columns * rowHeight).append(")\">\n").append(charts.get(i).content(Pen.Paper.WHITE))
                .append("</g>\n");
        }
        return out.append("</svg>\n").toString();
    }

    /** Writes it; folders are made. */
    public void write(final Path file) throws IOException {
        final Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        WholeFile.write(file, svg());
    }
}
