package org.gmt4j.apps.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gmt4j.GlobalStringCounters;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.apps.trial.Outcome;
import org.gmt4j.apps.trial.TimedRuns;
import org.gmt4j.apps.trial.TrialOptions;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.BuildTimes;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.source.UniformSource;
import org.gmt4j.graph.values.VertexValues;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The applications as people call them, with their nodes in this JVM, and their parts against one thread. */
@Timeout(240)
class PaperAppsTest {
    @TempDir
    private Path folder;
    private CommandLineRun run;

    /** Loses an operation of the second trial. */
    private static final class LyingApp implements GmtApp {
        private int calls;

        @Override
        public String name() {
            return "lie";
        }

        @Override
        public String summary() {
            return "Reports what it has not done.";
        }

        @Override
        public void run(final AppRun run) {
            new TimedRuns(run, new TrialOptions(), "lies").run(() -> new Outcome(1, 10, 5, 7 + ++calls / 4),
                () -> new Outcome(1, 10, 5, 7));
        }
    }

    @BeforeEach
    void prepare() {
        run = new CommandLineRun(folder);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldAgreeWithOneThread(final int nodes) throws IOException {
        run.assertVerified("strings --strings 3000 --accesses 20000 --length 5 -n " + nodes);
        run.assertVerified("walk -g 8 --walkers 500 --steps 9 -n " + nodes);
        run.assertVerified("walk -g 8 --walkers 500 --steps 9 --variant fetch -n " + nodes);
        run.assertVerified("wordcount --words 20000 --kinds 700 -n " + nodes);
    }

    @Test
    void shouldTakeTheSmallestAndOddestInputs() throws IOException {
        run.assertVerified("strings --strings 1 --accesses 0 --length 2 -n 3");
        run.assertVerified("strings --strings 1000 --accesses 5000 --length 2 -n 2");     // mostly the same ones
        final Path sinks = Files.writeString(folder.resolve("sinks.el"), "0 1\n1 2\n2 2\n0 3\n0 3\n5 0\n");
        run.assertVerified("walk -f " + sinks + " --walkers 300 --steps 5 -n 3");
        run.assertVerified("walk -f " + sinks + " --walkers 300 --steps 5 --variant fetch -n 2");
        run.assertVerified("walk -s -f " + sinks + " --walkers 300 --steps 5 -n 2");
        run.assertVerified("walk -g 0 --walkers 10 --steps 5 -n 2");
        run.assertVerified("wordcount --words 1 --kinds 1 -n 2");
        final String gothic = "\ud800\udf30\ud800\udf31";
        for (final String text : List.of("", "one", "\n\n", "caf\u00e9 CAF\u00c9, \u4e2d\u6587 x2\r\nlast",
            "x " + gothic + " y a" + gothic.repeat(200) + " a" + gothic.repeat(300))) {
            run.assertVerified("wordcount -n 2 -f " + Files.writeString(folder.resolve("text"), text));
        }
    }

    @Test
    void shouldSayThatAGraphWithoutVerticesHasNoValues() throws IOException {
        final Path empty = Files.writeString(folder.resolve("empty.el"), "");
        final CommandLineRun run = new CommandLineRun(folder);
        assertEquals(ExitCode.OK, run.execute("run walk -f " + empty + " --walkers 3 --trials 1 --warm-up 0"
            + " --in-process --values " + folder.resolve("v.csv")), run::both);
        assertTrue(run.both().contains("v.csv: the graph has no vertices"), run::both);
    }

    /** A file of one line without a blank is read in pieces like any other. */
    @Test
    void shouldCutTextsWithoutBlanks() throws IOException {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < 4000; i++) {
            text.append("{\"w\u00f6rt").append(i % 100).append("\":").append(i).append("}\t,");
        }
        final Path file = Files.writeString(folder.resolve("one-line.json"), text);
        final long whole = Files.size(file);
        final List<String> expected = new ArrayList<>();
        TextPiece.forEachWord(file.toString(), 0, (int) whole, expected::add);
        assertEquals(8000, expected.size());
        final List<String> found = new ArrayList<>();
        for (long from = 0; from < whole; from += 1001) {
            final int before = found.size();
            TextPiece.forEachWord(file.toString(), from, (int) Math.min(1001, whole - from), found::add);
            assertTrue(found.size() - before < 300, "a piece is not much longer than it should be");
        }
        assertEquals(expected, found);
    }

    /** A line that a node reads long after the first ones: the words are those of other commands. */
    @Test
    void shouldNameTheLineThatANodeCannotRead() throws IOException {
        final Path bad = Files.writeString(folder.resolve("bad.mtx"),
            "%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 2\n2 x\n3 1\n");
        final CommandLineRun run = new CommandLineRun(folder);
        assertEquals(ExitCode.RUN_FAILED, run.execute("run walk -f " + bad + " --in-process -n 2"), run::both);
        assertTrue(run.err().startsWith("GMT-302 " + bad + ":4: expected a target vertex id"), run::err);
    }

    /** All walkers of a ring visit as many vertices as they take steps, and one more. */
    @Test
    void shouldWriteVisitsUnderTheNamesOfTheFile() throws IOException {
        final Path ring = Files.writeString(folder.resolve("ring.mtx"),
            "%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 2\n2 3\n3 1\n");
        final Path visits = folder.resolve("visits.csv");
        run.assertVerified("walk -f " + ring + " --walkers 300 --steps 5 -n 3 --values " + visits);
        final List<String> lines = Files.readAllLines(visits);
        assertEquals("vertex,visits", lines.get(0));
        assertEquals(List.of("1", "2", "3"), lines.stream().skip(1).map(line -> line.split(",")[0]).toList());
        assertEquals(1800, lines.stream().skip(1).mapToInt(line -> Integer.parseInt(line.split(",")[1])).sum());
    }

