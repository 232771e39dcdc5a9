package org.gmt4j.apps.lj;

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
import java.util.stream.Collectors;
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
class LjAppTest {
    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int gmt(final String line) {
        out.reset();
        err.reset();
        final List<GmtApp> apps = ServiceLoader.load(GmtApp.class).stream().map(ServiceLoader.Provider::get)
            .collect(Collectors.toList());
        return new GmtCli(new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)),
            new Environment(Map.of(), Environment.ofProcess().properties()), folder, Machine.ofProcess(), () -> apps,
            List.of(), new CliContext.Starters(ServiceLoader.load(NodeRunner.class).findFirst(), Optional.empty(),
            "none"))).execute(line.split(" "));
    }

    private void assertVerified(final String options) {
        final String line = "run lj " + options + " --in-process --warm-up 0 --trials 1";
        assertEquals(ExitCode.OK, gmt(line), () -> line + "\n" + out + err);
        assertTrue(out.toString().contains("verified (1 trial)"), () -> out + "\n" + err);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldAgreeWithOneThread(final int nodes) {
        assertVerified("--particles " + (nodes % 2 == 0 ? 108 : 199) + " --steps 20 --block-size 20 -n " + nodes);
    }

    @Test
    void shouldTakeOddInputs() {
        assertVerified("--particles 2 --steps 5 --density 0.01 --block-size 1 -n 3");
        assertVerified("--particles 257 --steps 3 --block-size 1000 --tickets 1 -n 2");     // one block
        assertVerified("--particles 2049 --steps 3 --block-size 70 --tickets 5 -n 2");      // far blocks, empty ones
        assertVerified("--particles 300 --density 0.01 --temperature 0 --steps 3 --block-size 1 -n 2");
    }

    /** More than a drawer keeps. */
    @Test
    void shouldSendForcesBeforeTheEndOfAStepWhenBlocksAreMany() {
        assertVerified("--particles 2744 --steps 1 --block-size 1 -n 2");
    }

    @Test
    void shouldSortParticlesThatHaveGoneFar() {
        assertVerified("--particles 500 --density 0.2 --temperature 2 --steps 240 --block-size 8 -n 2");
    }

    @Test
    void shouldKeepTheEnergy() {
        assertVerified("--particles 108 --steps 1000 --block-size 27 -n 2");
    }

    @Test
    void shouldEndWithThreeAndWithoutARateWhenTheEnergyIsNotKept() {
        assertEquals(ExitCode.VERIFICATION_FAILED, gmt("run lj --particles 108 --steps 20 --dt 0.02 --temperature 5 "
            + "--warm-up 0 --trials 1 --in-process --format json"), () -> out + "\n" + err);
        assertTrue(out.toString().replace(" ", "").contains("\"verified\":false"), out::toString);
        assertFalse(out.toString().contains("mops"), out::toString);
        assertTrue((out.toString() + err).contains("a smaller --dt"), () -> out + "\n" + err);
    }

    @Test
    void shouldReportAsJson() {
        assertEquals(ExitCode.OK, gmt("run lj --particles 256 --steps 5 --warm-up 0 --trials 2 --in-process "
            + "--format json"), err::toString);
        final String json = out.toString().replaceAll("\\s", "");
        for (final String key : List.of("\"name\":\"interactions\"", "\"mops\":{\"min\"", "\"verified\":true",
            "\"secondsPerStep\":", "\"oneThreadSecondsPerStep\":", "\"ratio\":", "\"drift\":", "\"forceError\":",
            "\"tasksPerStep\":1,")) {
            assertTrue(json.contains(key), () -> key + " in " + json);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--particles 1", "--particles 100", "--particles 3000000000", "--cutoff 0", "--cutoff 20",
        "--dt 0", "--dt NaN", "--density -1", "--temperature -1", "--steps 0", "--block-size 0", "--tickets -1",
        "--trials 0", "--particles 1000000000 --block-size 1"})
    void shouldRefuseBeforeAnythingStarts(final String options) {
        assertEquals(ExitCode.USAGE, gmt("run lj " + options), out::toString);
        assertTrue(err.toString().startsWith("GMT-"), err::toString);
    }

    @Test
    void shouldHelpWithTwoExamples() {
        assertEquals(ExitCode.OK, gmt("run lj --help"));
        assertEquals(2, out.toString().lines().filter(text -> text.startsWith("  gmt run lj")).count());
        assertEquals(ExitCode.OK, gmt("estimate lj --particles 1000000"), err::toString);
    }
}
