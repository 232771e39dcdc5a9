package org.gmt4j.apps.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.apps.graph.command.GraphSpec;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliContribution;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.GmtCli;
import org.gmt4j.cli.NodeRunner;
import org.gmt4j.cli.doctor.Machine;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.bfs.BfsKernel;
import org.gmt4j.graph.bfs.BfsVariant;
import org.gmt4j.graph.csr.DefectiveBuilds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The application as people call it, with its nodes in this JVM. */
@Timeout(240)
class BfsAppTest {
    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int gmt(final String line) {
        out.reset();
        err.reset();
        final Environment environment = new Environment(Map.of(), Environment.ofProcess().properties());
        return new GmtCli(new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)), environment, folder,
            Machine.ofProcess(), BfsAppTest::apps, contributions(),
            new CliContext.Starters(ServiceLoader.load(NodeRunner.class).findFirst(), Optional.empty(), "none")))
            .execute(line.split(" "));
    }

    private static List<GmtApp> apps() {
        final List<GmtApp> apps = ServiceLoader.load(GmtApp.class).stream().map(ServiceLoader.Provider::get)
            .collect(Collectors.toList());
        apps.add(new LyingApp());
        for (final DefectiveBuilds.Defect defect : DefectiveBuilds.Defect.values()) {
            apps.add(new DefectiveApp(defect));
        }
        return apps;
    }

    /** A search that forgets the last vertex of a path. */
    private static final class LyingApp implements GmtApp {
        @Override
        public String name() {
            return "lie";
        }

        @Override
        public String summary() {
            return "Searches, and lies about it.";
        }

        @Override
        public Class<?>[] registeredClasses() {
            return new BfsApp().registeredClasses();
        }

        @Override
        public void run(final AppRun run) {
            final GraphSpec spec = new GraphSpec(GraphSpec.Kind.UNIFORM, 7, 4, "", 1, true);
            final BfsSession session = new BfsSession(run, spec,
                (ctx, graph) -> new LyingKernel(BfsVariant.VISIT.open(ctx, graph, 1 << 20)));
            session.writeFiles(Path.of("lie.csv"), null);
            session.run(5L, 4, 0);
        }
    }

    /**
     * Loses or changes some edges on their way from the source to the graph, larger than what is searched again by one
     * thread.
     */
    private static final class DefectiveApp implements GmtApp {
        private final DefectiveBuilds.Defect defect;

        DefectiveApp(final DefectiveBuilds.Defect defect) {
            this.defect = defect;
        }

        @Override
        public String name() {
            return "build-" + defect.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public String summary() {
            return "Builds a wrong graph.";
        }

        @Override
        public Class<?>[] registeredClasses() {
            return Stream.concat(Stream.of(new BfsApp().registeredClasses()),
                Stream.of(BfsAppTest.class, DefectiveBuilds.class, DefectiveBuilds.Defect.class))
                .toArray(Class<?>[]::new);
        }

        @Override
        public void run(final AppRun run) {
            final GraphSpec spec = new GraphSpec(GraphSpec.Kind.KRONECKER, 10, 8, "", 1, false);
            new BfsSession(run, spec, (ctx, edges, isDirected, times) ->
                DefectiveBuilds.build(ctx, () -> edges.open(), isDirected, times, defect),
                (ctx, graph) -> BfsVariant.VISIT.open(ctx, graph, 1 << 20)).run(null, 4, 0);
        }
    }

    /** Writes levels, and then a tree to a folder that is no longer there. */
    private static final class VanishedFolderApp implements GmtApp {
        private final Path folder;

        VanishedFolderApp(final Path folder) {
            this.folder = folder;
        }

        @Override
        public String name() {
            return "vanish";
        }

        @Override
        public String summary() {
            return "Writes one file of two.";
        }

        @Override
        public Class<?>[] registeredClasses() {
            return new BfsApp().registeredClasses();
        }

        @Override
        public void run(final AppRun run) {
            final BfsSession session = new BfsSession(run, new GraphSpec(GraphSpec.Kind.UNIFORM, 5, 4, "", 1, true),
                (ctx, graph) -> BfsVariant.VISIT.open(ctx, graph, 1 << 20));
            session.writeFiles(folder.resolve("levels.csv"), folder.resolve("gone/tree.csv"));
            session.run(5L, 1, 0);
        }
    }

    private record LyingKernel(BfsKernel kernel) implements BfsKernel {
        @Override
        public long search(final TaskContext ctx, final long root) throws SuspendExecution {
            final long levels = kernel.search(ctx, root);
            kernel.parents().swap(ctx, 77, UNREACHED);
            return levels;
        }

        @Override
        public IntegerArray parents() {
            return kernel.parents();
        }

        @Override
        public void free(final TaskContext ctx) throws SuspendExecution {
            kernel.free(ctx);
        }
    }

    private static List<CliContribution> contributions() {
        return ServiceLoader.load(CliContribution.class).stream().map(ServiceLoader.Provider::get)
            .collect(Collectors.toList());
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private Path file(final String name, final String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hybrid", "visit", "queue"})
    void shouldReportVerifiedTrials(final String variant) {
        assertEquals(ExitCode.OK,
            gmt("run bfs --in-process -n 3 -g 9 --trials 4 --warm-up 1 --format json --variant " + variant), err());
        assertTrue(out().contains("\"verified\": true"), out());
        assertTrue(out().contains("\"variant\": \"" + variant + "\""), out());
        assertTrue(out().contains("\"harmonicMean\""), out());
        assertEquals(5, out().split("\"mteps\"").length - 1, out());
        assertTrue(err().contains("verified (4 trials)"), err());
    }

    @Test
    void shouldSayWhatLimitedTheRun() {
        final int nodes = Runtime.getRuntime().availableProcessors() + 1;
        assertEquals(ExitCode.OK, gmt("run bfs --in-process -n " + nodes
            + " -g 8 --trials 2 --warm-up 0 --plan combined --format json --advise"), err());
        final String figure = nodes + " threads of " + nodes + " nodes on " + (nodes - 1) + " cores";
        assertTrue(out().replaceAll("\\s+", " ").contains("\"advice\": [ { \"rule\": \"threads\","), out());
        assertTrue(out().contains(figure), out());
        assertTrue(err().contains(" advice, from ") && err().contains(figure), err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hybrid", "visit"})
    void shouldCountTheIndexOfASearchAsConstruction(final String variant) {
        assertEquals(ExitCode.OK, gmt("run bfs --in-process -n 2 -g 9 --trials 1 --warm-up 0 --format json --variant "
            + variant), err());
        final String construction = section("construction");
        final String setUp = section("searchSetUp");
        final boolean isHybrid = variant.equals("hybrid");
        final double hubs = isHybrid ? number(construction, "hubs") : 0;
        assertEquals(isHybrid, setUp.contains("\"hubs\""), out());
        assertEquals(number(construction, "seconds"), number(construction, "open") + number(construction, "exchange")
            + number(construction, "arrange") + number(construction, "publish") + hubs, 0.2, out());
        assertTrue(number(construction, "seconds") > hubs && number(setUp, "seconds") >= hubs, out());
        assertTrue(out().matches("(?s).*\"pages\": \"(2 MB|4 KB|unknown)\".*"), out());
    }

    /** A part of the result, up to the end of its phases. */
    private String section(final String key) {
        final int start = out().indexOf('"' + key + '"');
        return out().substring(start, out().indexOf('}', start));
    }

    private static double number(final String json, final String key) {
        final Matcher value = Pattern.compile('"' + key + "\": ([0-9.eE-]+)").matcher(json);
        assertTrue(value.find(), key + " in " + json);
        return Double.parseDouble(value.group(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "csv", "text"})
    void shouldCompareWithOneThread(final String format) {
        assertEquals(ExitCode.OK,
            gmt("run bfs --in-process -n 2 -g 9 --trials 2 --warm-up 1 --baseline --format " + format), err());
        final String[] keys = format.equals("text")
            ? new String[] {" baseline: ", " MTEPS", " baseline graph: ", " baseline index: ",
                " baseline search: ", " baseline top down: ", " baseline hybrid: ",
                " ratio: ", " ratio top down: ", " cost: "}
            : new String[] {"baseline.mteps", "baseline.seconds", "baseline.search", "baseline.topDown.mteps",
                "baseline.hybrid.mteps", "baseline.graphSeconds", "baseline.indexSeconds", "ratio",
                "ratio.topDown", "cost"};
        for (final String key : keys) {
            assertTrue(out().contains(key), key + " in " + out());
        }
        assertTrue(out().contains("serial Java, "), out());
        assertTrue(out().contains("at most ") || out().contains("more than "), out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "b", "tb", "bbt"})
    void shouldSearchInTheDirectionsNamed(final String directions) {
        assertEquals(ExitCode.OK,
            gmt("run bfs --in-process -n 3 -g 8 --trials 2 --warm-up 0 --directions " + directions), err());
        assertTrue(out().contains("variant: hybrid"), out());
        assertTrue(out().contains("verified (2 trials)"), out());
    }

    @Test
    void shouldShowThresholdsThatWereGiven() {
        assertEquals(ExitCode.OK, gmt("run bfs --in-process -n 2 -g 12 --trials 2 --warm-up 4 --beta 9"), err());
        assertTrue(out().matches("(?s).*last search: .*collectives.*alpha 16(\\.0*)?, beta 9(\\.0*)?\\D.*"), out());
    }

    /** They would change nothing, and a sweep of them would find that they have no effect. */
    @ParameterizedTest
    @ValueSource(strings = {"--chunk 16", "--filter-bytes 1024", "--variant visit --chunk 4",
        "--variant visit --alpha 9", "--variant queue --beta 9", "--variant lists --directions tb",
        "--variant queue --filter-bytes 0"})
    void shouldRefuseOptionsOfOtherVariants(final String options) {
        assertEquals(ExitCode.USAGE, gmt("run bfs --in-process -g 8 " + options), this::err);
        assertTrue(err().contains("belong") && err().contains("The search is "), err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--variant queue --chunk 4", "--variant lists --chunk 4",
        "--variant visit --filter-bytes 64"})
    void shouldTakeOptionsOfTheVariant(final String options) {
        assertEquals(ExitCode.OK, gmt("run bfs --in-process -n 2 -g 8 --trials 1 --warm-up 0 " + options), this::err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--alpha 0", "--beta -1", "--alpha NaN", "--directions tx", "-g 34 --baseline"})
    void shouldRefuseWhatHybridCannotDo(final String options) {
        final String graph = options.startsWith("-g") ? "" : "-g 8 ";
        assertEquals(ExitCode.USAGE, gmt("run bfs --in-process " + graph + options), this::err);
        assertTrue(err().contains("GMT-100"), err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--topology mfcg",
        "--topology mfcg --topology-replies routed --edge-buffers 1 --edge-buffer-size 4k",
        "--topology cfcg --plan dedicated --topology-routing nfdf", "--topology hypercube --topology-shape 2x2x2x2"})
    void shouldSearchOverForwardingTopologies(final String topology) throws IOException {
        assertEquals(ExitCode.OK, gmt("run bfs -g 9 --trials 2 --in-process -n 7 -o r.json --format json " + topology),
            this::err);
        final String json = Files.readString(folder.resolve("r.json"));
        assertTrue(json.contains("\"verified\": true"), json);
        assertTrue(json.matches("(?s).*\"forwarded.blocks\": [1-9].*"), json);
        assertTrue(err().contains(" forwarding (all nodes)  blocks "), err());
    }

    @Test
    void shouldReachTheSameForEveryNumberOfNodes() {
        String first = null;
        for (int nodes = 1; nodes <= 4; nodes++) {
            assertEquals(ExitCode.OK,
                gmt("run bfs --in-process -u 8 --trials 3 --warm-up 0 --seed 5 --format json -n " + nodes), err());
            final String facts = out().lines()
                .filter(line -> line.matches(".*\"(root|reached|levels|edges|vertices)\": \\d.*"))
                .collect(Collectors.joining("\n"));
            for (final String name : new String[] {"root", "reached", "levels", "edges", "vertices"}) {
                assertTrue(facts.contains('"' + name + '"'), name);
            }
            first = first == null ? facts : first;
            assertEquals(first, facts);
        }
    }

    @Test
    void shouldSearchFilesOfUnknownSizeFromAGivenRoot() throws IOException {
        final Path graph = file("g.el", "0 1\n1 2\n2 3\n7 8\n");
        assertEquals(ExitCode.OK, gmt("run bfs --in-process -r 3 --trials 2 -s -f " + graph), err());
        assertTrue(out().contains("V=9 E=4"), out());
        assertTrue(out().contains("reached 4 vertices in 4 levels"), out());
        assertEquals(ExitCode.OK, gmt("run bfs --in-process -r 5 --trials 1 -f " + graph), err());
        assertTrue(out().contains("reached 1 vertices in 1 levels"), out());
        assertTrue(out().contains("verified"), out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hybrid", "visit", "queue", "lists"})
    void shouldSearchADirectedFileAsListedUnlessToldToSymmetrise(final String variant) throws IOException {
        final Path graph = file("chain.el", "0 1\n1 2\n2 3\n4 0\n");
        final String run = "run bfs --in-process -n 2 --trials 1 -r 1 --format json --variant " + variant
            + " -f " + graph;
        assertEquals(ExitCode.OK, gmt(run), err());
        assertTrue(out().contains("\"directed\": true"), out());
        assertTrue(out().contains("\"reached\": 3"), out());
        assertTrue(out().contains("\"edges\": 2"), "edges that begin at the vertices reached: " + out());
        assertTrue(out().contains("\"verified\": true"), out());
        assertEquals(ExitCode.OK, gmt(run + " -s"), err());
        assertTrue(out().contains("\"directed\": false"), out());
        assertTrue(out().contains("\"reached\": 5"), out());
        assertEquals(ExitCode.OK, gmt(run.replace("json", "text") + " --symmetrize"), err());
        assertTrue(out().contains("undirected"), out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"u.mtx|%%MatrixMarket matrix coordinate pattern symmetric;4 4 3;2 1;3 2;4 3;|false|4",
        "d.mtx|%%MatrixMarket matrix coordinate pattern general;4 4 3;2 1;3 2;4 3;|true|1",
        "u.txt|# Undirected graph;1 0;2 1;3 2;|false|4", "d.txt|# Directed graph;1 0;2 1;3 2;|true|1",
        "d.gr|p sp 4 3;a 2 1 7;a 3 2 7;a 4 3 7;|true|1", "d.wel|1 0 5;2 1 5;3 2 5;|true|1"})
    void shouldTakeDirectionsAsTheFileMeansThem(final String row) throws IOException {
        final String[] fields = row.split("\\|");
        final Path graph = file(fields[0], fields[1].replace(';', '\n'));
        final int first = fields[0].matches(".*(mtx|gr)") ? 1 : 0;
        for (final String name : new String[] {fields[0], "copy.gmtg"}) {
            assertEquals(ExitCode.OK, gmt("run bfs --in-process -n 2 --trials 1 -r " + first + " --format json -f "
                + folder.resolve(name)), err());
            assertTrue(out().contains("\"root\": " + first), out());
            assertTrue(out().contains("\"directed\": " + fields[2]), out());
            assertTrue(out().contains("\"reached\": " + fields[3]), out());
            assertEquals(ExitCode.OK, gmt("convert " + graph + " " + folder.resolve("copy.gmtg")), err());
            assertEquals(ExitCode.OK, gmt("info " + folder.resolve("copy.gmtg")), err());
            assertTrue(out().contains(fields[2].equals("true") ? ", directed," : ", undirected,"), out());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-g 8", "-u 8", "--poster 100,5", "-g 8 -s"})
    void shouldTakeGeneratedGraphsInBothDirections(final String graph) {
        assertEquals(ExitCode.OK, gmt("run bfs --in-process --trials 1 --format json " + graph), err());
        assertTrue(out().contains("\"directed\": false"), out());
    }

    private List<String> lines(final String name) throws IOException {
        final Path file = folder.resolve(name);
        if (!name.endsWith(".gz")) {
            return Files.readAllLines(file);
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "jsonl", "csv.gz", "jsonl.gz"})
    void shouldWriteLevelsAndTreeOfAllNodesInTheOrderOfVertices(final String format) throws IOException {
        final Path graph = file("g.mtx",
            "%%MatrixMarket matrix coordinate pattern general\n7 7 6\n1 2\n2 3\n3 4\n1 5\n6 1\n5 5\n");
        for (final int nodes : new int[] {1, 2, 5}) {
            final String files = " --levels " + folder.resolve("l." + format) + " --tree "
                + folder.resolve("t." + format);
            for (final String verify : new String[] {"", " --no-verify"}) {
                assertEquals(ExitCode.OK, gmt("run bfs --in-process -r 1 --trials 1 --format json -n "
                    + nodes + " -f " + graph + files + verify), err());
                assertTrue(out().contains("\"files\""), out());
                final List<String> levels = lines("l." + format);
                final List<String> tree = lines("t." + format);
                if (format.startsWith("csv")) {
                    assertEquals(List.of("vertex,level", "1,0", "2,1", "3,2", "4,3", "5,1", "6,-1", "7,-1"), levels);
                    assertEquals(List.of("vertex,parent", "1,1", "2,1", "3,2", "4,3", "5,1", "6,-1", "7,-1"), tree);
                } else {
                    assertEquals(7, levels.size());
                    assertEquals("{\"vertex\":4,\"level\":3}", levels.get(3));
                    assertEquals("{\"vertex\":7,\"parent\":-1}", tree.get(6));
                }
            }
            try (var left = Files.list(folder)) {
                assertEquals(3, left.count(), "nothing but the graph and two files");
            }
        }
    }

    @Test
    void shouldWriteTheIdsThatWereThereBeforeGapsWereClosed() throws IOException {
        final Path gaps = file("gaps.el", "7 2147483000\n2147483000 500\n");
        assertEquals(ExitCode.OK, gmt("convert " + gaps + " " + folder.resolve("d.gmtg") + " --ids dense"), err());
        assertEquals(ExitCode.OK,
            gmt("run bfs --in-process -n 2 -r 7 --trials 1 -f " + folder.resolve("d.gmtg") + " --format json --levels "
            + folder.resolve("l.csv") + " --tree " + folder.resolve("t.csv")), err());
        assertEquals(3, out().split("\"root\": 7\\b").length, "of the trial and of the files: " + out());
        assertEquals(List.of("vertex,level", "7,0", "500,2", "2147483000,1"), lines("l.csv"));
        assertEquals(List.of("vertex,parent", "7,7", "500,2147483000", "2147483000,7"), lines("t.csv"));
    }

    @Test
    void shouldRefuseFilesOfValuesBeforeItStarts() {
        assertEquals(ExitCode.USAGE, gmt("run bfs --in-process -g 5 --levels " + folder.resolve("l.parquet")),
            this::err);
        assertTrue(err().startsWith("GMT-373 ") && err().contains("org.gmt4j:gmt-sql"), err());
        assertEquals(ExitCode.USAGE, gmt("run bfs --in-process -g 5 --tree " + folder.resolve("t.txt")), this::err);
        assertTrue(err().startsWith("GMT-315 "), err());
        assertEquals(ExitCode.USAGE, gmt("run bfs --in-process -g 5 --tree " + folder.resolve("no/t.csv")), this::err);
        assertTrue(err().startsWith("GMT-314 "), err());
        final Path same = folder.resolve("x.csv");
        assertEquals(ExitCode.USAGE, gmt("run bfs --in-process -g 5 --tree " + same + " --levels " + same), this::err);
    }

    @Test
    void shouldWriteNothingWhenTheResultIsWrong() throws IOException {
        assertEquals(ExitCode.VERIFICATION_FAILED, gmt("run lie --in-process -n 3 --format text"), err());
        assertTrue(out().contains("nothing was written to "), out());
        assertFalse(Files.exists(folder.resolve("lie.csv")));
    }

    @Test
    void shouldSpeakOfGapsBeforeItStarts() throws IOException {
        final Path gaps = file("gaps.el", "0 1\n1 2\n2 3\n4000000 2\n");
        assertEquals(ExitCode.OK, gmt("run bfs --in-process -r 0 --trials 1 --warm-up 0 -f " + gaps), err());
        assertTrue(err().startsWith("GMT-312 "), err());
        assertTrue(err()
            .contains("ids up to 4,000,000, but only 4 edges: at least 3,999,993 vertices are never listed"), err());
        assertTrue(err().contains("gmt convert " + gaps + " dense.gmtg --ids dense --ids-map ids.csv"), err());
        assertEquals(ExitCode.OK, gmt("estimate bfs -f " + gaps), err());
        assertTrue(err().contains("GMT-312 "), err());
        assertFalse(out().contains("not counted"), out());
        final Path huge = file("huge.el", "0 1\n1099511627000 2\n");
        assertEquals(ExitCode.ENVIRONMENT_UNFIT, gmt("run bfs --in-process -f " + huge), err());
        assertTrue(err().contains("GMT-312 ") && err().contains("GMT-120 "), err());
    }

    @Test
    void shouldSayWhatWasComparedToVerify() {
        assertEquals(ExitCode.OK, gmt("run bfs --in-process -n 2 -g 8 --trials 1 --format json"), err());
        assertTrue(out().contains("\"serialComparison\": true"), out());
        assertTrue(out().contains("\"listed\": 4096"), out());
        assertTrue(out().matches("(?s).*\"checksum\": \"[0-9a-f]{32}\".*"), out());
        assertTrue(out().contains("levels of a serial search on the source's edges"), out());
    }

    @Test
    void shouldFailWhenTheBuildLosesOrChangesEdges() {
        for (final DefectiveBuilds.Defect defect : DefectiveBuilds.Defect.values()) {
            assertEquals(ExitCode.VERIFICATION_FAILED,
                gmt("run build-" + defect.name().toLowerCase(Locale.ROOT) + " --in-process -n 2 --format json"),
                err());
            assertTrue(out().contains("\"verified\": false"), out());
            assertTrue(out().contains("GMT-313 "), out());
            assertFalse(out().contains("mteps"), out());
        }
    }

    @Test
    void shouldWriteBothFilesOrNone() {
        final CommandLineRun run = new CommandLineRun(folder);
        assertEquals(ExitCode.RUN_FAILED, run.execute("run vanish --in-process -n 2",
            List.of(new VanishedFolderApp(folder))), run::both);
        assertTrue(run.err().startsWith("GMT-314 cannot write " + folder.resolve("gone/tree.csv")), run::err);
        assertFalse(Files.exists(folder.resolve("levels.csv")), "levels without their tree");
    }

    @Test
    void shouldSayWhatOneThreadCanHold() {
        assertEquals(Optional.empty(), SerialBaseline.refusal("g", (1 << 29) - 1, (1 << 29) - 1));
        for (final long[] size : new long[][] {{1 << 29, 1}, {1, 1 << 29}}) {
            assertEquals(Optional.of("--baseline: g is too large for one thread's arrays; fewer than 2^29 vertices, "
                + "and fewer than 2^29 edges, fit."), SerialBaseline.refusal("g", size[0], size[1]));
        }
    }

    @Test
    void shouldShowNoRateWhenTheResultIsWrong() {
        assertEquals(ExitCode.VERIFICATION_FAILED, gmt("run lie --in-process -n 3"), err());
        assertFalse(out().contains("MTEPS") || out().contains("edges/s"), out());
        assertTrue(out().contains(" construction: ") && out().contains("stored edges"), out());
        assertTrue(out().contains("wrong from root 5: BFS rule "), out());
        assertTrue(out().contains("77"), out());
        assertEquals(ExitCode.VERIFICATION_FAILED, gmt("run lie --in-process --format json"), err());
        assertFalse(out().contains("mteps") || out().contains("PerSecond"), out());
        assertTrue(out().contains("\"storedEdges\"") && out().contains("\"verified\": false"), out());
    }

    @Test
    void shouldSkipVerificationWhenAsked() {
        assertEquals(ExitCode.OK, gmt("run bfs --in-process -g 6 --trials 1 --no-verify --format json"), err());
        assertTrue(out().contains("\"verified\": null"), out());
    }

    @Test
    void shouldRefuseWhatCannotBe() throws IOException {
        assertRefused("-r 64: ", "run bfs --in-process -g 6 -r 64");
        assertRefused("-r -1: ", "run bfs --in-process -g 6 -r -1");
        assertRefused("--trials 0: ", "run bfs --in-process --trials 0");
        assertRefused("--warm-up -1: ", "run bfs --in-process --warm-up -1");
        assertRefused("--variant", "run bfs --in-process --variant fast");
        assertRefused("GMT-310 gmt run bfs: ", "-g and -u exclude each other", "run bfs --in-process -g 6 -u 6");
        assertRefused("nowhere.el", "run bfs --in-process -f " + folder.resolve("nowhere.el"));
        final Path graph = file("g.el", "0 1\n");
        assertRefused("-r 2: g.el has 2 vertices", "run bfs --in-process -r 2 -f " + graph);
    }

    @Test
    void shouldRefuseRootsThatTheFileDoesNotName() throws IOException {
        final Path counted = file("g.gr", "p sp 4 1\na 1 2 7\n");
        assertRefused("-r 0: g.gr has 4 vertices, numbered from 1 to 4.", "run bfs --in-process -r 0 -f " + counted);
        assertRefused("-r 5: g.gr has 4 vertices", "run bfs --in-process -r 5 -f " + counted);
        final Path dense = folder.resolve("d.gmtg");
        assertEquals(ExitCode.OK, gmt("convert " + file("gaps.el", "7 90\n90 500\n") + " " + dense + " --ids dense"),
            err());
        for (final int root : new int[] {0, 8, 501}) {
            assertRefused("-r " + root + ": gaps.el has 3 vertices, none of this id; theirs are among 7 to 500.",
                "run bfs --in-process -r " + root + " -f " + dense);
        }
    }

    private void assertRefused(final String text, final String line) {
        assertRefused("GMT-100 ", text, line);
    }

    private void assertRefused(final String code, final String text, final String line) {
        assertEquals(ExitCode.USAGE, gmt(line), err());
        assertTrue(err().startsWith(code), err());
        assertTrue(err().contains(text), err());
        assertFalse(err().contains("\tat "), err());
        assertEquals("", out());
    }

    @Test
    void shouldSayWhereAFileIsWrong() throws IOException {
        final Path graph = file("bad.el", "0 1\n1 x\n");
        assertEquals(ExitCode.RUN_FAILED, gmt("run bfs --in-process -n 3 -f " + graph), err());
        assertTrue(err().startsWith("GMT-302 "), err());
        assertTrue(err().contains("bad.el:2") || err().contains("line 2"), err());
        assertFalse(err().contains("\tat "), err());
    }

    @Test
    void shouldSayThatThereIsNothingToSearch() throws IOException {
        final Path graph = file("loops.el", "1 1\n4 4\n");
        assertEquals(ExitCode.RUN_FAILED, gmt("run bfs --in-process -f " + graph), err());
        assertTrue(err().startsWith("GMT-330 "), err());
        assertEquals(ExitCode.OK, gmt("run bfs --in-process --trials 1 -r 4 -f " + graph), err());
        assertEquals(ExitCode.RUN_FAILED, gmt("run bfs --in-process -f " + file("empty.el", "")), err());
        assertTrue(err().startsWith("GMT-330 "), err());
    }

    @Test
    void shouldOfferTheGraphCommands() throws IOException {
        final Path graph = folder.resolve("k.gmtg");
        assertEquals(ExitCode.OK, gmt("generate kron -g 7 -o " + graph), err());
        assertEquals(ExitCode.OK, gmt("info " + graph), err());
        assertEquals(ExitCode.OK, gmt("run bfs --in-process --trials 2 -f " + graph), err());
        assertTrue(out().contains("V=128 E=2,048"), out());
    }

    @Test
    void shouldEndHelpWithExamples() {
        assertEquals(ExitCode.OK, gmt("run bfs --help"), err());
        assertTrue(out().contains("gmt run bfs -g 18"), out());
        assertTrue(out().contains("--variant"), out());
    }
}
