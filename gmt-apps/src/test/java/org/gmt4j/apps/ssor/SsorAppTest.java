package org.gmt4j.apps.ssor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtApp;
import org.junit.jupiter.api.BeforeEach;
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
    private CommandLineRun run;

    @BeforeEach
    void open() {
        run = new CommandLineRun(folder);
    }

    private int gmt(final GmtApp app, final String line) {
        return run.execute(line, List.of(app));
    }

    private int gmt(final String line) {
        return gmt(new SsorApp(), line);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 13})
    void shouldFindThePublishedNorms(final int nodes) {
        assertEquals(ExitCode.OK, gmt("run ssor --class S --in-process -n " + nodes), run::both);
        assertTrue(run.out().contains("verified (1 trial)"), run::both);
        assertEquals(nodes == 13, run.both().contains("1 nodes have no part"), run::both);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 4 --topology mfcg", "-n 8 --topology hypercube --set gmt.armci.eager.put=1KB",
        "-n 2 --plan dedicated", "-n 3 --plan shared --workers 2"})
    void shouldFindThemInEveryShapeOfAJob(final String shape) {
        assertEquals(ExitCode.OK, gmt("run ssor --in-process " + shape), run::both);
        assertTrue(run.out().contains("verified (1 trial)"), run::both);
    }

    @Test
    void shouldReportNormsAndRateAsJson() {
        assertEquals(ExitCode.OK, gmt("run ssor --trials 2 --warm-up 1 -n 2 --in-process --format json"),
            run::err);
        final String json = run.out().replaceAll("\\s", "");
        assertTrue(json.contains("\"class\":\"S\"") && json.contains("\"processGrid\":\"1x2\"")
            && json.contains("\"residual\":[\"1.619634321") && json.contains("\"error\":[\"6.422331995")
            && json.contains("\"surface\":\"7.84189288") && json.contains("\"mops\":{\"min\"")
            && json.contains("\"verified\":true") && json.contains("\"deviation\":"), json);
    }

    /** With a tolerance that rounding alone exceeds. */
    private static GmtApp strict() {
        return new SsorApp(new SsorProgram(1e-16));
    }

    @Test
    void shouldEndWithThreeAndWithoutARateWhenNormsDiffer() {
        assertEquals(ExitCode.VERIFICATION_FAILED, gmt(strict(), "run ssor -n 1 --in-process --format json"));
        assertFalse(run.out().contains("mops"), run::out);
        assertTrue(run.both().contains("norms differ from the published ones by"), run::both);
        assertEquals(ExitCode.OK, gmt(strict(), "run ssor -n 1 --in-process --no-verify"), run::err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--class B", "--class 12", "--trials 0", "--warm-up -1"})
    void shouldRefuseBeforeAnythingStarts(final String options) {
        assertEquals(ExitCode.USAGE, gmt("run ssor " + options), run::out);
        assertTrue(run.err().startsWith("GMT-"), run::err);
    }

    @Test
    void shouldHelpWithTwoExamples() {
        assertEquals(ExitCode.OK, gmt("run ssor --help"));
        assertEquals(2, run.out().lines().filter(text -> text.startsWith("  gmt run ssor")).count());
        assertEquals(ExitCode.OK, gmt("estimate ssor --class A -n 2"), run::err);
    }
}
