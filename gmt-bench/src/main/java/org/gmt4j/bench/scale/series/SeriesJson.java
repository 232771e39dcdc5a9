package org.gmt4j.bench.scale.series;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.bench.scale.series.SeriesHeader.SettingLine;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;
import org.gmt4j.bench.scale.statistics.MedianRatio;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.result.ConfidenceInterval;
import org.gmt4j.cli.result.JsonValues;
import org.gmt4j.cli.result.SampleStatistics;

/**
 * A series as a JSON file: every sample, where it was taken, and a summary that follows from them and is not read
 * again. Of a series with a wrong result neither rates nor results are written. Stateless; set-up.
 */
public final class SeriesJson {
    /** The mark of a file that holds a series. */
    static final String FORMAT = "gmt-scaling-series";
    /** Files of later versions are refused. */
    static final int VERSION = 1;

    private SeriesJson() {
    }

    /**
     * Writes the file so that whoever reads it, or continues after a crash, finds the old or the new one, never half of
     * one.
     *
     * @throws CliException GMT-623 when it cannot be written
     */
    public static void write(final Series series, final Path file) {
        write(SeriesRates.of(series), file);
    }

    /** The same, with rates that are known already. */
    public static void write(final SeriesRates rates, final Path file) {
        final Path target = file.toAbsolutePath();
        final Path draft = target.resolveSibling("." + target.getFileName() + "."
            + ProcessHandle.current().pid() + ".new");
        try {
            Files.writeString(draft, text(rates), StandardCharsets.UTF_8);
            try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            move(draft, target);
        } catch (final IOException e) {
            throw CliException.failed("GMT-623",
                "the series cannot be written to " + file + ": " + e + ". Check the free space and the permissions.",
                e);
        } finally {
            discard(draft);
        }
    }

    private static void move(final Path draft, final Path target) throws IOException {
        try {
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (final AtomicMoveNotSupportedException e) {
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void discard(final Path draft) {
        try {
            Files.deleteIfExists(draft);
        } catch (final IOException e) {
            // a hidden file remains; the series has been written, or the failure reported
        }
    }

    /** @throws CliException GMT-620 to GMT-622, see {@link SeriesReader} */
    public static Series read(final Path file) {
        return SeriesReader.read(file);
    }

    /** The file's text. */
    public static String text(final Series series) {
        return text(SeriesRates.of(series));
    }

    private static String text(final SeriesRates rates) {
        final Series series = rates.series();
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = JsonFactory.builder().configure(StreamWriteFeature.AUTO_CLOSE_TARGET, false)
            .build().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("format", FORMAT);
            json.writeNumberField("version", VERSION);
            header(json, series.header());
            json.writeBooleanField("wrong", series.isWrong());
            json.writeArrayFieldStart("points");
            for (final SeriesPoint point : series.points()) {
                point(json, point, rates);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }

    private static void header(final JsonGenerator json, final SeriesHeader header) throws IOException {
        json.writeStringField("app", header.app());
        json.writeBooleanField("benchmark", header.isBenchmark());
        json.writeStringField("kind", header.kind().name().toLowerCase(Locale.ROOT));
        json.writeStringField("preset", header.preset());
        field(json, "commandLine", header.commandLine());
        json.writeNumberField("trials", header.trials());
        json.writeNumberField("seed", header.seed());
        json.writeNumberField("cores", header.cores());
        json.writeStringField("startedAt", header.startedAt());
        field(json, "environment", header.environment());
        json.writeArrayFieldStart("settings");
        for (final SettingLine line : header.settings()) {
            json.writeStartObject();
            json.writeStringField("key", line.key());
            json.writeStringField("value", line.value());
            json.writeStringField("unit", line.unit());
            json.writeStringField("origin", line.origin());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void point(final JsonGenerator json, final SeriesPoint point, final SeriesRates rates)
        throws IOException {
        json.writeStartObject();
        json.writeNumberField("nodes", point.nodes());
        json.writeNumberField("threads", point.threads());
        field(json, "swept", point.swept());
        field(json, "arguments", point.arguments());
        json.writeArrayFieldStart("summary");
        for (final RateRow row : rates.rows(point)) {
            JsonValues.write(json, summary(row));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("trials");
        for (final SeriesTrial trial : point.trials()) {
            trial(json, trial, !rates.series().isWrong());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void trial(final JsonGenerator json, final SeriesTrial trial, final boolean withRates)
        throws IOException {
        json.writeStartObject();
        json.writeNumberField("number", trial.number());
        json.writeNumberField("seed", trial.seed());
        json.writeStringField("outcome", trial.outcome().name().toLowerCase(Locale.ROOT));
        json.writeStringField("reason", trial.reason());
        json.writeNumberField("seconds", trial.seconds());
        json.writeArrayFieldStart("rates");
        if (withRates) {
            for (final Rate rate : trial.rates()) {
                json.writeStartObject();
                json.writeStringField("name", rate.name());
                json.writeStringField("unit", rate.unit());
                json.writeFieldName("samples");
                json.writeArray(rate.samples(), 0, rate.samples().length);         // every digit: these are read again
                json.writeEndObject();
            }
        }
        json.writeEndArray();
        field(json, "result", withRates ? trial.result() : Map.of());
        json.writeEndObject();
    }

    private static Map<String, Object> summary(final RateRow row) {
        final SampleStatistics statistics = row.statistics();
        final Map<String, Object> all = new LinkedHashMap<>();
        all.put("name", row.name());
        all.put("unit", row.unit());
        all.put("count", statistics.count());
        all.put("launches", row.samples().launches().size());
        all.put("min", statistics.min());
        all.put("firstQuartile", statistics.firstQuartile());
        all.put("median", row.median());
        all.put("medianOfSamples", statistics.median());
        all.put("thirdQuartile", statistics.thirdQuartile());
        all.put("max", statistics.max());
        all.put("harmonicMean", statistics.harmonicMean());
        all.put("spread", statistics.spread());
        interval(all, "confidence", row.interval());
        all.put("perNode", row.perNode());
        all.put("efficiency", row.efficiency().orElse(null));
        interval(all, "efficiencyConfidence", row.efficiencyInterval());
        all.put("exceedsCores", row.exceedsCores());
        row.toFirst().ifPresent(ratio -> all.put(row.exceedsCores() ? "shareOfRate" : "speedUp", ratio.ratio()));
        row.toFirstSwept().ifPresent(ratio -> all.put("toFirstSwept", ratio.ratio()));
        row.toFirstSwept().flatMap(MedianRatio::interval)
            .ifPresent(interval -> interval(all, "toFirstSweptConfidence", Optional.of(interval)));
        row.ofOneThread().ifPresent(ratio -> all.put("ofOneThread", ratio));
        return all;
    }

    private static void interval(final Map<String, Object> all, final String key,
                                 final Optional<ConfidenceInterval> interval) {
        all.put(key, interval.map(found -> {
            final Map<String, Object> values = new LinkedHashMap<>();
            values.put("low", found.low());
            values.put("high", found.high());
            values.put("coverage", found.coverage());
            return values;
        }).orElse(null));
    }

    private static void field(final JsonGenerator json, final String key, final Object value) throws IOException {
        json.writeFieldName(key);
        JsonValues.write(json, value);
    }
}
