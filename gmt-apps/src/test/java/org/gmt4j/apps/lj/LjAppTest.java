package org.gmt4j.apps.lj;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.BeforeEach;
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
    private CommandLineRun run;

    @BeforeEach
    void prepare() {
        run = new CommandLineRun(folder);
    }

    private void assertVerified(final String options) {
        final String line = "run lj " + options + " --in-process --warm-up 0 --trials 1";
        assertEquals(ExitCode.OK, run.execute(line), () -> line + "\n" + run.both());
        assertTrue(run.out().contains("verified (1 trial)"), run::both);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
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
        assertEquals(ExitCode.VERIFICATION_FAILED, run.execute("run lj --particles 108 --steps 20 --dt 0.02 "
            + "--temperature 5 --warm-up 0 --trials 1 --in-process --format json"), run::both);
        assertTrue(run.out().replace(" ", "").contains("\"verified\":false"), run::out);
        assertFalse(run.out().contains("mops"), run::out);
        assertTrue(run.both().contains("a smaller --dt"), run::both);
    }

    @Test
    void shouldReportAsJson() {
        assertEquals(ExitCode.OK, run.execute("run lj --particles 256 --steps 5 --warm-up 0 --trials 2 --in-process "
            + "--format json"), run::err);
        final String json = run.out().replaceAll("\\s", "");
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
        assertEquals(ExitCode.USAGE, run.execute("run lj " + options), run::out);
        assertTrue(run.err().startsWith("GMT-"), run::err);
    }

    @Test
    void shouldHelpWithTwoExamples() {
        assertEquals(ExitCode.OK, run.execute("run lj --help"));
        assertEquals(2, run.out().lines().filter(text -> text.startsWith("  gmt run lj")).count());
        assertEquals(ExitCode.OK, run.execute("estimate lj --particles 1000000"), run::err);
    }
}
