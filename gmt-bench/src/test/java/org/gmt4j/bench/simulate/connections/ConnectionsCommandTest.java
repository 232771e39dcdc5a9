package org.gmt4j.bench.simulate.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.bench.simulate.SimulateContribution;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ConnectionsCommandTest {
    @TempDir
    private Path folder;
    private CommandLineRun run;

    @BeforeEach
    void prepare() {
        run = new CommandLineRun(folder, new SimulateContribution());
    }

    private int gmt(final String... arguments) {
        return run.command(Stream.concat(Stream.of("simulate", "connections"), Stream.of(arguments))
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

    /** The columns before memory and time; means were computed by another program, in Python, from sets of pairs. */
    private static final List<String> GOLDEN = List.of(
        "lu,8x16,128,6,22,9.1484,10,12,53.2273,62,71,1171,2688",
        "lu,32x32,1024,6,176,36.0625,38,31,209.8182,238,263,36928,179200",
        "randomaccess,-,128,6,22,21.0000,21,21,122.1818,123,123,2688,2688",
        "randomaccess,-,1024,6,176,175.0000,175,175,1018.1818,1019,1021,179200,179200",
        "lj,4096x4096,128,6,22,21.0000,21,22,122.1818,123,128,2688,2688",
        "lj,4096x4096,1024,6,176,175.0000,175,176,1018.1818,1019,1024,179200,179200",
        "flow,16x8,128,6,22,2.0469,3,3,11.9091,14,21,262,2688",
        "flow,32x32,1024,6,176,2.2617,3,6,13.1591,14,35,2316,179200",
        "nwchem,-,128,6,22,21.0000,21,,122.1818,123,,2688,2688",
        "nwchem,-,1024,6,176,175.0000,175,,1018.1818,1019,,179200,179200");

    /** The same of gmt run's programs; those that do not connect all were computed by a program in Python, too. */
    private static final List<String> GOLDEN_RUN = List.of(
        "lu,16x8,128,6,22,15.5625,17,12,90.5455,94,71,1992,2688",
        "lu,32x32,1024,6,176,36.0625,38,31,209.8182,238,263,36928,179200",
        "randomaccess,2^21,128,6,22,21.0000,21,21,122.1818,123,123,2688,2688",
        "randomaccess,2^24,1024,6,176,175.0000,175,175,1018.1818,1019,1021,179200,179200",
        "lj,57344 tasks,128,6,22,21.0000,21,22,122.1818,123,128,2688,2688",
        "lj,57344 tasks,1024,6,176,175.0000,175,176,1018.1818,1019,1024,179200,179200",
        "flow,5x25,128,6,22,1.8906,3,3,11.0000,14,21,242,2688",
        "flow,25x40,1024,6,176,2.1953,3,6,12.7727,14,35,2248,179200",
        "nwchem,360x360,128,6,22,21.0000,21,,122.1818,123,,2688,2688",
        "nwchem,360x360,1024,6,176,175.0000,175,,1018.1818,1019,,179200,179200");

    @Test
    void shouldFindTheConnectionsOfThePapersJobs() {
        assertLines(GOLDEN, ok("--program", "paper", "--processes", "128,1024", "--reductions", "none", "--format",
            "csv"));
        assertLines(GOLDEN_RUN, ok("--processes", "128,1024", "--format", "csv"));
    }

    private static void assertLines(final List<String> expected, final String csv) {
        final List<String> lines = csv.lines().toList();
        assertEquals(1 + expected.size(), lines.size());
        for (int i = 0; i < expected.size(); i++) {
            assertTrue(lines.get(i + 1).startsWith(expected.get(i) + ","), lines.get(i + 1));
        }
    }

    /** Flags of run lu go to those who read, so that gets and puts connect the same where there are many blocks. */
    @Test
    void shouldTakeTheOptionsOfRunsPrograms() {
        final String gets = ok("--app", "lu", "--processes", "48", "-N", "8192", "--format", "csv");
        assertEquals(gets, ok("--app", "lu", "--processes", "48", "-N", "8192", "--form", "put-nb", "--format", "csv")
            .replace(" put", ""));
        final String few = ok("--app", "nwchem", "--tasks", "1", "--basis", "1000", "--processes", "512", "--format",
            "csv");
        assertTrue(few.contains("nwchem,1000x1000,512,6,88,") && few.endsWith(",run,false\n"), few);
        assertTrue(ok("--app", "lj", "--atoms", "640", "--atom-block", "640", "--steps", "1", "--processes", "60")
            .contains("1 tasks"));
        final String flow = ok("--app", "flow", "--processes", "256,1024");
        assertTrue(flow.contains("flow, 256 processes: 6 without a part in 10x25, as in gmt run.")
            && flow.contains("flow, 1024 processes: 24 without"), flow);
        final String lu = ok("--app", "lu", "-N", "1024", "--processes", "1024");
        assertTrue(lu.contains("lu, 1024 processes: 768 without a part in 16x16, as in gmt run."), lu);
    }

    /** Node 0 with all others, and a tree of fan-out 4. */
    @Test
    void shouldAddWhatTheRuntimeConnects() {
        final String alone = ok("--app", "flow", "--grid", "1x1x1", "--processes", "6", "--per-node", "1", "--format",
            "csv");
        assertTrue(alone.contains("flow,1x1,6,1,6,0.0000,0,,0.0000,0,,0,30,"), alone);
        final String runtime = ok("--app", "flow", "--grid", "1x1x1", "--processes", "6", "--per-node", "1",
            "--runtime", "--format", "csv");
        // 0 to five others, four of them back, and 1 to 5 both ways
        assertTrue(runtime.contains("flow,1x1,6,1,6,1.8333,5,,1.8333,4,,11,30,")
            && runtime.endsWith(",run,true\n"), runtime);
    }

    /** Those of the paper's figures that the patterns explain. */
    @Test
    void shouldAgreeWithThePaperWhereTheDocumentationSaysSo() {
        final String flow = ok("--program", "paper", "--app", "FLOW", "--processes", "128..512", "--corners",
            "--reductions", "none", "--count", "all");
        assertTrue(flow.matches("(?s).*flow +16x8 corners +128 +22 .*\\| +20\\.7 +24 +21 +0\\.99.*"), flow);
        assertTrue(flow.matches("(?s).*flow +16x16 corners +256 +44 .*\\| +21\\.8 +24 +22 +0\\.99.*"), flow);
        assertTrue(flow.matches("(?s).*flow +32x16 corners +512 +88 .*\\| +22\\.1 +24 +23 +0\\.96.*"), flow);
        for (final String program : List.of("run", "paper")) {
            final String lj = ok("--program", program, "--app", "lj", "--processes", "128..1024", "--count", "all");
            assertEquals(8, lj.split(" 1\\.00").length - 1, lj);
        }
        assertTrue(ok("--app", "lu", "--processes", "512").matches("(?s).*\\| +193\\.1 +206 +197 +0\\.98.*"));
        final String lu = ok("--program", "paper", "--app", "lu", "--processes", "512", "--ranks", "column");
        assertTrue(lu.matches("(?s).*\\| +193\\.1 +206 +197 +0\\.98.*"), lu);
        assertTrue(lu.contains("512 processes: the paper's two means cannot be of the same connections: 197 processes "
            + "on each of 88 servers are 33.9 servers of a process, not 25."), lu);
    }

    @Test
    void shouldShowNoFiguresOfThePaperForOtherJobs() {
        assertTrue(ok("--app", "lu", "--processes", "128", "--per-node", "12").matches("(?s).* 128 +11 .*- +-.*"));
        final String lines = ok("--app", "all", "--processes", "12,13", "--per-node", "4", "--nodes", "fill",
            "--format", "csv");
        assertEquals(11, lines.lines().count());
        assertEquals(10, lines.lines().filter(line -> line.matches("[a-z]+,[^,]+,1[23],4,[34],[^,]+,[^,]+,,.*"))
            .count(), lines);
        assertTrue(ok("--app", "flow", "--processes", "128", "--grid", "300x300x15")
            .matches("(?s).* 22 \\|[^|]*- +-.*"));
    }

    @Test
    void shouldPriceConnectionsByThePapersCosts() {
        final String text = ok("--app", "randomaccess", "--processes", "1024", "--per-node", "1");
        assertTrue(text.contains("takes 839 us serial and 482 us overlapped"), text);
        assertTrue(text.contains("4,095 of one process, as in figure 12: 3.44 s and 1.97 s"), text);
        assertTrue(text.matches("(?s).*randomaccess +1,024 \\| +87\\.91 +87\\.91 +0\\.0% +0\\.00 \\| +0\\.8583 "
            + "+0\\.8583 +0\\.4931 +0\\.4829\\n.*"), text);
        final String json = ok("--program", "paper", "--app", "flow", "--processes", "4", "--per-node", "2",
            "--connection-bytes", "1k", "--create-us", "10", "--ready-us", "1", "--request-us", "0.5", "--format",
            "json").replace(" ", "");
        // two nodes, each of four processes connected to the other one: four connections with two ends of 1,024 bytes
        assertTrue(json.contains("\"connections\":4,") && json.contains("\"bytesOfNode\":4096,"), json);
        assertTrue(json.contains("\"serialSeconds\":0.000021,") && json.contains("\"overlappedSeconds\":0.0000115,")
            && json.contains("\"serverSeconds\":0.000022"), json);
    }

    @Test
    void shouldBeDeterministicAndSaveAllFormats() throws Exception {
        final Path svg = folder.resolve("c.svg");
        for (final String format : new String[] {"json", "csv", "svg"}) {
            for (final String program : List.of("paper", "run")) {
                final String first = ok("--program", program, "--processes", "24..96", "--format", format, "--svg",
                    svg.toString());
                assertEquals(first, ok("--program", program, "--processes", "24,48,96", "--format", format));
            }
        }
        assertTrue(Files.readString(svg).startsWith("<svg") && Files.readString(svg).contains("randomaccess"));
        assertTrue(run.err().contains("connections (simulated)"), run.err());
        assertEquals(ok("--app", "lj", "--processes", "96", "--atoms", "640", "--format", "csv"),
            ok("--app", "lj", "--processes", "96", "--atoms", "640", "--seed", "1", "--format", "csv"));
        final String[] few = {"--program", "paper", "--app", "nwchem", "--transfers", "9", "--processes", "96",
            "--format", "csv", "--seed"};
        assertTrue(!ok(with(few, "1")).equals(ok(with(few, "2"))));
        final String[] run = {"--app", "nwchem", "--tasks", "1", "--processes", "96", "--format", "csv", "--seed"};
        assertTrue(!ok(with(run, "1")).equals(ok(with(run, "2"))));
    }

    private static String[] with(final String[] words, final String last) {
        return Stream.concat(Stream.of(words), Stream.of(last)).toArray(String[]::new);
    }

    @Test
    void shouldTakeSecondsForTheLargestJobs() {
        assertTrue(ok("--processes", "12288", "--app", "lj").contains("12,288  2,048"));
        assertTrue(ok("--processes", "2048", "--app", "nwchem").contains(" 2,048    352 "));
        assertTrue(ok("--program", "paper", "--processes", "12288", "--app", "lu,flow").contains("12,288  2,048"));
        final String text = ok("--processes", "100..12288", "--app", "lu,flow");
        assertTrue(text.contains(" 6,400 ") && text.contains("12,288  2,048"), text);
        assertTrue(ok("--app", "randomaccess,lu", "--processes", "12288", "--per-node", "12")
            .contains("12,288  1,024"));
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertUsage("--app hpl: expected all, or some of lu, randomaccess, lj, flow, nwchem.", "--app", "lu,hpl");
        assertUsage("--app all: expected", "--app", "all,lu");
        assertUsage("--processes 1: expected 2 .. 16384", "--processes", "1");
        assertUsage("--processes 20000", "--processes", "20000");
        assertUsage("--processes many", "--processes", "many");
        assertUsage("--processes 128..", "--processes", "128..");
        assertUsage("the smaller number first", "--processes", "256..128");
        assertUsage("--per-node 0: expected 1 .. 1024", "--per-node", "0");
        assertUsage("all on one node, where nothing connects", "--processes", "6");
        assertUsage("--nodes 1: expected paper, fill, or nodes for 128 processes, 22 .. 128 with --per-node 6.",
            "--nodes", "1", "--processes", "128");
        assertUsage("--nodes few", "--nodes", "few");
        assertUsage("16 blocks along a side, and 1024 processes in a grid of 32x32 need 32", "--program",
            "paper", "--app", "lu", "-N", "1024", "--processes", "1024");
        assertUsage("--tasks 2048 of each of 16384 processes: more than 16777216 in all", "--app", "nwchem",
            "--processes", "16384", "--tasks", "2048");
        assertUsage("-N 0: expected 1 ..", "-N", "0");
        assertUsage("--block 0: expected 1 .. 16384", "--block", "0");
        assertUsage("expected at most 16384. Enlarge the block.", "-N", "1000000", "--block", "1");
        assertUsage("--ranks", "--ranks", "diagonal");
        assertUsage("--updates 0", "--updates", "0");
        assertUsage("--atoms 0", "--atoms", "0");
        assertUsage("--atom-block 9", "--atoms", "8", "--atom-block", "9");
        assertUsage("--transfers -1", "--program", "paper", "--transfers", "-1");
        assertUsage("--grid 400x400: expected numbers in x, y and z", "--grid", "400x400");
        assertUsage("--grid 4x0x15", "--grid", "4x0x15");
        assertUsage("would have parts without cells", "--program", "paper", "--app", "flow", "--grid", "7x8x15",
            "--processes", "64");
        assertUsage("--parts 4x4x4: 64 parts for --processes 128", "--program", "paper", "--app", "flow", "--parts",
            "4x4x4", "--processes", "128");
        assertUsage("a grid of 2x2x16 would have parts without cells", "--program", "paper", "--app", "flow",
            "--parts", "2x2x16", "--processes", "64");
        assertUsage("--create-us -1.0: expected 0", "--create-us", "-1");
        assertUsage("--connection-bytes 5x", "--connection-bytes", "5x");
        assertUsage("-o ", "-o", folder.resolve("no/where").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--corners", "--parts 2x2x1", "--ranks row", "--diagonal all", "--reductions none",
        "--transfers 5"})
    void shouldRefuseOptionsOfThePapersProgramForThoseOfRun(final String option) {
        assertUsage(option.split(" ")[0] + ": an option of --program paper", option.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--form get-nb", "--tasks 5", "--basis 60", "--steps 3"})
    void shouldRefuseOptionsOfRunForThePapersPrograms(final String option) {
        assertUsage(option + ": an option of --program run", ("--program paper " + option).split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--form get|get-blocking, get-nb or put-nb", "--tasks 0|expected 1 ..",
        "--basis 2|expected 25 ..", "--steps 0|expected 1 ..", "--atoms 105|expected 106 ..",
        "--atoms 17000000 --atom-block 2000|expected 106 .. 16777216",
        "--updates 1099511627776|Reduce --updates.", "--grid 1000000x1000000x2|fewer than 2^31 cells",
        "--program ours|--program"})
    void shouldRefuseWhatRunWouldRefuse(final String options, final String message) {
        assertUsage(message, options.split(" "));
    }

    @Test
    void shouldEndHelpWithExamples() {
        final String help = ok("--help");
        assertTrue(help.contains("Examples:") && help.contains("gmt simulate connections --app lu,flow"), help);
        assertTrue(help.contains("--program") && help.contains("no test"), help);
    }
}
