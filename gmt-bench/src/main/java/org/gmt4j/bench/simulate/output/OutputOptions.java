package org.gmt4j.bench.simulate.output;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.result.WholeFile;
import picocli.CommandLine.Option;

/** Where results go: text for people, and whatever else is asked for. */
public final class OutputOptions {
    /** Formats of a result. */
    public enum Format { TEXT, JSON, CSV, SVG }

    /** A result that can be shown in all formats. */
    public interface Report {
        /** For people, with a line's end. */
        String text();

        /** An object with all that is known. */
        String json();

        /** A heading and rows. */
        String csv();

        /** A drawing. */
        String svg();

        /** The result in one of its formats. */
        default String in(final Format format) {
            return switch (format) {
                case TEXT -> text();
                case JSON -> json();
                case CSV -> csv();
                case SVG -> svg();
            };
        }
    }

    @Option(names = "--format", paramLabel = "text|json|csv|svg", defaultValue = "text",
        description = "format of the result (default: ${DEFAULT-VALUE})")
    private Format format;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE",
        description = "write the result there instead of standard output")
    private Path output;

    @Option(names = "--json", paramLabel = "FILE", description = "also write it as JSON there")
    private Path json;

    @Option(names = "--csv", paramLabel = "FILE", description = "also write it as CSV there")
    private Path csv;

    @Option(names = "--svg", paramLabel = "FILE", description = "also draw it there")
    private Path svg;

    /** Refuses files that cannot be written before anything is computed. */
    public void check() {
        check("-o", output);
        check("--json", json);
        check("--csv", csv);
        check("--svg", svg);
    }

    private static void check(final String option, final Path file) {
        if (file == null) {
            return;
        }
        final Path parent = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || parent == null || !Files.isDirectory(parent) || !Files.isWritable(parent)
            || Files.exists(file) && !Files.isWritable(file)) {
            throw CliException.usage(option + " " + file + ": cannot write there. Name a file in a "
                + "folder that exists.");
        }
    }

    /** Writes the result wherever it was asked for; as text to {@code err} if {@code out} has no text. */
    public void write(final Report report, final PrintWriter out, final PrintWriter err) {
        if (output != null) {
            save(report, format, output, err);
        } else {
            out.print(report.in(format));
            out.flush();
        }
        if (output != null || format != Format.TEXT) {
            err.print(report.text());
        }
        save(report, Format.JSON, json, err);
        save(report, Format.CSV, csv, err);
        save(report, Format.SVG, svg, err);
        err.flush();
    }

    private static void save(final Report report, final Format format, final Path file, final PrintWriter err) {
        if (file == null) {
            return;
        }
        try {
            WholeFile.write(file, report.in(format));
        } catch (final IOException e) {
            throw CliException.failed("GMT-363", "the " + format.name().toLowerCase(Locale.ROOT)
                + " cannot be written to " + file + " (" + e.getMessage() + "). Repeat with another file; "
                + "the result is the same with the same seed.", e);
        }
        err.println("saved " + file);
    }
}
