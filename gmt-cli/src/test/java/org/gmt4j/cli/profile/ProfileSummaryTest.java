package org.gmt4j.cli.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.cli.result.Traffic;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.profile.ProfileConfig;
import org.gmt4j.engine.profile.Stage;
import org.gmt4j.engine.publish.NodeReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileSummaryTest {
    private static final RunPlan PLAN = new RunPlan(2, false, RunConfig.Transport.IPC, RunConfig.Plan.COMBINED,
        1, 0, TopologyKind.FCG, 7);
    private static final ProfileConfig CONFIG = ProfileConfig.OFF.on();

    private static NodeReport report(final int node, final boolean isOneHost) {
        final Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("blocks", 10L);
        counters.put("blocks.idle", 2L);
        counters.put("blocks.full", 8L);
        counters.put("blocks.unsent", 5L);
        counters.put("buffers", 4L);
        counters.put("buffers.expired", 4L);
        counters.put("buffers.reply", 9L);
        counters.put("stalls.credit", 3L);
        counters.put("stalls.pool", 1L);
        final Map<String, long[]> tables = new LinkedHashMap<>();
        tables.put("messages.to", new long[] {node, 10 + node});
        tables.put("bytes.to", new long[] {1000L * node, 2_000_000});
        tables.put("profile.role.worker", new long[] {500, 250, 150, 100});
        tables.put("profile.role.helper", new long[] {200, 550, 150, 100});
        tables.put("profile.role.server", new long[] {50, 700, 150, 100});
        for (final Stage stage : Stage.values()) {
            tables.put("profile.stage." + stage.key(),
                stage == Stage.WAKE ? new long[0] : new long[] {1000L * (node + 1), 1});
        }
        tables.put("profile.stalls.credit", new long[] {0, 2_000_000});
        tables.put("profile.stalls.pool", new long[] {500_000, 0});
        tables.put("profile.waits", new long[] {0, 0, 4, 8000, 0, 0, 1, 5000, 0, 0, 0, 0});
        tables.put("profile.gc", new long[] {2, 30});
        tables.put("profile.one.host", new long[] {isOneHost ? 1 : 0});
        return new NodeReport(node, 1, 1, 1, counters, tables);
    }

    private static ProfileSummary summary(final boolean isOneHost) {
        return ProfileSummary.of(List.of(report(0, isOneHost), report(1, isOneHost)),
            new ProfileSummary.Recording(CONFIG, PLAN, Path.of("/there"), List.of(0, 1)));
    }

    /** Of a job joined by hand: the recordings of other hosts are there. */
    @Test
    void shouldNameTheRecordingsOfItsHostOnly() {
        final List<NodeReport> reports = List.of(at("a", 0), at("b", 1), at("a", 2));
        assertEquals(List.of("node-0.jfr", "node-2.jfr"),
            ProfileSummary.Recording.of(CONFIG, PLAN, Path.of("/there"), reports).files());
    }

    private static NodeReport at(final String host, final int node) {
        return new NodeReport(node, new NodeReport.Place(host, "0-1", 2, 1), 1, 1, 1, 1, Map.of(), Map.of());
    }

    @Test
    void shouldHaveSharesThatAddUpToOne() {
        final ProfileSummary summary = summary(true);
        assertEquals(6, summary.roles().size());
        for (final RoleShare share : summary.roles()) {
            assertEquals(1, share.running() + share.others() + share.waiting() + share.idle(), 1e-12);
        }
        assertEquals(0.5, summary.roles().get(0).running(), 1e-12);
        assertEquals("server", summary.roles().get(5).role());
    }

    @Test
    void shouldSumOverTheNodes() {
        final ProfileSummary summary = summary(true);
        assertEquals("{full=16, idle=4}", summary.flushes().blocks().toString());
        assertEquals("{expired=8}", summary.flushes().buffers().toString());
        assertEquals(2, summary.stages().get(Stage.WIRE).count());
        assertEquals(0, summary.stages().get(Stage.WAKE).count());
        assertEquals("[WaitFigures[kind=data, count=8, meanUs=2.0], WaitFigures[kind=tasks, count=2, meanUs=5.0]]",
            summary.waits().toString());
        assertEquals(new NodeFigures(1, 3, 2, 1, 1, 0.5, 2, 30), summary.nodes().get(1));
    }

    @Test
    void shouldTellAllOfItAsText() {
        final String text = ProfileText.of(summary(true));
        assertTrue(text.contains("    0 worker       50.0 %     25.0 %     15.0 %     10.0 %"), text);
        assertTrue(text.contains(" wire                             2       1.0       2.0       2.0"), text);
        assertTrue(text.contains(" wake of the task                 0         -         -"), text);
        assertTrue(text.contains(" blocks closed 20  full 80.0 %  idle 20.0 %"), text);
        assertTrue(text.contains("stalls on credit 3, 2.0 ms (most for node 1); on free blocks 1, 0.5 ms; "
            + "collections 2 in 30 ms"), text);
        assertTrue(text.contains("jfr summary /there/node-0.jfr"), text);
        assertFalse(text.contains("no common clock"), text);
        assertTrue(ProfileText.of(summary(false)).contains("no common clock"));
    }

    @Test
    void shouldTellNothingWhereNothingWasMeasured() {
        final ProfileSummary empty = ProfileSummary.of(List.of(new NodeReport(0, 1, 1, 1, Map.of())),
            new ProfileSummary.Recording(CONFIG, PLAN, Path.of("/there"), List.of(0)));
        assertTrue(empty.roles().isEmpty() && empty.traffic().isEmpty());
        assertFalse(ProfileText.of(empty).isEmpty());
    }

    @Test
    void shouldWriteJsonAndAPage(@TempDir final Path folder) throws IOException {
        final Path old = Files.writeString(folder.resolve("profile.json"), "old");
        final Path reader = Files.createLink(folder.resolve("reader"), old);
        ProfileFiles.write(folder, "<bfs>", "run bfs --set 'a<b'", summary(true));
        assertEquals("old", Files.readString(reader), "whole, for whoever has it open");
        final List<String> keys = new ArrayList<>();
        try (JsonParser json = new JsonFactory().createParser(folder.resolve("profile.json").toFile())) {
            int depth = 0;
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (token == JsonToken.FIELD_NAME && depth == 1) {
                    keys.add(json.currentName());
                }
            }
        }
        assertEquals("[app, commandLine, folder, files, sampling, oneClock, roles, stages, blocksClosed, "
            + "buffersSent, nodes, waits, traffic]",
            keys.toString());
        final String page = Files.readString(folder.resolve("profile.html"));
        assertTrue(page.contains("run bfs --set &#39;a&lt;b&#39;") && page.contains("node 0 to node 1: 2.0 MB"), page);
        assertFalse(page.contains("<bfs>") || page.contains("http-equiv") || page.contains("src="), page);
    }

    @Test
    void shouldBuildTheMatrixInTheOrderOfNodes() {
        final Traffic traffic = Traffic.of(List.of(report(1, true), report(0, true))).orElseThrow();
        assertEquals("{messages=[[0, 10], [1, 11]], bytes=[[0, 2000000], [1000, 2000000]]}",
            traffic.values().toString());
        assertTrue(Traffic.of(List.of()).isEmpty());
    }

    @Test
    void shouldTellClientsAndWhoAskedWhereAllNodesDo() {
        final NodeReport first = rows(0, new long[] {0, 3}, new long[] {0, 1});
        assertEquals("{messages=[[0, 5], [5, 0]], bytes=[[0, 50], [50, 0]], requests=[[0, 3], [0, 0]], "
            + "connections=[[0, 1], [2, 0]]}", Traffic.of(List.of(first, rows(1, new long[2], new long[] {2, 0})))
            .orElseThrow().values().toString());
        assertEquals("[messages, bytes, requests]", Traffic.of(List.of(first, rows(1, new long[2], new long[0])))
            .orElseThrow().values().keySet().toString());
    }

    private static NodeReport rows(final int node, final long[] requests, final long[] connections) {
        return new NodeReport(node, 1, 1, 1, Map.of(), Map.of("messages.to", new long[] {5L * node, 5 - 5L * node},
            "bytes.to", new long[] {50L * node, 50 - 50L * node}, "requests.to", requests, "connections.with",
            connections));
    }
}
