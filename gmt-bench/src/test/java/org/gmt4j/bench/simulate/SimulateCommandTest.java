package org.gmt4j.bench.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtCli;
import org.gmt4j.cli.doctor.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SimulateCommandTest {
    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int gmt(final String... arguments) {
        out.reset();
        err.reset();
        return new GmtCli(new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)),
            new Environment(Map.of(), Map.of("java.version", "17")), folder, Machine.ofProcess(), List::of,
            List.of(new SimulateContribution()),
            new CliContext.Starters(Optional.empty(), Optional.empty(), "none"))).execute(arguments);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private void assertUsage(final String message, final String... arguments) {
        assertEquals(ExitCode.USAGE, gmt(arguments), err());
        assertTrue(err().startsWith("GMT-100 ") && err().contains(message), err());
        assertEquals("", out());
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
            assertEquals(ExitCode.OK, gmt(small("--format", format)), err());
            final String first = out();
            assertEquals(ExitCode.OK, gmt(small("--format", format)), err());
            assertEquals(first, out());
        }
    }

    @Test
    void shouldSummariseAllTopologiesAndContentions() {
        for (final RequestKind kind : RequestKind.values()) {
            assertEquals(ExitCode.OK, gmt(small("--kind", kind.spelling())), err());
            assertTrue(out().contains("hypercube") && out().contains("20 %: mfcg takes ") && out()
                .contains(" costs: client="), out());
        }
    }

    @Test
    void shouldSayWhatItModels() {
        assertEquals(ExitCode.OK,
            gmt(small("--replies", "routed", "--polling", "all", "--machine", "xt5", "--every", "3")), err());
        assertTrue(out().contains("polling=all replies=routed machine=xt5") && out().contains("latency=5500"), out());
        assertEquals(ExitCode.OK, gmt(small("--format", "json", "--machine", "xt5", "--cost", "latency=1")), err());
        assertTrue(out().replace(" ", "").contains("\"machine\":\"xt5\"") && out().replace(" ", "")
            .matches("(?s).*\"latency\":1[.,].*"), out());
    }

    @Test
    void shouldWriteOneRowForEachMeasuredRank() throws Exception {
        final Path csv = folder.resolve("r.csv");
        final Path svg = folder.resolve("r.svg");
        assertEquals(ExitCode.OK, gmt(small("--topology", "fcg,MFCG", "--percent", "11", "--csv", csv.toString(),
            "--svg", svg.toString())), err());
        assertEquals(1 + 2 * 22, Files.readAllLines(csv).size());
        assertTrue(Files.readAllLines(csv).get(1).startsWith("fadd,11,fcg,2,1,1,"));
        assertTrue(Files.readString(svg).startsWith("<svg") && Files.readString(svg).contains("mfcg"));
        assertTrue(err().contains("saved " + csv), err());
    }

    @Test
    void shouldShowThePapersFiguresBesideTheFormula() {
        assertEquals(ExitCode.OK, gmt("simulate", "memory"), err());
        assertTrue(out().contains("1,048,576   12,582,912"), out());
        assertTrue(out().matches("(?s).*fcg +1024 +1023 +767\\.3 +812 +1\\.06.*"), out());
        assertTrue(out().matches("(?s).*mfcg +32x32 +62 +46\\.5 +108 +2\\.33 +16\\.5 / 7\\.5.*"), out());
        assertTrue(out().matches("(?s).*hypercube +2x2x2x2x2x2x2x2x2x2 +10 +7\\.5 +18 .*"), out());
        for (final String format : new String[] {"json", "csv", "svg"}) {
            assertEquals(ExitCode.OK,
                gmt("simulate", "memory", "--to", "1073741824", "--processes", "1", "--format", format), err());
            assertFalse(out().isEmpty());
        }
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
        assertUsage("63 bits", "simulate", "memory", "--to", "1073741824", "--processes", "1024", "--buffers", "1024",
            "--buffer-size", "64m");
    }

    @Test
    void shouldEndHelpWithExamples() {
        for (final String name : new String[] {"contention", "memory"}) {
            assertEquals(ExitCode.OK, gmt("simulate", name, "--help"));
            assertTrue(out().contains("Examples:") && out().contains("gmt simulate " + name + " --"), out());
        }
    }
}