    /** The numbers are those of a run of its own, which might lose a walker when no trial has. */
    @Test
    void shouldWriteNoVisitsThatDifferFromTheTrials() {
        final Walk plan = Walk.of(300, 5, 1, false);
        final Path file = folder.resolve("lost.csv");
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(PaperAppsTest.class, Walk.class, Outcome.class)
            .register(CsrBuilder.bodyClasses()).register(VertexValues.bodyClasses()).start()) {
            final long[] written = cluster.call(ctx -> {
                final CsrGraph rows = CsrBuilder.symmetrised(ctx, () -> new UniformSource(5, 2, 1), new BuildTimes());
                final Outcome found = plan.onNodes(ctx, rows);
                final Outcome other = new Outcome(1, found.operations(), found.count(), found.digest() + 1);
                final long wrong = plan.write(ctx, rows, other, file, () -> new UniformSource(5, 2, 1));
                final boolean isThere = Files.exists(file);
                final long right = plan.write(ctx, rows, found, file, () -> new UniformSource(5, 2, 1));
                return new long[] {wrong, isThere ? 1 : 0, right};
            });
            assertEquals(Walk.WRONG, written[0]);
            assertEquals(0, written[1], "there is a file");
            assertTrue(written[2] > 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "3,7", "2,64", "3,1000000"})
    void shouldReadTextsInPiecesOfAnyLength(final int nodes, final int piece) throws IOException {
        final Path file = folder.resolve("text");
        final StringBuilder text = new StringBuilder("begin");
        for (int i = 0; i < 400; i++) {
            text.append(i % 9 == 0 ? "\n" : i % 4 == 0 ? "  " : " ").append(i % 5 == 0 ? "\u00fcber" : "W" + i % 31);
        }
        text.append(" ").append("long".repeat(3000)).append(" e");
        Files.writeString(file, text);
        final WordCount plan = new WordCount(file.toString(), Files.size(file), piece, 0, 1, 1);
        try (GmtCluster cluster = GmtCluster.local(nodes, WordCount.class, Outcome.class)) {
            final Outcome found = cluster.call(ctx -> count(ctx, plan));
            assertTrue(found.isSameAs(plan.serial()), () -> found.answer() + ", expected " + plan.serial().answer());
            assertEquals(35, found.count());
            assertEquals(403, found.operations());
        }
    }

    @Test
    void shouldJudgeTheMostFrequentWords() throws IOException {
        final Path file = Files.writeString(folder.resolve("judged.txt"), "a b a c b a d");
        final WordCount plan = new WordCount(file.toString(), Files.size(file), 100, 0, 1, 1);
        final GlobalStringCounters.Count a = new GlobalStringCounters.Count("a", 3);
        final GlobalStringCounters.Count b = new GlobalStringCounters.Count("b", 2);
        final GlobalStringCounters.Count c = new GlobalStringCounters.Count("c", 1);
        assertEquals(Optional.empty(), plan.mistakeOf(List.of(a, b), 2));
        assertEquals(Optional.empty(), plan.mistakeOf(List.of(a, b, c), 3), "d is as frequent as c");
        assertEquals("a word that is there 2 times is not among the most frequent ones",
            plan.mistakeOf(List.of(a, c), 2).orElse(""));
        assertEquals("\"b\" is said to be there 3 times, one thread has counted 2",
            plan.mistakeOf(List.of(a, new GlobalStringCounters.Count("b", 3)), 2).orElse(""));
        assertTrue(plan.mistakeOf(List.of(a, a), 2).isPresent(), "twice the same");
        assertTrue(plan.mistakeOf(List.of(a, b), 3).isPresent(), "too few");
    }

    private static Outcome count(final TaskContext ctx, final WordCount plan) throws SuspendExecution {
        return plan.onNodes(ctx, GlobalStringCounters.allocate(ctx, 10));
    }

    @Test
    void shouldEndWithThreeAndWithoutARateWhenWrong() {
        final List<GmtApp> lying = List.of(new LyingApp());
        assertEquals(ExitCode.VERIFICATION_FAILED, run.execute("run lie --in-process --format json", lying), run::err);
        assertTrue(run.out().replace(" ", "").contains("\"verified\":false"), run::out);
        assertFalse(run.out().contains("mops"), run::out);
        assertTrue(run.both().contains("trial 2: 10 operations"), run::both);
        assertEquals(ExitCode.OK, run.execute("run lie --in-process --no-verify --format json", lying), run::err);
    }

    @Test
    void shouldReportRatesAsJson() {
        assertEquals(ExitCode.OK, run.execute("run walk -u 7 --walkers 100 --trials 3 --in-process --format json"),
            run::err);
        final String json = run.out().replaceAll("\\s", "");
        assertTrue(json.contains("\"name\":\"steps\"") && json.contains("\"mops\":{\"min\"")
            && json.contains("\"verified\":true") && json.contains("\"vertices\":128")
            && json.contains("\"seconds\":{\"min\"") && json.contains("\"operations\":"), json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"strings --length 1", "strings --strings 0", "strings --accesses -1", "walk --walkers 0",
        "walk --steps 0", "walk --variant drive", "walk --values no/where.csv",
        "walk --variant fetch --values a.csv", "walk --trials 0", "wordcount --kinds 0", "wordcount -f no-such-file",
        "wordcount --warm-up -1", "wordcount -f pom.xml --words 7", "wordcount -f pom.xml --kinds 7"})
    void shouldRefuseBeforeAnythingStarts(final String line) {
        run.assertRefused(line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"strings", "walk", "wordcount"})
    void shouldHelpWithTwoExamples(final String name) {
        run.assertHelps(name);
    }
}
