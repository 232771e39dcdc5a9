package org.gmt4j.cli.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.publish.NodeReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResultWriterTest {

    private static final RunPlan PLAN = new RunPlan(2, false, RunConfig.Transport.IPC, RunConfig.Plan.COMBINED, 1, 0,
        TopologyKind.FCG, 7);
    private static final RunEnvironment MACHINE = new RunEnvironment("1.0", 2, "17.0.15", "Linux 6.1 amd64", "2 MB",
        "4 KB", "abc123");
    private static final List<NodeReport> REPORTS = List.of(
        new NodeReport(0, 100L << 20, 120L << 20, 8L << 20, 4L << 20,
            new TreeMap<>(Map.of("blocks", 10L, "commands", 1000L)), Map.of()),
        new NodeReport(1, 90L << 20, 8L << 20, 4L << 20, new TreeMap<>(Map.of("blocks", 20L, "commands", 3000L))));

    private static RunResult.Builder bfs() {
        return RunResult.builder("bfs", PLAN, MACHINE).graph("kron-16", 65_536, 1_048_576)
            .trial(Trial.of(0.05).edges(1_000_000).reached(46_000).levels(6).with("source", 17))
            .trial(Trial.of(0.04).edges(1_000_000).reached(46_000).levels(7).with("source", 4))
            .with("variant", "visit");
    }

    private static RunResult gups() {
        return RunResult.builder("gups", PLAN, MACHINE).verified(true)
            .result(BenchResult.of("ceiling").param("elements", 16_777_216).mops(80, 100, 90))
            .result(BenchResult.of("add-nb").param("elements", 16_777_216).mops(60, 72, 66).ceilingShare(0.7333333333))
            .result(BenchResult.of("get").param("bytes", 8).mops(5).mbPerSecond(40).microseconds(3.25, 9.5))
            .note("a \"note\"").build(REPORTS);
    }

    @Test
    void shouldWriteValuesOfAProgramAsColumns() throws IOException {
        final String csv = write(RunResult.builder("Hits", PLAN, MACHINE).trial(Trial.of(0.5))
            .result(BenchResult.of("hits").rate("hits/s", 1, 2, 3))
            .section("values", Map.of("components", 3, "parts", List.of(1, 2)), "").build(List.of()),
            ResultWriter.Format.CSV);
        final List<String> lines = csv.lines().toList();
        final List<String> columns = List.of(lines.get(0).split(","));
        final List<String> cells = List.of(lines.get(1).split(",", -1));
        assertEquals("3", cells.get(columns.indexOf("values.components")), csv);
        assertEquals(0.5, Double.parseDouble(cells.get(columns.indexOf("seconds.median"))), csv);
        assertFalse(csv.contains("values.parts"), csv);
    }

    private static String write(final RunResult result, final ResultWriter.Format format) throws IOException {
        final StringBuilder out = new StringBuilder();
        ResultWriter.of(format).write(result, out);
        return out.toString();
    }

    private static void assertGolden(final String file, final String actual) throws IOException {
        if (Boolean.getBoolean("write.golden")) {
            Files.writeString(Path.of("src/test/resources/org/gmt4j/cli/result", file), actual);
            return;
        }
        try (InputStream expected = ResultWriterTest.class.getResourceAsStream(file)) {
            assertEquals(expected == null ? "(no " + file + ")"
                : new String(expected.readAllBytes(), StandardCharsets.UTF_8),
                actual);
        }
    }

    @ParameterizedTest
    @EnumSource(ResultWriter.Format.class)
    void shouldWriteGoldenApplicationResult(final ResultWriter.Format format) throws IOException {
        assertGolden("bfs." + format.name().toLowerCase(java.util.Locale.ROOT),
            write(bfs().verified(true).verified(true).build(REPORTS), format));
    }

    @ParameterizedTest
    @EnumSource(ResultWriter.Format.class)
    void shouldWriteGoldenBenchmarkResult(final ResultWriter.Format format) throws IOException {
        assertGolden("gups." + format.name().toLowerCase(java.util.Locale.ROOT), write(gups(), format));
    }

    @ParameterizedTest
    @EnumSource(ResultWriter.Format.class)
    void shouldShowNoRateWhenVerificationFailed(final ResultWriter.Format format) throws IOException {
        final String text = write(bfs().result(BenchResult.of("add").mops(77.77)).verified(true).verified(false)
            .verified(true).build(REPORTS), format);
        assertFalse(text.toLowerCase(java.util.Locale.ROOT).contains("mteps"), text);
        assertFalse(text.contains("mops") || text.contains("77.7") || text.contains("77.8"), text);
    }

    @ParameterizedTest
    @EnumSource(ResultWriter.Format.class)
    void shouldShowFactsOfAWrongResultButTheirRates(final ResultWriter.Format format) throws IOException {
        final Map<String, Object> construction = Map.of("mEdgesPerSecond", 55.5, "storedEdges", 8101);
        final RunResult.Builder result = bfs().with("construction", construction).with("baseline.mteps", 66.6)
            .with("warmUps", 7102);
        final String right = write(result.verified(true).build(REPORTS), format);
        assertTrue(right.contains("66.6"), right);
        final String wrong = write(result.verified(false).build(REPORTS), format);
        assertFalse(wrong.contains("66.6") || wrong.contains("55.5"), wrong);
        assertTrue(wrong.replace(",102", "102").contains("7102"), wrong);
        if (format != ResultWriter.Format.CSV) {
            assertTrue(right.contains("55.5") && wrong.replace(",101", "101").contains("8101"), wrong);
        }
    }

    /** Readers of JSON take one of two equal keys, and not all of them the same one. */
    @Test
    void shouldHaveEachKeyOnce() throws IOException {
        final String json = write(bfs().result(BenchResult.of("add").mops(77)).advised().note("a note")
            .section("profile", Map.of(), "").build(REPORTS), ResultWriter.Format.JSON);
        int keys = 0;
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME && parser.getParsingContext().getParent().inRoot()) {
                    final String key = parser.currentName();
                    keys++;
                    if (!key.equals("variant")) {
                        assertThrows(IllegalArgumentException.class, () -> bfs().with(key, 1), key);
                    }
                }
            }
        }
        assertTrue(keys > 20, json);
    }

    @Test
    void shouldSayWhatHasNotSettled() throws IOException {
        final RunResult result = RunResult.builder("gups", PLAN, MACHINE).verified(true)
            .result(BenchResult.of("add-nb").param("bytes", 8).mops(80).settled("too short"))
            .result(BenchResult.of("add").mops(80).settled("")).result(BenchResult.of("get").mops(80)).build(REPORTS);
        assertTrue(write(result, ResultWriter.Format.TEXT).contains("\n not settled: add-nb bytes=8: too short\n"),
            write(result, ResultWriter.Format.TEXT));
        final String json = write(result, ResultWriter.Format.JSON).replaceAll("\\s+", "");
        assertTrue(json.contains("\"settled\":false,\"unsettled\":\"tooshort\"") && json.contains("\"settled\":true")
            && json.split("\"settled\"").length == 3, json);
        assertTrue(write(result, ResultWriter.Format.CSV).lines().findFirst().orElseThrow().endsWith(",settled"));
    }

    @Test
    void shouldSayInOneLineThatManyRowsHaveNotSettled() throws IOException {
        final RunResult.Builder result = RunResult.builder("gups", PLAN, MACHINE).verified(true);
        for (int bytes = 1; bytes < 6; bytes++) {
            result.result(BenchResult.of("put").param("bytes", bytes).mops(80).settled(bytes < 5 ? "too short" : ""));
        }
        result.result(BenchResult.of("put").param("bytes", 6).mops(80).settled("one trial"));
        final String text = write(result.build(REPORTS), ResultWriter.Format.TEXT);
        assertTrue(text.contains("\n not settled: put, 4 of 6 rows: too short\n not settled: put bytes=6: one trial\n"),
            text);
    }

    @Test
    void shouldSayNullWhenVerificationWasSkipped() throws IOException {
        assertTrue(write(bfs().build(REPORTS), ResultWriter.Format.JSON).contains("\"verified\": null"));
        assertTrue(write(bfs().build(REPORTS), ResultWriter.Format.TEXT).contains("not verified"));
    }

    @Test
    void shouldKeepReportThroughEncoding() {
        REPORTS.forEach(report -> assertEquals(report, NodeReport.decode(report.encode())));
        final NodeReport withTable = new NodeReport(1, 2, 3, 4, Map.of(),
            Map.of("bytes.to", new long[] {0, Long.MAX_VALUE, 7}));
        assertArrayEquals(new long[] {0, Long.MAX_VALUE, 7}, NodeReport.decode(withTable.encode()).tables()
            .get("bytes.to"));
    }
}
