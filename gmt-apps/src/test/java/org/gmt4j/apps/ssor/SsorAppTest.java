package org.gmt4j.apps.ssor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The application as people call it, with its nodes in this JVM. */
@Timeout(240)
class SsorAppTest {
    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int gmt(final GmtApp app, final String line) {
        out.reset();
        err.reset();
        return new GmtCli(new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)),
            new Environment(Map.of(), Environment.ofProcess().properties()), folder, Machine.ofProcess(),
            () -> List.of(app), List.of(), new CliContext.Starters(ServiceLoader.load(NodeRunner.class).findFirst(),
            Optional.empty(), "none"))).execute(line.split(" "));
    }

    private int gmt(final String line) {
        return gmt(new SsorApp(), line);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 13})
    void shouldFindThePublishedNorms(final int nodes) {
        assertEquals(ExitCode.OK, gmt("run ssor --class S --in-process -n " + nodes), () -> out + "\n" + err);
        assertTrue(out.toString().contains("verified (1 trial)"), () -> out + "\n" + err);
        assertEquals(nodes == 13, (out + "" + err).contains("1 nodes have no part"), () -> out + "\n" + err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 4 --topology mfcg", "-n 8 --topology hypercube --set gmt.armci.eager.put=1KB",
        "-n 2 --plan dedicated", "-n 3 --plan shared --workers 2"})
    void shouldFindThemInEveryShapeOfAJob(final String shape) {
        assertEquals(ExitCode.OK, gmt("run ssor --in-process " + shape), () -> out + "\n" + err);
        assertTrue(out.toString().contains("verified (1 trial)"), () -> out + "\n" + err);
    }

    @Test
    void shouldReportNormsAndRateAsJson() {
        assertEquals(ExitCode.OK, gmt("run ssor --trials 2 --warm-up 1 -n 2 --in-process --format json"),
            err::toString);
        final String json = out.toString().replaceAll("\\s", "");
        assertTrue(json.contains("\"class\":\"S\"") && json.contains("\"processGrid\":\"1x2\"")
            && json.contains("\"residual\":[\"1.619634321") && json.contains("\"error\":[\"6.422331995")
            && json.contains("\"surface\":\"7.84189288") && json.contains("\"mops\":{\"min\"")
            && json.contains("\"verified\":true") && json.contains("\"deviation\":"), json);
    }

    @Test
    void shouldEndWithThreeAndWithoutARateWhenNormsDiffer() {
        assertEquals(ExitCode.VERIFICATION_FAILED, gmt(new SsorApp(1e-16), "run ssor -n 1 --in-process --format json"));
        assertFalse(out.toString().contains("mops"), out::toString);
        assertTrue((out + "" + err).contains("norms differ from the published ones by"), () -> out + "\n" + err);
        assertEquals(ExitCode.OK, gmt(new SsorApp(1e-16), "run ssor -n 1 --in-process --no-verify"), err::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--class B", "--class 12", "--trials 0", "--warm-up -1"})
    void shouldRefuseBeforeAnythingStarts(final String options) {
        assertEquals(ExitCode.USAGE, gmt("run ssor " + options), out::toString);
        assertTrue(err.toString().startsWith("GMT-"), err::toString);
    }

    @Test
    void shouldHelpWithTwoExamples() {
        assertEquals(ExitCode.OK, gmt("run ssor --help"));
        assertEquals(2, out.toString().lines().filter(text -> text.startsWith("  gmt run ssor")).count());
        assertEquals(ExitCode.OK, gmt("estimate ssor --class A -n 2"), err::toString);
    }
}
