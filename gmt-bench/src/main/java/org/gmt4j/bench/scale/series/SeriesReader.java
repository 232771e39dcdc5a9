package org.gmt4j.bench.scale.series;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.gmt4j.bench.job.JsonMaps;
import org.gmt4j.bench.scale.series.SeriesHeader.SettingLine;
import org.gmt4j.bench.scale.series.SeriesTrial.Outcome;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;
import org.gmt4j.cli.CliException;

/**
 * Reads the file of a series. Whatever is wrong with it is said with the file, the place inside and the remedy: GMT-620
 * for a file that cannot be read, GMT-621 for one that is no series or only part of one, GMT-622 for one of a later
 * version. Stateless; set-up.
 */
final class SeriesReader {
    private SeriesReader() {
    }

    /** A value is missing or not of its kind. */
    private static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Malformed(final String message) {
            super(message, null, false, false);
        }
    }

    static Series read(final Path file) {
        final String text;
        try {
            text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw CliException.failed("GMT-620",
                "the series " + file + " cannot be read: " + e + ". Correct the path or the permission.", e);
        }
        try {
            return series(file, JsonMaps.read(text));
        } catch (final IOException e) {
            throw broken(file, "it is no JSON object, or ends too early: " + e.getMessage().lines().findFirst()
                .orElse(""), e);
        } catch (final Malformed e) {
            throw broken(file, e.getMessage(), e);
        }
    }

    private static CliException broken(final Path file, final String why, final Exception cause) {
        return CliException.failed("GMT-621", file + " is no scaling series: " + why
            + ". Name a series.json, as 'gmt scale' writes it to the folder of its report; one cut short cannot be"
            + " continued.", cause);
    }

    private static Series series(final Path file, final Map<String, Object> map) {
        if (!SeriesJson.FORMAT.equals(map.get("format"))) {
            throw new Malformed("'format' should be \"" + SeriesJson.FORMAT + "\", found " + map.get("format"));
        }
        final long version = whole(map, "version");
        if (version > SeriesJson.VERSION) {
            throw CliException.failed("GMT-622", file + " was written by a later gmt: it has version "
                + version + ", this gmt reads up to " + SeriesJson.VERSION + ". Read it with the gmt that wrote it, "
                + "or a later one.", null);
        }
        return new Series(header(map), each(map, "points", SeriesReader::point));
    }

    private static SeriesHeader header(final Map<String, Object> map) {
        return new SeriesHeader(text(map, "app"), truth(map, "benchmark"), choice(ScalingKind.class, map, "kind"),
            text(map, "preset"), texts(map,
            "commandLine"), (int) whole(map, "trials"), whole(map, "seed"), (int) whole(map, "cores"),
            text(map, "startedAt"), object(map,
            "environment"), each(map, "settings", line -> new SettingLine(text(line, "key"), text(line, "value"),
                text(line, "unit"), text(line,
            "origin"))));
    }

    private static SeriesPoint point(final Map<String, Object> map) {
        final Map<String, String> swept = new LinkedHashMap<>();
        object(map, "swept").forEach((key, value) -> swept.put(key, String.valueOf(value)));
        final long nodes = whole(map, "nodes");
        if (nodes < 1) {
            throw new Malformed("a point has " + nodes + " nodes");
        }
        return new SeriesPoint((int) nodes, (int) whole(map, "threads"), swept, texts(map, "arguments"),
            each(map, "trials", SeriesReader::trial));
    }

    private static SeriesTrial trial(final Map<String, Object> map) {
        return new SeriesTrial((int) whole(map, "number"), whole(map, "seed"), choice(Outcome.class, map, "outcome"),
            text(map, "reason"), number(map.get("seconds"), "seconds"), each(map, "rates", SeriesReader::rate),
            object(map, "result"));
    }

    private static Rate rate(final Map<String, Object> map) {
        final List<Object> values = list(map, "samples");
        if (values.isEmpty()) {
            throw new Malformed("the rate " + map.get("name") + " has no samples");
        }
        return new Rate(text(map, "name"), text(map, "unit"),
            values.stream().mapToDouble(value -> number(value, "samples")).toArray());
    }

    private static <T> List<T> each(final Map<String, Object> map, final String key,
                                    final Function<Map<String, Object>, T> read) {
        final List<T> all = new ArrayList<>();
        for (final Object item : list(map, key)) {
            all.add(read.apply(asObject(item, key)));
        }
        return all;
    }

    private static double number(final Object value, final String key) {
        return expect(Number.class, value, key, "a number").doubleValue();
    }

    private static long whole(final Map<String, Object> map, final String key) {
        return expect(Long.class, map.get(key), key, "a whole number");
    }

    private static String text(final Map<String, Object> map, final String key) {
        return expect(String.class, map.get(key), key, "a text");
    }

    private static boolean truth(final Map<String, Object> map, final String key) {
        return expect(Boolean.class, map.get(key), key, "true or false");
    }

    private static List<String> texts(final Map<String, Object> map, final String key) {
        return list(map, key).stream().map(item -> expect(String.class, item, key, "a text")).toList();
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(final Map<String, Object> map, final String key) {
        return expect(List.class, map.get(key), key, "a list");
    }

    private static Map<String, Object> object(final Map<String, Object> map, final String key) {
        return asObject(map.get(key), key);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> asObject(final Object value, final String key) {
        return expect(Map.class, value, key, "an object");
    }

    private static <E extends Enum<E>> E choice(final Class<E> kinds, final Map<String, Object> map, final String key) {
        final String word = text(map, key);
        for (final E kind : kinds.getEnumConstants()) {
            if (kind.name().equals(word.toUpperCase(Locale.ROOT))) {
                return kind;
            }
        }
        throw new Malformed("'" + key + "' is " + word);
    }

    private static <T> T expect(final Class<T> kind, final Object value, final String key, final String what) {
        if (!kind.isInstance(value)) {
            throw new Malformed("'" + key + "' should be " + what + ", found " + (value == null ? "nothing" : value));
        }
        return kind.cast(value);
    }
}
