package org.gmt4j.bench.scale.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.gmt4j.bench.scale.statistics.LaunchSamples;
import org.gmt4j.bench.scale.statistics.MedianRatio;
import org.junit.jupiter.api.Test;

/**
 * What docs/experiments/gmt.md quotes follows from the samples beside it, by the code that makes reports: the medians
 * of launches of decision 0011.
 */
final class PublishedSeriesTest {
    private static final Path FOLDER = Path.of("..", "docs", "experiments");
    private static final List<String> SERIES = List.of("weak", "weak-lists", "strong", "aggregation",
        "fibers", "blocks", "timeouts", "chunk");

    /** One row of the samples. */
    private record Sample(String commit, int nodes, String point, long seed, String trial, double value) {
    }

    private static List<Sample> samples(final String series) throws IOException {
        final List<String> lines = Files.readAllLines(FOLDER.resolve("gmt-" + series + ".csv"));
        final List<String> names = Arrays.asList(lines.get(0).split(","));
        final int swept = names.indexOf("cores") + 1;
        final List<Sample> samples = new ArrayList<>();
        for (final String line : lines.subList(1, lines.size())) {
            final String[] cells = line.split(",", -1);
            assertEquals(names.size(), cells.length, line);
            assertEquals("ok", cells[names.indexOf("outcome")], line);
            final String point = String.join(" ", Arrays.copyOfRange(cells, swept, names.indexOf("trial")));
            samples.add(new Sample(cells[names.indexOf("commit")], Integer.parseInt(cells[names.indexOf("nodes")]),
                point.isEmpty() ? cells[names.indexOf("nodes")] + " nodes" : point,
                Long.parseLong(cells[names.indexOf("seed")]), cells[names.indexOf("trial")],
                Double.parseDouble(cells[names.indexOf("value")])));
        }
        return samples;
    }

    private static LaunchSamples launches(final List<Sample> samples) {
        return new LaunchSamples(samples.stream()
            .collect(Collectors.groupingBy(Sample::trial, LinkedHashMap::new, Collectors.toList())).values()
            .stream().map(one -> new LaunchSamples.Launch(one.get(0).seed(),
                one.stream().mapToDouble(Sample::value).toArray())).toList());
    }

    /** The rows of the page's table of one series. */
    private static List<String> rows(final String series) throws IOException {
        final Map<String, List<Sample>> points = samples(series).stream()
            .collect(Collectors.groupingBy(Sample::point, LinkedHashMap::new, Collectors.toList()));
        final List<Sample> first = points.values().iterator().next();
        final List<String> rows = new ArrayList<>();
        for (final Map.Entry<String, List<Sample>> point : points.entrySet()) {
            final LaunchSamples launches = launches(point.getValue());
            final double share = (double) first.get(0).nodes() / point.getValue().get(0).nodes();
            final MedianRatio ratio = MedianRatio.of(launches, launches(first));
            rows.add(String.format(Locale.ROOT, "| [%s](gmt-%s.csv) | %s | %s | %d | %.1f | %s |", series,
                series, point.getValue().get(0).commit(), point.getKey(), launches.launches().size(),
                launches.median(), point.getValue() == first ? "1"
                    : ratio.interval().map(interval -> String.format(Locale.ROOT, "%.2f (%.2f to %.2f, %.0f %%)",
                        ratio.ratio() * share, interval.low() * share, interval.high() * share,
                        100 * interval.coverage())).orElseThrow()));
        }
        return rows;
    }

    @Test
    void shouldQuoteWhatFollowsFromTheSamples() throws IOException {
        final List<String> expected = new ArrayList<>();
        for (final String series : SERIES) {
            expected.addAll(rows(series));
        }
        final List<String> quoted = Files.readAllLines(FOLDER.resolve("gmt.md")).stream()
            .filter(line -> line.startsWith("| [")).toList();
        assertEquals(String.join("\n", expected), String.join("\n", quoted));
    }

    @Test
    void shouldNameOneCommitInEachFileOfSamples() throws IOException {
        for (final String series : SERIES) {
            assertEquals(1, samples(series).stream().map(Sample::commit).distinct().count());
            assertTrue(samples(series).get(0).commit().matches("[0-9a-f]{7,40}"));
        }
    }
}
