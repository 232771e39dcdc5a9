package org.gmt4j.bench.simulate.transpose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.bench.simulate.SimulateContribution;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TransposeCommandTest {
    @TempDir
    private Path folder;
    private CommandLineRun run;

    @BeforeEach
    void prepare() {
        run = new CommandLineRun(folder, new SimulateContribution());
    }

    private int gmt(final String... arguments) {
        return run.command(Stream.concat(Stream.of("simulate", "transpose"), Stream.of(arguments))
            .toArray(String[]::new));
    }

    private String ok(final String... arguments) {
        assertEquals(ExitCode.OK, gmt(arguments), run.err());
        return run.out();
    }

    private void assertUsage(final String message, final String... arguments) {
        assertEquals(ExitCode.USAGE, gmt(arguments), run.err());
        assertTrue(run.err().startsWith("GMT-100 ") && run.err().contains(message), run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldShowThePapersJobsBesideThePaper() {
        final String text = ok();
        assertEquals(60, text.lines().filter(line -> line.startsWith("naive ") || line.startsWith("library "))
            .filter(line -> line.contains("|")).count(), text);
        assertTrue(text.matches("(?s).*\nnaive +6400 poll +2048 +1 +256 +2500 get [^\n]* 55\\.310 +0\\.\\d\\d\n.*"),
            text);
        assertTrue(text.matches("(?s).*\nlibrary +6400 poll +40960 +1 +64 +40000 eager [^\n]* 10\\.660 +\\d.*"), text);
        assertTrue(text.matches("(?s).*\nnaive +6400 block +10240 [^\n]* - +-\n.*"), text);
        assertTrue(text.contains("there is no finding of this model"), text);
        assertTrue(text.contains(" costs: client=300 ns, ") && text.contains("wire=0.5 ns/B"), text);
        assertTrue(text.matches("(?s).*naive 6400 poll, limit 2048, buffers 1, 256 processes: polling takes [\\d.]+ "
            + "times as long as blocking \\(paper: 122\\)\n.*"), text);
        assertTrue(text.matches("(?s).*library 6400 poll, limit 10240, buffers 1, 256 processes: eager takes [\\d.]+ "
            + "of rendezvous' time \\(paper: 0.782\\)\n.*"), text);
    }

    @Test
    void shouldShowNoTimesOfThePaperForOtherJobs() {
        for (final String[] other : new String[][] {{"--per-node", "2"}, {"--cores", "5"}, {"--size", "6401"},
            {"--limit", "3k"}}) {
            final String csv = ok(Stream.concat(Stream.of("--processes", "16,24,32", "--format", "csv"),
                Stream.of(other)).toArray(String[]::new));
            assertTrue(csv.lines().skip(1).allMatch(line -> line.endsWith(",")), csv);
        }
        assertTrue(ok("--processes", "512", "--way", "naive", "--limit", "2k", "--waiting", "poll", "--format", "csv")
            .lines().skip(1).allMatch(line -> line.startsWith("naive,6400,poll,2048,1,512,676,get,")
                && line.endsWith(",")));
    }

    @Test
    void shouldBeDeterministicAndSaveAllFormats() throws Exception {
        final Path svg = folder.resolve("t.svg");
        for (final String format : new String[] {"json", "csv", "svg"}) {
            final String first = ok("--processes", "16..48", "--phase", "random", "--format", format, "--svg",
                svg.toString());
            assertEquals(first, ok("--processes", "16,32,48", "--phase", "random", "--format", format));
        }
        assertTrue(Files.readString(svg).startsWith("<svg") && Files.readString(svg).contains("library 6400"));
        final String json = ok("--processes", "16", "--way", "naive", "--waiting", "block", "--limit", "2k", "--format",
            "json").replace(" ", "");
        assertTrue(json.contains("\"verified\":true") && json.contains("\"paperSeconds\":0.13951")
            && json.contains("\"messages\":384,"), json);
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertUsage("--way fast: expected some of naive, library.", "--way", "fast");
        assertUsage("--waiting adaptive: expected some of poll, block.", "--waiting", "adaptive");
        assertUsage("--limit 2x", "--limit", "2x");
        assertUsage("--processes 1: expected 2 .. 1024", "--processes", "1");
        assertUsage("--processes 2000", "--processes", "16,2000");
        assertUsage("--processes many", "--processes", "many");
        assertUsage("the smaller number first", "--processes", "64..16");
        assertUsage("all on one node, where nothing is sent", "--processes", "4");
        assertUsage("more than the rows of --size 10", "--size", "10", "--processes", "16");
        assertUsage("--size 1: expected 2", "--size", "1");
        assertUsage("--buffers 0: expected 1", "--buffers", "0");
        assertUsage("--per-node 0: expected 1", "--per-node", "0");
        assertUsage("--cores 3: expected 4", "--cores", "3");
        assertUsage("--slice-ms 0.0: expected 0.001", "--slice-ms", "0");
        assertUsage("--slice-ms NaN", "--slice-ms", "NaN");
        assertUsage("there is no cost 'speed'", "--cost", "speed=1");
        assertUsage("--phase", "--phase", "late");
        assertUsage("make 1200 runs", "--processes", "16..256",
            "--buffers", String.join(",", Collections.nCopies(20, "1")));
        assertUsage("-o ", "-o", folder.resolve("no/where").toString());
    }

    @Test
    void shouldEndHelpWithExamples() {
        final String help = ok("--help");
        assertTrue(help.contains("Examples:") && help.contains("gmt simulate transpose --waiting poll"), help);
    }
}
