package org.gmt4j.cli.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.publish.NodeReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people read of a result: quantities, facts in words, tables by content, and the sentence at the end. */
class ResultTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "seconds|0.296768377|297 ms", "seconds|0|0.000 s", "seconds|12.345|12.3 s", "seconds|125|2 min 5 s",
        "seconds|0.0000004|400 ns", "busyNs|1500000|1.50 ms",
        "total.us|2582|2.58 ms", "messageBytes|1536|1.50 KB", "bytes|17|17 bytes",
        "mEdgesPerSecond|0.22157879305670325|0.222 M edges/s",
        "corePercent|2.345|2.35 %", "storedEdges|97036|97,036", "ratio|0.61234|0.612",
        "baseline.topDown.mteps|101.5|102 MTEPS", "x|1e-5|1.0e-05"})
    void shouldRoundAndNameTheUnit(final String key, final String value, final String expected) {
        final Number number = value.contains(".") || value.contains("e") ? (Number) Double.valueOf(value)
            : Long.valueOf(value);
        assertEquals(expected, Quantity.of(key, number));
    }

    @ParameterizedTest
    @CsvSource({"warmUps,warm ups", "baseline.topDown.mteps,baseline top down", "tableElements,table elements",
        "seconds,seconds", "busyNs,busy", "edgeBufferBytes,edge buffer", "variant,variant", "cost,cost"})
    void shouldSpellKeysInWords(final String key, final String words) {
        assertEquals(words, Quantity.words(key));
    }

    @Test
    void shouldShowNestedFactsWithoutJavaNotation() {
        final Map<String, Object> construction = new LinkedHashMap<>();
        construction.put("seconds", 0.295768377);
        construction.put("mEdgesPerSecond", 0.22157879305670325);
        construction.put("storedEdges", 97036);
        construction.put("phases", new LinkedHashMap<>(Map.of("open", 0.109144249)));
        assertEquals(Optional.of(" construction: 296 ms, 0.222 M edges/s, stored edges 97,036, phases (open 109 ms)"),
            FactText.line("construction", construction));
        assertEquals(Optional.of(" verification: 364 ms, serial comparison"),
            FactText.line("verification", new TreeMap<>(Map.of("serialComparison", true, "seconds", 0.36362134))));
        assertEquals(Optional.empty(), FactText.line("rows", List.of(1, 2)));
    }

    @Test
    void shouldShowMapsWithoutOrderInOneOrder() {
        assertEquals(Optional.of(" m: a 1, b 2, c 3"), FactText.line("m", Map.of("c", 3, "a", 1, "b", 2)));
    }

    @Test
    void shouldLeaveOutEmptyColumnsAndAlignTheRest() throws IOException {
        final TextTable table = new TextTable().column("name", false).column("empty", true).column("n", true);
        table.row(List.of("a-long-name", "", "1"));
        table.row(List.of("b", "", "1,000"));
        final StringBuilder out = new StringBuilder();
        table.write(out);
        assertEquals(" name             n\n a-long-name      1\n b            1,000\n", out.toString());
        assertThrows(IllegalArgumentException.class, () -> table.row(List.of("x")));
    }

    private static RunResult.Builder run(final int nodes, final int cores) {
        return run(nodes, cores, 1);
    }

    private static RunResult.Builder run(final int nodes, final int cores, final int workers) {
        return RunResult.builder("app",
            new RunPlan(nodes, false, RunConfig.Transport.IPC, RunConfig.Plan.SHARED, workers, 0, TopologyKind.FCG, 1),
            new RunEnvironment("1", cores, "17", "Linux", "4 KB", "4 KB", "abc"));
    }

    private static NodeReport report(final int node, final Object... counters) {
        final Map<String, Long> values = new TreeMap<>();
        for (int i = 0; i < counters.length; i += 2) {
            values.put((String) counters[i], ((Number) counters[i + 1]).longValue());
        }
        return new NodeReport(node, 1, 1, 1, values);
    }

    @Test
    void shouldSayWhatHeldTheRunUp() {
        final RunResult.Builder one = run(2, 2).verified(true).trial(Trial.of(0.5).edges(1_000_000));
        assertEquals("verified (1 trial): 2.00 MTEPS in the harmonic mean",
            new Judgement(one.build(List.of())).sentence());
        assertTrue(sentence(one, report(0, "buffers", 1000, "buffers.idle", 800))
            .endsWith("80 % of the buffers left before they were full "
            + "because a node had nothing else to run"));
        assertTrue(sentence(one, report(0, "blocks", 1000, "stalls.credit", 400))
            .endsWith("limited by credits: 400 stalls for 1,000 blocks"));
        assertTrue(sentence(one, report(0, "busy.ns", 30), report(1, "busy.ns", 10))
            .endsWith("uneven nodes: the busiest worked 1.50 times the mean"));
        assertFalse(sentence(one, report(0, "buffers", 1000, "buffers.idle", 300, "busy.ns", 10),
            report(1, "busy.ns", 10)).contains("limited"));
        assertTrue(sentence(run(3, 2).verified(true))
            .endsWith("limited by the cores: 2 for 3 nodes, so these are functional numbers"));
        assertTrue(sentence(run(1, 2, 500).verified(true))
            .endsWith("limited by the cores: 2 for 500 threads of each node, which take turns"));
    }

    /** Nodes that were joined by hand take all cores of their hosts. */
    @Test
    void shouldCompareTheNodesOfEachHostWithItsCores() {
        final RunResult.Builder two = run(2, 8, 8).verified(true);
        assertEquals("verified; limited by credits: 400 stalls for 1,000 blocks", sentence(two,
            at("a", 8, 8, report(0, "blocks", 1000, "stalls.credit", 400)), at("b", 8, 8, report(1))));
        assertEquals("verified; limited by the cores: 8 for 8 threads of each node, which take turns",
            sentence(two, at("a", 8, 8, report(0)), at("a", 8, 8, report(1))));
        assertEquals("verified; limited by the cores: 1 for 2 nodes, so these are functional numbers",
            sentence(run(3, 8).verified(true), at("a", 8, 1, report(0)), at("b", 1, 1, report(1)),
                at("b", 1, 1, report(2))));
        assertEquals("verified; limited by credits: 400 stalls for 1,000 blocks", sentence(two,
            at(new NodeReport.Place("a", "0-7", 8, 8), report(0, "blocks", 1000, "stalls.credit", 400)),
            at(new NodeReport.Place("a", "8-15", 8, 8), report(1))), "bound to cores of their own");
        assertEquals(List.of(), two.advised().build(List.of(at("a", 8, 8, report(0)), at("b", 8, 8, report(1))))
            .advice().orElseThrow().stream().map(Advice::rule).toList());
    }

    private static NodeReport at(final String host, final int cores, final int threads, final NodeReport report) {
        return at(new NodeReport.Place(host, "0-" + (cores - 1), cores, threads), report);
    }

    private static NodeReport at(final NodeReport.Place place, final NodeReport report) {
        return new NodeReport(report.nodeId(), place, 1, 1, 1, 1,
            report.counters(), Map.of());
    }

    private static String sentence(final RunResult.Builder run, final NodeReport... reports) {
        return new Judgement(run.build(List.of(reports))).sentence();
    }

    @Test
    void shouldSayThatTheNodesWereYoung() {
        final RunResult.Builder run = run(2, 2).verified(true);
        IntStream.range(0, 16).forEach(i -> run.trial(Trial.of(i < 8 ? 0.3 : 0.1)));
        assertEquals("verified (16 trials): 200 ms in the median; young JVMs: the last trials took 0.33 "
            + "of the time of the first, so more warm-up shows more",
            new Judgement(run.build(List.of())).sentence());
    }

    @Test
    void shouldShowNothingButTheVerdictWhereTheResultIsWrong() {
        final RunResult.Builder run = run(2, 2).verified(false).trial(Trial.of(0.5).edges(1_000_000));
        assertEquals("VERIFICATION FAILED: no rates are shown", new Judgement(run.build(List.of())).sentence());
    }
}
