package org.gmt4j.apps.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
class FlowAppTest {
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
        return gmt(new FlowApp(), line);
    }

    private void assertVerified(final String options) {
        assertEquals(ExitCode.OK, gmt("run flow --in-process --format json " + options),
            () -> options + "\n" + run.out() + run.err());
        assertTrue(run.out().replace(" ", "").contains("\"verified\":true"), run::both);
    }

    /** Returns a number of the result. */
    private double number(final String key) {
        final Matcher found = Pattern.compile("\"" + key + "\"\\s*:\\s*([-+.0-9eE]+)").matcher(run.out());
        assertTrue(found.find(), () -> key + "\n" + run.out());
        return Double.parseDouble(found.group(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void shouldAgreeWithOneThread(final int nodes) {
        assertVerified("--grid 12x10x5 --minutes 5 -n " + nodes);
        assertTrue(number("differenceToOneThread") < 1e-8, run::out);
        assertTrue(number("balanceError") < 1e-8, run::out);
        assertTrue(number("residual") <= 1e-11, run::out);
        assertTrue(number("fromBelowCubicMetres") > 0, run::out);
        assertEquals(20e-3 / 12 * 6 * 6 * 0.2 * 0.2, number("rainCubicMetres"), 1e-12);
        assertTrue(number("steps") > 5 && number("newton") > number("steps"), run::out);
    }

    /** One thread's solver comes no closer than rounding lets it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldAgreeAtTheLeastTolerance(final int seed) {
        assertVerified("--grid 6x5x5 --minutes 10 -n 2 --tolerance 1e-13 --seed " + seed);
    }

    @Test
    void shouldTakeTheSmallestAndOddestGrids() {
        assertVerified("--grid 1x1x1 --minutes 3 -n 2");
        assertVerified("--grid 2x1x4 --minutes 3 -n 5");
        assertTrue(run.both().contains("3 nodes have no columns"), run::both);
        assertVerified("--grid 1x9x2 --minutes 3 -n 4 --dt-seconds 1000");
        assertVerified("--grid 7x11x3 --minutes 2 -n 3 --seed 77");
        assertVerified("--grid 3x3x30 --minutes 2 -n 4 --rain 0");
        assertVerified("--grid 4x4x2 --minutes 1 -n 9 --topology mfcg --dt-seconds 20");
    }

    /** Dry ground at first, then water up to the top: steps become long, and are cut where that goes too far. */
    @Test
    void shouldWetTheGroundToTheTop() {
        assertVerified("--grid 5x4x3 --minutes 30 -n 2 --rain 100 --dt-seconds 600 --max-newton 5");
        assertTrue(number("cuts") > 0, run::out);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 4 --topology mfcg", "-n 2 --plan dedicated", "-n 3 --plan shared --workers 2",
        "-n 4 --set gmt.armci.eager.get=1KB --set gmt.armci.shared=off"})
    void shouldAgreeInEveryShapeOfAJob(final String shape) {
        assertVerified("--grid 9x8x6 --minutes 1 " + shape);
    }

    /** A grid that one thread's elimination does not take on. */
    @Test
    void shouldJudgeLargerGridsByTheirEquations() {
        assertVerified("--grid 40x40x10 --minutes 1 -n 2 --trials 2 --warm-up 1");
        assertTrue(run.out().contains("not compared with one thread's"), run::out);
        assertTrue(number("balanceError") < 1e-8 && number("neighbours") == 1, run::out);
    }

    @Test
    void shouldReportConnectionsOfClientsAndServers() {
        assertVerified("--grid 12x12x4 --minutes 1 -n 6 --set gmt.armci.shared=off");
        assertEquals(number("asClient"), number("asServer"), "each has a client and a server");
        assertTrue(number("asClient") > number("atStart") && number("asClient") <= number("ofAll"), run::out);
        assertTrue(number("othersAsClient") > 0 && number("othersAsServer") > number("othersAsClient"), run::out);
        assertEquals(5, number("ofAll"));
    }

    @Test
    void shouldEndWithThreeAndWithoutARateWhenWrong() {
        final String line = "run flow --grid 4x4x3 --minutes 1 --in-process --format json";
        assertEquals(ExitCode.VERIFICATION_FAILED, gmt(new FlowApp(1e-7), line), run::err);
        assertFalse(run.out().contains("mops"), run::out);
        assertTrue(run.both().contains("heads differ from those of one thread by up to 1.00e-07"),
            run::both);
        assertEquals(ExitCode.OK, gmt(new FlowApp(1e-7), line + " --no-verify"), run::err);
    }

    @Test
    void shouldSayWhyItDoesNotConverge() {
        assertEquals(ExitCode.RUN_FAILED, gmt("run flow --grid 4x4x3 --minutes 1 --max-newton 1 --in-process -n 3"));
        assertTrue(run.err().contains("GMT-410 Newton's iteration does not converge in step 1, from 0.0 s on, "
            + "which was cut to 0.00977 s: largest errors of a cell's water content "), run::err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--grid 0x4x4", "--grid 4x4", "--grid 4x4x4x4", "--grid -4x4x4", "--grid axbxc", "--grid 4",
        "--grid 99999x99999x15", "--minutes 0", "--minutes NaN", "--dt-seconds 0", "--rain -1", "--tolerance 0.001",
        "--tolerance 0", "--max-newton 0", "--trials 0", "--warm-up -1"})
    void shouldRefuseBeforeAnythingStarts(final String options) {
        assertEquals(ExitCode.USAGE, gmt("run flow " + options), run::out);
        assertTrue(run.err().startsWith("GMT-100 " + options.split(" ")[0] + " " + options.split(" ")[1] + ": "),
            run::err);
    }

    @Test
    void shouldHelpWithTwoExamples() {
        assertEquals(ExitCode.OK, gmt("run flow --help"));
        assertEquals(2, run.out().lines().filter(text -> text.startsWith("  gmt run flow")).count());
        assertEquals(ExitCode.OK, gmt("estimate flow -n 4"), run::err);
        assertEquals(Map.of("--grid", "800x200x15"), new FlowApp().weakOptions(4));
    }
}
