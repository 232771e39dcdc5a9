package org.gmt4j.cli.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.node.SettingRecords;
import org.gmt4j.engine.publish.NodeReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules of advice, from made-up counters. */
class AdviceTest {
    private static final long BIG = 100L << 20;

    /** A run of two nodes on two cores that nothing can be said about, to be changed. */
    private static final class Run {
        private int nodes = 2;
        private int cores = 2;
        private int workers = 1;
        private String pages = "2 MB";
        private String windowPages = "2 MB";
        private RunConfig.Plan plan = RunConfig.Plan.COMBINED;
        private long arrayBytes = BIG;
        private final List<Double> trials = new ArrayList<>();
        private final List<BenchResult> results = new ArrayList<>();
        private final List<Map<String, Long>> counters = new ArrayList<>(List.of(new TreeMap<>(), new TreeMap<>()));
        private final Map<String, long[]> tables = new HashMap<>();

        Run() {
            node(0, "blocks", 1000, "blocks.full", 900, "buffers", 500, "commands", 400_000, "busy.ns", 1_000_000_000L);
            node(1, "blocks", 1000, "blocks.full", 900, "buffers", 500, "commands", 400_000, "busy.ns", 1_000_000_000L);
        }

        Run node(final int node, final Object... values) {
            for (int i = 0; i < values.length; i += 2) {
                counters.get(node).put((String) values[i], ((Number) values[i + 1]).longValue());
            }
            return this;
        }

        RunResult.Builder builder() {
            final RunResult.Builder builder = RunResult.builder("app", new RunPlan(nodes, false,
                RunConfig.Transport.IPC, plan, workers, plan == RunConfig.Plan.DEDICATED ? 1 : 0, TopologyKind.FCG, 1),
                new RunEnvironment("1", cores, "17", "Linux", pages, windowPages, "abc")).advised();
            trials.forEach(seconds -> builder.trial(Trial.of(seconds)));
            results.forEach(builder::result);
            return builder;
        }

        List<NodeReport> reports() {
            return List.of(new NodeReport(0, 1, 1, arrayBytes, 1, counters.get(0), tables),
                new NodeReport(1, 1, 1, arrayBytes, 1, counters.get(1), tables));
        }

        List<Advice> advice() {
            return builder().build(reports()).advice().orElseThrow();
        }
    }

    private static Arguments rule(final String name, final Consumer<Run> speaks, final Consumer<Run> isSilent,
                                  final String figure) {
        return Arguments.of(name, speaks, isSilent, figure);
    }

