package org.gmt4j.bench.scale.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gmt4j.bench.job.JsonMaps;
import org.gmt4j.bench.scale.series.SeriesTrial.Outcome;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesJsonTest {
    @TempDir
    private Path folder;

    private Path file(final String text) throws IOException {
        return Files.writeString(folder.resolve("series.json"), text);
    }

    private static String refusal(final Path file) {
        return assertThrows(CliException.class, () -> SeriesJson.read(file)).getMessage();
    }

    @Test
    void shouldReadWhatItHasWritten() {
        final Series series = new SeriesFixture().preset("gmt-weak").point(1, 3, "gmt.fibers", "16",
            "a b", "\"<&\u00e9\u20ac")
            .result(Map.of("nested", List.of(1L, Map.of("x", 0.5)))).ok(1.0 / 3, 1e-9, 12345678.901234567)
            .lost("line 1\nline 2").build();
        final Path file = folder.resolve("s.json");
        SeriesJson.write(series, file);
        final Series read = SeriesJson.read(file);
        assertEquals(series.header(), read.header());
        final SeriesPoint point = read.points().get(0);
        assertEquals(series.points().get(0).swept(), point.swept());
        assertEquals(List.copyOf(series.points().get(0).swept().keySet()),
            List.copyOf(point.swept().keySet()), "in order");
        assertEquals(3, point.threads());
        final SeriesTrial trial = point.trials().get(0);
        assertArrayEquals(new double[] {1.0 / 3, 1e-9, 12345678.901234567}, trial.rates().get(0).samples(),
            "every digit");
        assertEquals(series.points().get(0).trials().get(0).result(), trial.result());
        assertEquals(series.points().get(0).trials().get(1), point.trials().get(1));
        assertEquals(SeriesJson.text(series), SeriesJson.text(read));
    }

    @Test
    void shouldReplaceTheFileAndLeaveNoOther() throws IOException {
        final Path file = file("old");
        SeriesJson.write(SeriesFixture.weak(), file);
        assertEquals(SeriesJson.text(SeriesFixture.weak()), Files.readString(file));
        try (var files = Files.list(folder)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    @Test
    void shouldSayWhereItCannotWrite() {
        final Path nowhere = folder.resolve("no/such/folder/s.json");
        assertTrue(assertThrows(CliException.class, () -> SeriesJson.write(SeriesFixture.weak(), nowhere))
            .getMessage().startsWith("GMT-623 "));
    }

    /**
     * 2 nodes: 18, 19, 17, 18, 18, 20, 18, 16 and 1 node: 10, 11, 9, 10, 10, 12, 10, 8: medians 18 and 10, so 18 / 10 *
     * 1 / 2 = 0.9.
     */
    @Test
    void shouldSummariseEachPoint() throws IOException {
        final Map<String, Object> map = JsonMaps.read(SeriesJson.text(SeriesFixture.weak()));
        final Map<?, ?> summary = (Map<?, ?>) ((List<?>) ((Map<?, ?>) ((List<?>) map.get("points")).get(1))
            .get("summary")).get(0);
        assertEquals("bfs", summary.get("name"));
        assertEquals(18, ((Number) summary.get("median")).doubleValue());
        assertEquals(8L, summary.get("count"));
        assertEquals(9, ((Number) summary.get("perNode")).doubleValue());
        assertEquals(0.9, ((Number) summary.get("efficiency")).doubleValue());
        assertEquals(1.8, ((Number) summary.get("speedUp")).doubleValue());
        assertEquals(1.494, ((Number) summary.get("ofOneThread")).doubleValue(), 1e-3,
            "harmonic means of the launches of 18, of 12");
        final Map<?, ?> beyond = (Map<?, ?>) ((List<?>) ((Map<?, ?>) ((List<?>) map.get("points")).get(2))
            .get("summary")).get(0);
        assertFalse(beyond.containsKey("speedUp"), "four nodes, two cores");
        assertEquals(1.6, ((Number) beyond.get("shareOfRate")).doubleValue());
    }

    @Test
    void shouldHoldNoRateOfAWrongSeries() {
        final Series series = new SeriesFixture().result(Map.of("mteps", 4711.0)).point(1).ok(4711).point(2)
            .ok(4711).wrong("tree is wrong").build();
        final Path file = folder.resolve("s.json");
        SeriesJson.write(series, file);
        assertFalse(SeriesJson.text(series).contains("4711"), SeriesJson.text(series));
        final Series read = SeriesJson.read(file);
        assertTrue(read.isWrong());
        assertEquals(Outcome.WRONG, read.points().get(1).trials().get(1).outcome());
        assertEquals("tree is wrong", read.points().get(1).trials().get(1).reason());
    }

    @Test
    void shouldNameFilesThatCannotBeRead() {
        assertTrue(refusal(folder.resolve("none.json")).startsWith("GMT-620 "));
        assertTrue(refusal(folder).startsWith("GMT-620 "));
    }

    @Test
    void shouldRefuseWhatIsNoSeries() throws IOException {
        for (final String text : List.of("", "hello", "[]", "{}", "{\"format\": \"other\"}",
            "{\"app\": \"bfs\", \"trials\": []}", "\0\0\0")) {
            final String message = refusal(file(text));
            assertTrue(message.startsWith("GMT-621 ") && message.contains("series.json"), message);
        }
    }

    @Test
    void shouldRefuseLaterVersions() throws IOException {
        final String message =
            refusal(file(SeriesJson.text(SeriesFixture.weak()).replace("\"version\" : 1", "\"version\" : 2")));
        assertTrue(message.startsWith("GMT-622 ") && message.contains("version 2"), message);
    }

    /** Wherever it is cut: never an exception of another kind, never half a series. */
    @Test
    void shouldRefuseEveryTruncation() throws IOException {
        final String text = SeriesJson.text(SeriesFixture.weak()).stripTrailing();
        for (int length = 0; length < text.length(); length += 7) {
            final String message = refusal(file(text.substring(0, length)));
            assertTrue(message.startsWith("GMT-621 "), message);
        }
    }

    @Test
    void shouldNameTheFieldThatIsWrong() throws IOException {
        final String text = SeriesJson.text(SeriesFixture.weak());
        for (final List<String> change : List.of(List.of("\"kind\" : \"weak\"", "\"kind\" : \"odd\"", "kind"),
            List.of("\"cores\" : 2", "\"cores\" : 2.5",
            "cores"), List.of("\"samples\" : [ 10.0,", "\"samples\" : [ \"NaN\",", "samples"),
            List.of("\"points\"", "\"point\"", "points"), List.of(
            "\"nodes\" : 4", "\"nodes\" : 0", "0 nodes"),
            List.of("\"outcome\" : \"lost\"", "\"outcome\" : null", "outcome"))) {
            assertTrue(text.contains(change.get(0)), change.get(0) + "\n" + text);
            final String message = refusal(file(text.replace(change.get(0), change.get(1))));
            assertTrue(message.startsWith("GMT-621 ") && message.contains(change.get(2)), message);
        }
    }
}
