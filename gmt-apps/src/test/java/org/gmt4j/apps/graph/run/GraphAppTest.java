package org.gmt4j.apps.graph.run;

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
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.apps.graph.command.GraphSpec;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.GmtCli;
import org.gmt4j.cli.NodeRunner;
import org.gmt4j.cli.doctor.Machine;
import org.gmt4j.graph.Components;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.serial.NumberedEdges;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The applications of the library as people call them, with their nodes in this JVM. */
@Timeout(240)
class GraphAppTest {
    static final List<String> APPS = List.of("cc", "pagerank", "sssp", "bc", "communities", "kcore", "khop", "manybfs",
        "mis", "scc", "tc");

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
            Machine.ofProcess(), GraphAppTest::allApps, List.of(),
            new CliContext.Starters(ServiceLoader.load(NodeRunner.class).findFirst(), Optional.empty(), "none")))
            .execute(line.split(" "));
    }

    private static List<GmtApp> allApps() {
        return Stream.concat(ServiceLoader.load(GmtApp.class).stream().map(ServiceLoader.Provider::get),
            Stream.of(new OtherGraphApp())).collect(Collectors.toList());
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
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldReportVerifiedTrials(final int nodes) {
        for (final String app : APPS) {
            assertEquals(ExitCode.OK, gmt("run " + app + " --in-process -n " + nodes
                + " -g 8 --trials 2 --warm-up 1 --format json"), err());
            assertTrue(out().contains("\"app\": \"" + app + "\"") && out().contains("\"verified\": true"), out());
            assertEquals(app.equals("sssp"), out().contains("\"harmonicMean\""), out());
            assertTrue(err().contains("verified (2 trials)"), err());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"cc | -u 7", "pagerank | --poster 200,9", "sssp | -u 7 -k 2",
        "sssp | --poster 300,9", "sssp | --graph jdk-classes", "pagerank | --graph jdk-classes",
        "bc | --graph jdk-classes", "communities | --graph jdk-classes", "kcore | --graph jdk-classes",
        "khop | --graph jdk-classes --steps 3", "manybfs | --graph jdk-classes --sources 3",
        "mis | --graph jdk-classes --seed 5", "scc | --graph jdk-classes", "tc | --graph jdk-classes",
        "tc | -u 7 --total", "bc | -u 7 --normalised --sources 9", "communities | -u 7 --iterations 2",
        "cc | --graph grid -g 7", "sssp | --graph grid -g 7", "sssp | --graph grid -g 7 --weights 9",
        "pagerank | --graph grid -g 7", "bc | --graph grid -g 7", "communities | --graph grid -g 7",
        "communities | --graph grid -g 7 --weights 0", "kcore | --graph grid -g 7", "khop | --graph grid -g 7",
        "manybfs | --graph grid -g 7", "mis | --graph grid -g 7", "tc | --graph grid -g 7",
        "bfs | --graph grid -g 7", "bfs | --graph grid -g 7 --variant queue", "walk | --graph grid -g 7",
        "communities | -u 7 --weights 9", "communities | --graph jdk-classes --weights 3"})
    void shouldTakeEveryGraph(final String app, final String graph) {
        assertEquals(ExitCode.OK, gmt("run " + app + " --in-process -n 2 " + graph
            + " --trials 1 --warm-up 0 --format json"), err());
        assertTrue(out().contains("\"verified\": true"), out());
    }

    @Test
    void shouldSayWhatQueriesNeed() {
        assertEquals(ExitCode.USAGE, gmt("run cc --in-process --sql select"));
        assertTrue(err().contains("GMT-373 gmt run cc: --sql needs the module gmt-sql"), err());
        assertEquals(ExitCode.USAGE, gmt("run cc --in-process --sql select -g 8"));
        assertTrue(err().contains("-g and --sql exclude each other"), err());
    }

    @Test
    void shouldAnswerUnderTheNamesOfTheFile() throws IOException {
        final Path edges = file("far.wel", "5 9 2.5\n9 1000000000000 0.25\n7 7 1\n3 2 1\n5 9 8\n");
        final String common = " --in-process -n 3 --trials 1 --warm-up 0 -f " + edges + " --values ";
        assertEquals(ExitCode.OK, gmt("run cc" + common + folder.resolve("cc.csv")), err());
        assertEquals("vertex,component\n2,2\n3,2\n5,5\n7,7\n9,5\n1000000000000,5\n",
            Files.readString(folder.resolve("cc.csv")));
        assertEquals(ExitCode.OK, gmt("run sssp -r 5" + common + folder.resolve("d.jsonl.gz")), err());
        try (InputStream in = new GZIPInputStream(Files.newInputStream(folder.resolve("d.jsonl.gz")))) {
            assertEquals("{\"vertex\":5,\"distance\":0.0}\n{\"vertex\":9,\"distance\":2.5}\n"
                + "{\"vertex\":1000000000000,\"distance\":2.75}\n",
                new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertEquals(ExitCode.OK, gmt("run pagerank" + common + folder.resolve("r.csv")), err());
        assertEquals(7, Files.readAllLines(folder.resolve("r.csv")).size());
        assertTrue(out().contains(" values: file "), out());
    }

    /** A triangle of large names, with a tail, directed as listed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "tc                 | triangles   | 5,1 6,1 70,1 80,0",
        "tc --clustering    | clustering  | 5,1.0 6,1.0 70,0.3333333333333333 80,0.0",
        "kcore              | core        | 5,2 6,2 70,2 80,1",
        "scc                | component   | 5,5 6,5 70,5 80,80",
        "communities        | community   | 5,5 6,5 70,5 80,5",
        "khop -r 6 --steps 2| steps       | 5,2 6,0 70,1 80,2",
        "bc -r 5,6          | betweenness | 5,0.0 6,2.0 70,3.0 80,0.0"})
    void shouldWriteTheValuesOfEachAlgorithm(final String app, final String column, final String rows)
        throws IOException {
        final Path edges = file("tail.el", "5 6\n6 70\n70 5\n70 80\n");
        final Path values = folder.resolve("values.csv");
        assertEquals(ExitCode.OK, gmt("run " + app.strip() + " --in-process -n 3 --trials 1 --warm-up 0 -f " + edges
            + " --values " + values), err());
        assertEquals("vertex," + column + "\n" + rows.replace(' ', '\n') + "\n", Files.readString(values));
    }

    @Test
    void shouldWriteMembersAndTheLevelsOfEachSource() throws IOException {
        final Path edges = file("tail.el", "5 6\n6 70\n70 5\n70 80\n");
        final String common = " --in-process -n 2 --trials 1 --warm-up 0 -f " + edges + " --values " + folder;
        assertEquals(ExitCode.OK, gmt("run mis" + common + "/set.csv"), err());
        final List<String> members = Files.readAllLines(folder.resolve("set.csv"));
        assertEquals("vertex,round", members.get(0));
        assertTrue(members.size() == 2 || members.size() == 3, members::toString);
        assertEquals(ExitCode.OK, gmt("run manybfs -r 80,5" + common + "/levels.csv"), err());
        assertTrue(out().contains(" values: 2 files, 65 bytes\n   5: " + folder + "/levels-5.csv\n   80: " + folder
            + "/levels-80.csv\n"), out());
        assertEquals("vertex,level\n5,0\n6,1\n70,2\n80,3\n", Files.readString(folder.resolve("levels-5.csv")));
        assertEquals("vertex,level\n5,-1\n6,-1\n70,-1\n80,0\n", Files.readString(folder.resolve("levels-80.csv")));
    }

    @Test
    void shouldListTheFilesOfAllSources() {
        assertEquals(ExitCode.OK, gmt("run manybfs --in-process -n 2 -g 8 --sources 20 --trials 1 --warm-up 0 --values "
            + folder + "/many.csv"), err());
        assertTrue(out().contains("   and 4 more, which --format json lists"), out());
        assertEquals(ExitCode.OK, gmt("run manybfs --in-process -n 2 -g 4 -r 3,9 --trials 1 --warm-up 0 --format json"
            + " --values " + folder + "/many.csv"), err());
        assertTrue(out().contains("many-3.csv\"") && out().contains("many-9.csv\""), out());
    }

    /** As a URL has them, so that the file says the name. */
    @Test
    void shouldNameFilesBySourcesThatAreTexts() {
        final String longName = "x".repeat(200);
        final Map<String, Path> files = ManyBfsApp.ofSources(Path.of("out/mm.csv.gz"), List.of("a/1", "../c", "A/1",
            "a b*", "", longName, "source+7"));
        assertEquals(List.of("mm-a%2F1.csv.gz", "mm-..%2Fc.csv.gz", "mm-source+3.csv.gz", "mm-a%20b%2A.csv.gz",
            "mm-.csv.gz", "mm-source+6.csv.gz", "mm-source%2B7.csv.gz"), files.values().stream()
            .map(file -> file.getFileName().toString()).toList());
        assertEquals(List.of("a/1", "../c", "A/1", "a b*", "", longName, "source+7"), List.copyOf(files.keySet()));
    }

    @Test
    void shouldPutSourcesBeforeTheEndingThatSaysTheFormat() {
        for (final String[] names : new String[][] {{".csv", "-7.csv"}, {".csv.gz", "-7.csv.gz"}, {".CSV.GZ",
            "-7.CSV.GZ"}, {"levels.v1.csv", "levels.v1-7.csv"}, {"a.b.jsonl.gz", "a.b-7.jsonl.gz"},
            {"levels.gz.parquet", "levels.gz-7.parquet"}}) {
            assertEquals(Path.of("out", names[1]), ManyBfsApp.ofSources(Path.of("out", names[0]), List.of("7"))
                .get("7"));
        }
    }

    @Test
    void shouldWriteManyFilesWhoseNameIsAnEnding() {
        assertEquals(ExitCode.OK, gmt("run manybfs --in-process -n 2 -g 4 -r 3,9 --trials 1 --warm-up 0 --values "
            + folder + "/.csv.gz"), err());
        assertTrue(Files.exists(folder.resolve("-3.csv.gz")) && Files.exists(folder.resolve("-9.csv.gz")), out());
    }

    /** Heavy edges join; fractions count; in a directed graph both directions together do. */
    @Test
    void shouldFindCommunitiesByWeight() throws IOException {
        checkCommunities("whole.wel", "1 2 9\n2 3 1\n3 4 9\n", "1,1\n2,1\n3,3\n4,3\n");
        checkCommunities("parts.wel", "1 2 1.5\n2 3 1.25\n3 4 5.5\n", "1,1\n2,1\n3,3\n4,3\n");
        checkCommunities("ways.gr", "p sp 6 6\na 1 2 3\na 2 3 2\na 3 2 2\na 3 4 3\na 1 5 9\na 4 6 9\n",
            "1,1\n2,2\n3,2\n4,4\n5,1\n6,4\n");
        final Path ignored = file("whole.wel", "1 2 9\n2 3 1\n3 4 9\n");
        assertEquals(ExitCode.OK, gmt("run communities --in-process -n 2 --trials 1 --warm-up 0 -f " + ignored), err());
        final Path negative = file("negative.wel", "1 2 9\n2 3 -1\n");
        assertEquals(ExitCode.RUN_FAILED, gmt("run communities --in-process -n 2 --weights 0 -f " + negative));
        assertTrue(err().contains("GMT-345"), err());
    }

    private void checkCommunities(final String name, final String text, final String rows) throws IOException {
        final Path values = folder.resolve("values.csv");
        for (final int nodes : new int[] {1, 2, 3}) {
            assertEquals(ExitCode.OK, gmt("run communities --weights 0 --in-process -n " + nodes
                + " --trials 1 --warm-up 0 --format json -f " + file(name, text) + " --values " + values), err());
            assertTrue(out().contains("\"verified\": true"), out());
            assertEquals("vertex,community\n" + rows, Files.readString(values));
        }
    }

    @Test
    void shouldTakeWeightsAndDirectionsAsAsked() throws IOException {
        final Path edges = file("way.gr", "p sp 3 2\na 1 2 7\na 2 3 4\n");
        final String common = "run sssp --in-process -n 2 --trials 1 --warm-up 0 --format json -f " + edges;
        assertEquals(ExitCode.OK, gmt(common + " -r 1"), err());
        assertTrue(out().contains("\"farthest\": 11") && out().contains("\"directed\": true"), out());
        assertEquals(ExitCode.OK, gmt(common + " -r 3 -s --weights 1 --delta 3"), err());
        assertTrue(out().contains("\"farthest\": 2") && out().contains("\"directed\": false"), out());
        assertTrue(out().contains("\"levels\": 1"), out());
        assertEquals(ExitCode.OK, gmt(common + " -r 3 -s --weights 1 --delta 1"), err());
        assertTrue(out().contains("\"levels\": 3"), out());
        assertEquals(ExitCode.OK, gmt(common + " -r 3 --no-verify"), err());
        assertTrue(out().contains("\"reached\": 1") && out().contains("\"verified\": null"), out());
    }

    /** Loads another graph than the one that its answers are judged by. */
    private static final class OtherGraphApp extends GraphApp<Components> {
        private final ComponentsApp components = new ComponentsApp();

        @Override
        public String name() {
            return "other";
        }

        @Override
        public String summary() {
            return "Answers for another graph.";
        }

        @Override
        protected GraphInput input(final GraphSpec spec) {
            return new GraphInput(GraphInput.plain(spec).edges(), new UniformSource(7, 1, 77), false);
        }

        @Override
        protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        }

        @Override
        protected Components ask(final Graph loaded, final long trial) {
            return components.ask(loaded, trial);
        }

        @Override
        protected Map<String, Object> facts(final Components answer) {
            return components.facts(answer);
        }

        @Override
        protected Function<Components, Optional<String>> judge(final NumberedEdges edges) {
            return components.judge(edges);
        }

        @Override
        protected String verification() {
            return components.verification();
        }

        @Override
        protected long write(final Components answer, final Path file) {
            return components.write(answer, file);
        }
    }

    @Test
    void shouldShowNoRateAndWriteNothingWhenTheAnswerIsWrong() {
        assertEquals(ExitCode.VERIFICATION_FAILED, gmt("run other --in-process -n 2 -u 7 -k 1 --trials 3 --warm-up 0"
            + " --format json --values " + folder.resolve("no.csv")), err());
        assertTrue(out().contains("\"verified\": false") && !out().contains("\"mteps\""), out());
        assertTrue(out().contains("\"storedEdges\"") && !out().contains("PerSecond"), out());
        assertFalse(err().contains("edges/s"), err());
        assertTrue(err().contains("wrong in trial 1: vertex ") && err().contains("union-find by one thread says"),
            err());
        assertTrue(err().contains("nothing was written to "), err());
        assertFalse(Files.exists(folder.resolve("no.csv")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "cc --values nowhere/a.csv     | GMT-314",
        "cc --values a.parquet         | GMT-373",
        "cc --trials 0                 | --trials 0: at least 1",
        "sssp --warm-up -1             | --warm-up -1: 0 or more",
        "sssp --weights -1             | --weights -1: 0, or up to 2^53",
        "sssp --delta 0                | --delta 0.0: above 0",
        "pagerank --damping 1          | --damping from 0 to below",
        "cc -g 16 -u 12                | choose one graph",
        "tc --clustering               | --clustering says what --values FILE has",
        "tc --total --values a.csv     | --total finds no values of vertices",
        "communities -i 0              | --iterations 0: at least 1",
        "communities --weights -1      | --weights -1: 0, or up to 2^53",
        "khop --steps -1               | --steps -1: 0 or more",
        "bc --sources 0                | --sources 0: 1 to ",
        "bc --sources 3 -r 1           | --sources and -r exclude each other",
        "manybfs --sources x           | --sources",
        "bc -g 4 -r 1,99 --in-process  | -r 99: the graph has no such vertex, of its 16.",
        "khop -g 4 -r 99 --in-process  | -r 99: the graph has no such vertex, of its 16.",
        "sssp -g 4 -r 99 --in-process  | -r 99: the graph has no such vertex, of its 16."})
    void shouldRefuseWhatCannotBe(final String line, final String message) {
        assertEquals(ExitCode.USAGE, gmt("run " + line), err());
        assertTrue(err().contains(message), err());
    }

    @Test
    void shouldSayThatThereIsNothingToSearch() throws IOException {
        final Path loops = file("loops.el", "1 1\n2 2\n");
        assertEquals(ExitCode.RUN_FAILED, gmt("run sssp --in-process -n 2 -f " + loops), err());
        assertTrue(err().contains("GMT-330 "), err());
        assertEquals(ExitCode.OK, gmt("run cc --in-process -n 2 --trials 1 --warm-up 0 -f " + loops), err());
        for (final String app : List.of("kcore", "tc", "mis", "communities", "scc")) {
            assertEquals(ExitCode.OK, gmt("run " + app + " --in-process -n 2 --trials 1 --warm-up 0 -f " + loops),
                err());
        }
        final Path bad = file("bad.el", "1 1\n2 x\n");
        assertEquals(ExitCode.RUN_FAILED, gmt("run cc --in-process -n 2 -f " + bad), err());
        assertTrue(err().contains("GMT-302 "), err());
    }

    static List<String> apps() {
        return APPS;
    }

    @ParameterizedTest
    @MethodSource("apps")
    void shouldEstimateAndExplainItself(final String app) {
        assertEquals(ExitCode.OK, gmt("estimate " + app + " -g 20 -n 2"), err());
        assertTrue(out().contains("one thread's ") && out().contains(" or -g "), out());
        assertEquals(ExitCode.OK, gmt("run " + app + " --help"), err());
        final String[] examples = out().split("Examples:")[1].strip().split("\n");
        assertEquals(2, examples.length, out());
        assertTrue(examples[0].strip().startsWith("gmt run " + app), out());
    }
}
