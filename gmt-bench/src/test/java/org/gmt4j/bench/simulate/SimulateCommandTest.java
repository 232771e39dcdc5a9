package org.gmt4j.bench.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SimulateCommandTest {
    @TempDir
    private Path folder;
    private CommandLineRun run;

    @BeforeEach
    void prepare() {
        run = new CommandLineRun(folder, new SimulateContribution());
    }

    private void assertUsage(final String message, final String... arguments) {
        assertEquals(ExitCode.USAGE, run.command(arguments), run.err());
        assertTrue(run.err().startsWith("GMT-100 ") && run.err().contains(message), run.err());
        assertEquals("", run.out());
    }

    private static final String[] SMALL = {"simulate", "contention", "--nodes", "12", "--processes", "2",
        "--iterations", "3"};

    private static String[] small(final String... more) {
        return java.util.stream.Stream.concat(java.util.Arrays.stream(SMALL), java.util.Arrays.stream(more))
            .toArray(String[]::new);
    }

    @Test
    void shouldBeDeterministicInAllFormatsButTheWallClock() {
        for (final String format : new String[] {"json", "csv", "svg"}) {
            assertEquals(ExitCode.OK, run.command(small("--format", format)), run.err());
            final String first = run.out();
            assertEquals(ExitCode.OK, run.command(small("--format", format)), run.err());
            assertEquals(first, run.out());
        }
    }

    /** Who has the old file open, here by its second name, keeps all of it. */
    @Test
    void shouldReplaceFilesRatherThanOverwriteThem() throws Exception {
        for (final String option : List.of("-o", "--json", "--csv", "--svg")) {
            final Path file = Files.writeString(folder.resolve("result"), "old");
            final Path reader = Files.createLink(folder.resolve("reader"), file);
            assertEquals(ExitCode.OK, run.command(small(option, file.toString())), run.err());
            assertEquals("old", Files.readString(reader), option);
            assertTrue(Files.size(file) > 3, option);
            Files.delete(file);
            Files.delete(reader);
        }
    }

    @Test
    void shouldSummariseAllTopologiesAndContentions() {
        for (final RequestKind kind : RequestKind.values()) {
            assertEquals(ExitCode.OK, run.command(small("--kind", kind.spelling())), run.err());
            assertTrue(run.out().contains("hypercube") && run.out().contains("20 %: mfcg takes ") && run.out()
                .contains(" costs: client="), run.out());
        }
    }

    @Test
    void shouldSayWhatItModels() {
        assertEquals(ExitCode.OK,
            run.command(small("--replies", "routed", "--polling", "all", "--machine", "xt5", "--every", "3")),
            run.err());
        assertTrue(run.out().contains("polling=all replies=routed machine=xt5")
            && run.out().contains("latency=5500"),
            run.out());
        assertEquals(ExitCode.OK, run.command(small("--format", "json", "--machine", "xt5", "--cost", "latency=1")),
            run.err());
        assertTrue(run.out().replace(" ", "").contains("\"machine\":\"xt5\"") && run.out().replace(" ", "")
            .matches("(?s).*\"latency\":1[.,].*"), run.out());
    }

    @Test
    void shouldWriteOneRowForEachMeasuredRank() throws Exception {
        final Path csv = folder.resolve("r.csv");
        final Path svg = folder.resolve("r.svg");
        assertEquals(ExitCode.OK, run.command(small("--topology", "fcg,MFCG", "--percent", "11", "--csv",
            csv.toString(),
            "--svg", svg.toString())), run.err());
        assertEquals(1 + 2 * 22, Files.readAllLines(csv).size());
        assertTrue(Files.readAllLines(csv).get(1).startsWith("fadd,11,fcg,2,1,1,"));
        assertTrue(Files.readString(svg).startsWith("<svg") && Files.readString(svg).contains("mfcg"));
        assertTrue(run.err().contains("saved " + csv), run.err());
    }

    @Test
    void shouldShowThePapersFiguresBesideTheFormula() {
        assertEquals(ExitCode.OK, run.command("simulate", "memory"), run.err());
        assertTrue(run.out().contains("1,048,576   12,582,912"), run.out());
        assertTrue(run.out().matches("(?s).*fcg +1024 +1023 +767\\.3 +812 +1\\.06.*"), run.out());
        assertTrue(run.out().matches("(?s).*mfcg +32x32 +62 +46\\.5 +108 +2\\.33 +16\\.5 / 7\\.5.*"), run.out());
        assertTrue(run.out().matches("(?s).*hypercube +2x2x2x2x2x2x2x2x2x2 +10 +7\\.5 +18 .*"), run.out());
        for (final String format : new String[] {"json", "csv", "svg"}) {
            assertEquals(ExitCode.OK,
                run.command("simulate", "memory", "--to", "1073741824", "--processes", "1", "--format", format),
                run.err());
            assertFalse(run.out().isEmpty());
        }
    }

    /** A small job may have no process at which one in so many falls. */
    @Test
    void shouldSayHowManyContend() {
        assertEquals(ExitCode.OK, run.command("simulate", "contention", "--nodes", "4", "--processes", "1",
            "--topology", "fcg", "--percent", "0,20,25"), run.err());
        assertTrue(run.out().contains("\n0             0 fcg ") && run.out().contains("\n20            0 fcg ")
            && run.out().contains("\n25            1 fcg "), run.out());
    }

    @Test
    void shouldRunAsManyModelsAsTheMemoryHolds() {
        final long launcher = 256L << 20;
        assertEquals(1, ContentionCommand.atOnce(launcher, 2048, 1, 16));
        assertEquals(4, ContentionCommand.atOnce(launcher, 1024, 1, 16));
        assertEquals(16, ContentionCommand.atOnce(launcher, 256, 4, 16));
        assertEquals(1, ContentionCommand.atOnce(1 << 20, 2048, 32, 2));
    }

    @Test
    void shouldSayThatTimeHasEnded() {
        assertEquals(ExitCode.RUN_FAILED, run.command("simulate", "contention", "--nodes", "4", "--processes", "4",
            "--kind", "acc", "--bytes", "1048576", "--buffer-size", "1025k", "--topology", "fcg", "--iterations",
            "2000", "--cost", "wire=1e6"), run.out());
        assertTrue(run.err().startsWith("GMT-390 the simulated time exceeds 2^63 ps"), run.err());
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertUsage("no experiment is named", "simulate");
        assertUsage("--nodes 1: expected 2", "simulate", "contention", "--nodes", "1");
        assertUsage("--processes 0", "simulate", "contention", "--processes", "0");
        assertUsage("--percent 101", small("--percent", "101"));
        assertUsage("--topology ring: expected all", small("--topology", "ring"));
        assertUsage("there is no cost 'gravity'", small("--cost", "gravity=9"));
        assertUsage("in ns", small("--cost", "send=much"));
        assertUsage("expected 0 ..", small("--cost", "send=-1"));
        assertUsage("too small for a request", small("--kind", "acc", "--bytes", "20000"));
        assertUsage("--machine", small("--machine", "t3e"));
        assertUsage("--replies", small("--replies", "pigeon"));
        assertUsage("--every 0", small("--every", "0"));
        assertUsage("--machine xt5 is another", small("--machine", "xt5", "--calibrate"));
        assertUsage("--buffer-size 5x", small("--buffer-size", "5x"));
        assertUsage("-o ", small("-o", folder.resolve("no/where").toString()));
        assertUsage("--to 0", "simulate", "memory", "--to", "0");
        assertUsage("cost wire=1.000000001E9: expected 0 .. 1000000000 ns/B", small("--cost", "wire=1000000001"));
        assertUsage("--nodes 1073741824 x 1024", "simulate", "memory", "--nodes", "1073741824", "--to", "2",
            "--processes", "1024", "--buffers", "1024", "--buffer-size", "64m");
        assertUsage("63 bits", "simulate", "memory", "--to", "1073741824", "--processes", "1024", "--buffers", "1024",
            "--buffer-size", "64m");
    }

    @Test
    void shouldEndHelpWithExamples() {
        for (final String name : new String[] {"contention", "memory"}) {
            assertEquals(ExitCode.OK, run.command("simulate", name, "--help"));
            assertTrue(run.out().contains("Examples:") && run.out().contains("gmt simulate " + name + " --"),
                run.out());
        }
    }
}
