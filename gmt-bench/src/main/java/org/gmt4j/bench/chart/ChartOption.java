package org.gmt4j.bench.chart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import picocli.CommandLine.Option;

/** The option of benchmarks that draw their result. Set by the command line. */
public final class ChartOption {
    @Option(names = "--svg", paramLabel = "FILE",
        description = "draw the result there, in the form of the paper's figures")
    private Path svg;

    /** Refuses a file that cannot be written, before anything is measured. */
    public void validate() {
        if (svg == null) {
            return;
        }
        final Path parent = svg.toAbsolutePath().getParent();
        if (Files.isDirectory(svg) || parent == null || !Files.isDirectory(parent) || !Files.isWritable(parent)
            || Files.exists(svg) && !Files.isWritable(svg)) {
            throw CliException.usage("--svg " + svg + ": cannot write there. Name a file in a folder that exists.");
        }
    }

    /** Draws the charts side by side, where a file was asked for, there are charts, and nothing was found wrong. */
    public void write(final AppRun run, final int columns, final List<LineChart> charts) throws IOException {
        if (svg != null && !charts.isEmpty() && !run.result().isWrong()) {
            ChartSheet.of(columns, charts).write(svg);
        }
    }
}
