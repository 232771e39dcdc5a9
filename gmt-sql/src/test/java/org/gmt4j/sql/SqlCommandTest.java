package org.gmt4j.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.GmtCli;
import org.gmt4j.cli.NodeRunner;
import org.gmt4j.cli.doctor.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code gmt run cc --sql ...}: queries in, answers out, with the nodes in this JVM. */
@Timeout(240)
class SqlCommandTest {
    private static final String EDGES = "select * from (values (-5, 12), (12, 4611686018427387904), (7, 7)) e(a, b)";

    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int gmt(final String... words) {
        out.reset();
        err.reset();
        final Environment environment = new Environment(Map.of(), Environment.ofProcess().properties());
        return new GmtCli(new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)),
            environment, folder, Machine.ofProcess(), SqlCommandTest::apps, List.of(),
            new CliContext.Starters(ServiceLoader.load(NodeRunner.class).findFirst(), Optional.empty(), "none")))
            .execute(words);
    }

    private static List<GmtApp> apps() {
        return ServiceLoader.load(GmtApp.class).stream().map(ServiceLoader.Provider::get).collect(Collectors.toList());
    }

    private int run(final String app, final String query, final Path values, final String... more) {
        return gmt(Stream.concat(Stream.of("run", app, "--in-process", "-n", "3", "--trials", "1", "--warm-up", "0",
            "--sql", query, "--values", values.toString()), Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void shouldAnswerAQueryWithNamesFromAllLongs() throws IOException {
        final Path csv = folder.resolve("cc.csv");
        assertEquals(ExitCode.OK, run("cc", EDGES, csv), this::err);
        assertEquals("vertex,component\n-5,-5\n7,7\n12,-5\n4611686018427387904,-5\n", Files.readString(csv));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("verified (1 trial)"), this::err);
        final Path parquet = folder.resolve("ranks.parquet");
        assertEquals(ExitCode.OK, run("pagerank", EDGES, parquet), this::err);
        assertEquals(ExitCode.OK, run("cc", "select vertex, -5 from '" + parquet + "'", csv), this::err);
        assertEquals(5, Files.readAllLines(csv).size());
    }

    @Test
    void shouldVerifyTexts() throws IOException {
        final String query = "select * from (values ('alice', 'bob', 2.5), ('bob', 'carol', 0.5), ('carol', 'bob', 1),"
            + " ('bob', 'Émile', 4), ('', 'alice', 1)) e(a, b, w)";
        final Path csv = folder.resolve("values.csv");
        for (final String app : List.of("tc", "bc", "bfs")) {
            assertEquals(ExitCode.OK, app.equals("bfs") ? search(query, csv) : run(app, query, csv), this::err);
            assertTrue(out.toString(StandardCharsets.UTF_8).contains("verified (1 trial)"), this::err);
        }
        assertEquals(ExitCode.OK, run("cc", query, csv), this::err);
        assertEquals("vertex,component\n\"\",\"\"\nalice,\"\"\nbob,\"\"\ncarol,\"\"\n\"Émile\",\"\"\n",
            Files.readString(csv));
        assertEquals(ExitCode.OK, run("sssp", query, csv, "-r", "alice"), this::err);
        assertEquals("vertex,distance\nalice,0.0\nbob,2.5\ncarol,3.0\n\"Émile\",6.5\n", Files.readString(csv));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("root: alice"), this::err);
        assertEquals(ExitCode.OK, run("manybfs", "select * from (values ('a/1', '../c')) e(a, b)", csv, "-r",
            "a/1,../c"), this::err);
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("   ../c: " + folder.resolve("values-..%2Fc.csv")
            + System.lineSeparator() + "   a/1: " + folder.resolve("values-a%2F1.csv")),
            () -> out.toString(StandardCharsets.UTF_8));
        assertEquals("vertex,level\n../c,1\na/1,0\n", Files.readString(folder.resolve("values-a%2F1.csv")));
        assertEquals(ExitCode.OK, run("manybfs", "select * from (values ('a,1', 'b'), ('\"b\"', 'b')) e(a, b)", csv,
            "-r", "\"a,1\",b,\"\"b\"\""), this::err);
        assertEquals("vertex,level\n\"\"\"b\"\"\",-1\n\"a,1\",0\nb,1\n",
            Files.readString(folder.resolve("values-a%2C1.csv")));
        assertTrue(Files.exists(folder.resolve("values-%22b%22.csv")));
        assertEquals(ExitCode.USAGE, run("khop", query, csv, "-r", "dora"));
        assertTrue(err().contains("-r dora: the graph has no such vertex"), err());
        assertEquals(ExitCode.RUN_FAILED, run("sssp", query, csv, "--weights", "9"));
        assertTrue(err().contains("GMT-341"), err());
    }

    private int search(final String query, final Path levels, final String... more) {
        return gmt(Stream.concat(Stream.of("run", "bfs", "--in-process", "-n", "3", "--trials", "1", "--warm-up", "0",
            "--sql", query, "--levels", levels.toString()), Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void shouldSearchAQueryWithAnyNames() throws IOException {
        final Path levels = folder.resolve("levels.csv");
        final Path tree = folder.resolve("tree.csv");
        assertEquals(ExitCode.OK, search(EDGES, levels, "-r", "-5", "--tree", tree.toString(), "--format", "json"),
            this::err);
        assertEquals("vertex,level\n-5,0\n7,-1\n12,1\n4611686018427387904,2\n", Files.readString(levels));
        assertEquals("vertex,parent\n-5,-5\n12,-5\n4611686018427387904,12\n", Files.readString(tree));
        final String json = out.toString(StandardCharsets.UTF_8);
        assertTrue(json.contains("\"reached\": 3") && json.contains("\"levels\": 3") && json.contains("\"mteps\"")
            && json.contains("\"verified\": true"), json);
        assertTrue(json.contains(tree.toString()) && json.contains(levels.toString()), json);
        assertTrue(json.contains("\"bytes\": " + (Files.size(tree) + Files.size(levels))), json);
        for (final String option : new String[] {"--chunk=8", "--filter-bytes=1", "--alpha=3"}) {
            assertEquals(ExitCode.USAGE, search(EDGES, levels, option), option);
        }
        assertEquals(ExitCode.USAGE, search(EDGES, levels, "--variant", "queue"));
        assertTrue(err().contains("--sql is searched as the graph library does"), err());
        assertEquals(ExitCode.USAGE, search(EDGES, levels, "-g", "8"));
        assertTrue(err().contains("-g and --sql exclude each other"), err());
        assertEquals(ExitCode.OK, gmt("estimate", "bfs", "--sql", EDGES), this::err);
    }

    @Test
    void shouldRefuseAQueryBeforeAnythingStarts() {
        assertEquals(ExitCode.USAGE, run("cc", "select nothing", folder.resolve("x.csv")));
        assertTrue(err().contains("GMT-374"), err());
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