    /** A run of which a rule speaks, one of which it just does not, and the figure that it names. */
    static Stream<Arguments> rules() {
        return Stream.of(
            rule("threads", run -> run.nodes = 3, run -> run.nodes = 2, "3 threads of 3 nodes on 2 cores"),
            rule("unused-cores", run -> run.cores = 4, run -> run.cores = 3, "2 threads of 2 nodes on 4 cores"),
            rule("pages", run -> run.pages = "4 KB", run -> {
                run.pages = "4 KB";
                run.arrayBytes = 1 << 20;
            }, "100 MB of arrays of a node in pages of 4 KB"),
            rule("window-pages", run -> {
                run.windowPages = "4 KB";
                run.node(1, "window.memory.bytes", BIG);
            }, run -> {
                run.windowPages = "4 KB";
                run.node(1, "window.memory.bytes", 1 << 20);
            }, "100 MB of a node"),
            rule("young", run -> run.trials.addAll(List.of(4.0, 4.0, 3.0, 3.0, 3.0, 2.0, 2.0, 2.0)),
                run -> run.trials.addAll(List.of(4.0, 4.0, 3.0, 2.0, 2.0)), "2.00 times as long as the last"),
            rule("unsettled", run -> run.results.add(BenchResult.of("add-nb").mops(1).settled("too short")),
                run -> run.results.add(BenchResult.of("add-nb").mops(1).settled("")), "add-nb"),
            rule("single-accesses", run -> run.node(0, "context.switches", 500_000),
                run -> run.node(0, "context.switches", 300_000), "500,000 switches of tasks for 800,000 commands"),
            rule("undeclared-updates", run -> run.node(1, "executed", 400_000, "executed.combinable", 300_000),
                run -> run.node(1, "executed", 400_000, "executed.combinable", 300_000, "combining.sums", 1),
                "300,000 of 400,000 commands"),
            rule("small-chunks", run -> run.node(0, "chunks", 800_000), run -> run.node(0, "chunks", 600_000),
                "800,000 chunks of 2.50 us"),
            rule("long-tasks", run -> run.node(0, "progress.given", 250), run -> run.node(0, "progress.given", 150),
                "asked to give way 250 times in 2.0 s of work"),
            rule("imbalance", run -> run.node(0, "busy.ns", 3_000_000_000L),
                run -> run.node(0, "busy.ns", 1_500_000_000L), "worked 1.50 times the mean"),
            rule("small-blocks", run -> run.node(0, "blocks.full", 50, "blocks.forced", 600, "blocks.idle", 300,
                "blocks.expired", 50),
                run -> run.node(0, "blocks.full", 150, "blocks.forced", 500, "blocks.idle", 300, "blocks.expired", 50),
                "of 2,000 blocks 48 % were full, 30 % forced by waits, 15 % sent by idle nodes, 3 % expired"),
            rule("waiting", run -> run.node(0, "buffers.idle", 600), run -> run.node(0, "buffers.idle", 400),
                "60 % of 1,000 buffers"),
            rule("credits", run -> run.node(0, "stalls.credit", 300), run -> run.node(0, "stalls.credit", 100),
                "300 stalls on credit for 2,000 blocks"),
            rule("blocks", run -> run.node(0, "stalls.pool", 300), run -> run.node(0, "stalls.pool", 100),
                "300 stalls for 2,000 blocks"),
            rule("refused-blocks", run -> run.node(0, "replies.refused", 300),
                run -> run.node(0, "replies.refused", 100), "300 refusals of 2,000 blocks"),
            rule("refused-buffers", run -> run.node(0, "refusals", 2000), run -> run.node(0, "refusals", 900),
                "2,000 refusals of 1,000 buffers"),
            rule("edges", run -> run.node(0, "forwarded.blocks", 500, "edge.stalls", 100),
                run -> run.node(0, "forwarded.blocks", 500, "edge.stalls", 40), "100 stalls for 500 forwarded blocks"),
            rule("idle", run -> run.tables.put("profile.role.worker", new long[] {20, 10, 10, 60}),
                run -> run.tables.put("profile.role.worker", new long[] {30, 15, 10, 45}), "60 % of the workers' time"),
            rule("replies", run -> run.tables.put("profile.role.worker", new long[] {20, 10, 50, 20}),
                run -> run.tables.put("profile.role.worker", new long[] {30, 15, 35, 20}), "50 % of their time"),
            rule("server", run -> {
                run.plan = RunConfig.Plan.DEDICATED;
                run.cores = 6;
                run.tables.put("profile.role.server", new long[] {95, 0, 5, 0});
            }, run -> run.tables.put("profile.role.server", new long[] {95, 0, 5, 0}), "busy for 95 %"),
            rule("helpers", run -> {
                run.plan = RunConfig.Plan.DEDICATED;
                run.cores = 6;
                run.tables.put("profile.role.helper", new long[] {95, 0, 5, 0});
            }, run -> run.tables.put("profile.role.helper", new long[] {95, 0, 5, 0}), "busy for 95 %"),
            rule("collections", run -> {
                run.tables.put("profile.role.worker", new long[] {900_000_000, 0, 0, 100_000_000});
                run.tables.put("profile.gc", new long[] {7, 200});
            }, run -> {
                run.tables.put("profile.role.worker", new long[] {900_000_000, 0, 0, 100_000_000});
                run.tables.put("profile.gc", new long[] {7, 50});
            }, "20 % of the time of a node"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void shouldSpeakAboveItsThresholdOnly(final String name, final Consumer<Run> speaks, final Consumer<Run> isSilent,
                                          final String figure) {
        final Run run = new Run();
        speaks.accept(run);
        final List<Advice> advice = run.advice();
        assertEquals(List.of(name), advice.stream().map(Advice::rule).collect(Collectors.toList()));
        assertTrue(advice.get(0).figure().contains(figure), advice.get(0).figure());
        assertTrue(advice.get(0).value() > advice.get(0).threshold(), advice.get(0)::toString);
        final Run other = new Run();
        isSilent.accept(other);
        assertEquals(List.of(), other.advice());
    }

    @Test
    void shouldCountTheThreadsThatAPlanHas() {
        final Run run = new Run();
        run.plan = RunConfig.Plan.SHARED;
        run.workers = 2;
        run.cores = 4;
        assertEquals(List.of(), run.advice());
        run.cores = 2;
        assertTrue(run.advice().get(0).figure().contains("4 threads of 2 nodes on 2 cores"));
    }

    @Test
    void shouldHaveACaseForEachRule() {
        assertEquals(AdviceRules.ALL.stream().map(AdviceRule::name).collect(Collectors.toList()),
            rules().map(arguments -> arguments.get()[0]).collect(Collectors.toList()));
    }

    @Test
    void shouldNameSettingsThatExist() {
        for (final AdviceRule rule : AdviceRules.ALL) {
            final Matcher names = Pattern.compile("gmt\\.[a-z.]*[a-z]").matcher(rule.suggestion());
            while (names.find()) {
                final String key = names.group();
                assertTrue(SettingRecords.catalog().find(key).isPresent(), rule.name() + ": " + key);
            }
        }
    }

    private static String write(final RunResult result, final ResultWriter.Format format) throws IOException {
        final StringBuilder out = new StringBuilder();
        ResultWriter.of(format).write(result, out);
        return out.toString();
    }

    @Test
    void shouldWriteAdviceBehindTheSummary() throws IOException {
        final Run run = new Run();
        run.node(0, "stalls.credit", 300);
        final RunResult result = run.builder().verified(true).build(run.reports());
        final String text = write(result, ResultWriter.Format.TEXT);
        assertTrue(text.substring(text.indexOf("\n verified")).contains("set-up included; --profile adds"), text);
        assertTrue(text.endsWith("   senders stand still until a destination has answered: 300 stalls on credit for "
            + "2,000 blocks.\n     Try: gmt.credits higher; where one node is meant, spread what it owns "
            + "(imbalance).\n"), text);
        final String json = write(result, ResultWriter.Format.JSON).replaceAll("\\s+", " ");
        assertTrue(json.contains("\"advice\": [ { \"rule\": \"credits\", \"finding\": \"senders stand still"), json);
        assertTrue(json.contains("\"value\": 0.15, \"threshold\": 0.1, \"suggestion\": \"gmt.credits"), json);
    }

    @Test
    void shouldSayThatNothingStandsOut() throws IOException {
        final Run run = new Run();
        final RunResult result = run.builder().verified(true).build(run.reports());
        assertTrue(write(result, ResultWriter.Format.TEXT).contains("\n advice: nothing stands out in 5 counters"));
        assertTrue(write(result, ResultWriter.Format.JSON).replaceAll("\\s+", "").contains("\"advice\":[]"));
    }

    @Test
    void shouldAdviseNobodyWhoseResultIsWrong() throws IOException {
        final Run run = new Run();
        run.nodes = 9;
        final RunResult result = run.builder().verified(false).build(run.reports());
        assertFalse(write(result, ResultWriter.Format.TEXT).contains("advice"));
        assertFalse(write(result, ResultWriter.Format.JSON).contains("advice"));
    }
}
