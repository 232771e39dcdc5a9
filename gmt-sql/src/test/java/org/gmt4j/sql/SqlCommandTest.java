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
    void shouldTakeTextsWithoutVerification() throws IOException {
        final String query = "select * from (values ('alice', 'bob'), ('bob', 'carol')) e(a, b)";
        final Path csv = folder.resolve("cc.csv");
        assertEquals(ExitCode.USAGE, run("cc", query, csv));
        assertTrue(err().contains("add --no-verify"), err());
        assertEquals(ExitCode.OK, run("cc", query, csv, "--no-verify"), this::err);
        assertEquals("vertex,component\nalice,alice\nbob,alice\ncarol,alice\n", Files.readString(csv));
    }

    @Test
    void shouldRefuseAQueryBeforeAnythingStarts() {
        assertEquals(ExitCode.USAGE, run("cc", "select nothing", folder.resolve("x.csv")));
        assertTrue(err().contains("GMT-37"), err());
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
