package org.gmt4j.bench.scale;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.gmt4j.bench.scale.report.SeriesCharts;
import org.gmt4j.bench.scale.report.SeriesCsv;
import org.gmt4j.bench.scale.report.SeriesPage;
import org.gmt4j.bench.scale.series.ScalingKind;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesJson;
import org.gmt4j.bench.scale.series.SeriesRates;
import org.gmt4j.cli.CliException;

/**
 * The folder of a series' results: data, table, plots and page, all written anew after every job. Each file
 * is whole at any time. One thread at a time.
 */
final class ReportFolder {
    private static final String JSON = "series.json";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private final Path folder;
    private final String shown;

    private ReportFolder(final Path folder, final String shown) {
        this.folder = folder;
        this.shown = shown;
    }

    /** {@code scale/bfs-weak-20261121-203015}. */
    static Path usual(final String app, final ScalingKind kind, final LocalDateTime now) {
        return Path.of("scale", app + "-" + kind.name().toLowerCase(Locale.ROOT) + "-" + TIME.format(now));
    }

    /**
     * A folder for a new series, made where it does not exist.
     *
     * @param working folder in which relative names begin
     * @throws CliException GMT-602 when there is a series already, or nothing can be written
     */
    static ReportFolder create(final Path working, final Path asked) {
        final Path folder = working.resolve(asked);
        if (Files.exists(folder.resolve(JSON))) {
            throw CliException.usage("GMT-602",
                "--report " + asked + ": there is a series in it, which is not overwritten. Go on with it by"
                + " --resume " + asked + ", or name another folder.");
        }
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, "probe", ".tmp"));
        } catch (final IOException e) {
            throw CliException.usage("GMT-602", "--report " + asked + ": cannot write there (" + e
                + "). Name another folder.");
        }
        return new ReportFolder(folder, asked.toString());
    }

    /**
     * The folder of a series that goes on.
     *
     * @throws CliException GMT-600 when there is none
     */
    static ReportFolder existing(final Path working, final Path asked) {
        final Path folder = working.resolve(asked);
        if (!Files.isRegularFile(folder.resolve(JSON))) {
            throw CliException.usage("GMT-600", "--resume " + asked + ": there is no series in it (" + JSON
                + "). Name the folder that the series printed.");
        }
        return new ReportFolder(folder, asked.toString());
    }

    Series read() {
        return SeriesJson.read(folder.resolve(JSON));
    }

    /** Before there is anything to report. */
    void save(final Series series) {
        SeriesJson.write(series, folder.resolve(JSON));
    }

    /**
     * After every job.
     *
     * @return why there is no PNG, where this Java platform cannot draw: the rest is there
     * @throws CliException GMT-623 when a file cannot be written
     */
    Optional<String> report(final Series series) {
        final SeriesRates rates = SeriesRates.of(series);
        SeriesJson.write(rates, folder.resolve(JSON));
        try {
            return show(series, rates);
        } catch (final IOException e) {
            throw CliException.failed("GMT-623", "the report of the series cannot be written to " + shown + ": " + e
                + ". All trials so far are in its " + JSON + ": make room, and go on with --resume " + shown + ".", e);
        }
    }

    private Optional<String> show(final Series series, final SeriesRates rates) throws IOException {
        replace("series.csv", SeriesCsv.of(series).getBytes(StandardCharsets.UTF_8));
        replace("series.svg", SeriesCharts.svg(rates).getBytes(StandardCharsets.UTF_8));
        replace("report.html", SeriesPage.of(rates).getBytes(StandardCharsets.UTF_8));
        try {
            replace("series.png", SeriesCharts.png(rates));
            return Optional.empty();
        } catch (final CliException e) {
            Files.deleteIfExists(folder.resolve("series.png"));      // it would show old results
            return Optional.of(e.getMessage());
        }
    }

    private void replace(final String name, final byte[] bytes) throws IOException {
        final Path draft = folder.resolve("." + name + ".new");
        try {
            Files.write(draft, bytes);
            Files.move(draft, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** As it was asked for. */
    @Override
    public String toString() {
        return shown;
    }
}
