package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.doctor.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;

@Timeout(240)
class GmtCliTest {

    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> variables = new HashMap<>();
    private CliContext.Role role = CliContext.Role.LAUNCHER;
    private Machine machine = Machine.ofProcess();

    @Command(name = "generate")
    private static final class Generate implements Callable<Integer> {
        @Override
        public Integer call() {
            return ExitCode.RUN_FAILED;
        }
    }

    private int gmt(final String... arguments) {
        final Map<String, String> properties = Map.of("java.version", "17.0.1", "java.home",
            Environment.ofProcess().property("java.home").orElseThrow());
        return new GmtCli(new CliContext(role,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)),
            new Environment(variables, properties), folder, machine, FakeApp::all,
            List.of(context -> List.of(new Generate())),
            new CliContext.Starters(Optional.of(new FakeRuntime()), Optional.empty(), "none")))
            .execute(arguments);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private void assertUsage(final String message, final String... arguments) {
        err.reset();
        assertEquals(ExitCode.USAGE, gmt(arguments), err());
        assertTrue(err().contains(message), err());
        assertTrue(err().startsWith("GMT-1"), err());
        assertFalse(err().contains("\tat "), err());
        assertEquals("", out());
    }

    @Test
    void shouldRefuseListsOfNothing() {
        for (final String list : List.of(",", ",,", ",a", "a,,b", "")) {
            assertUsage("GMT-100 gmt bench quick: --ways " + list
                + ": expected a value, or several with a comma between two of them.", "bench", "quick", "--ways", list);
        }
        assertUsage("GMT-100 gmt bench quick: --counts ,: expected a value", "bench", "quick", "--counts", ",");
        assertUsage("GMT-100 gmt bench quick: --names ,: expected a value", "bench", "quick", "--names", ",");
    }

    @Test
    void shouldNameWhatThereIs() {
        assertUsage("GMT-100 gmt run: no application has the name 'nosuch'. There are: boom, fine", "run", "nosuch");
        assertUsage("(did you mean fine?)", "run", "fin");
        assertUsage("GMT-100 gmt bench: no benchmark has the name 'nosuch'. There are: quick", "bench", "nosuch");
        assertUsage("GMT-100 gmt: there is no command 'nosuch'. There are: run, bench", "nosuch");
    }

    @Test
    void shouldSpellChoicesAsTheyAreTyped() {
        assertUsage("'--format': expected one of text, json, csv but was 'xml'", "run", "fine", "--format", "xml");
    }

    @Test
    void shouldRefuseDurationsWithoutUnit() {
        assertUsage("GMT-102 gmt.join.timeout = '60' (from flag --join-timeout) is not usable: "
            + "expected a whole duration with its unit", "run", "fine",
            "--in-process", "--join-timeout", "60");
        assertEquals(ExitCode.OK, gmt("run", "fine", "--in-process", "--join-timeout", "60s"), err());
    }

    @Test
    void shouldShowHelpByItsWord() {
        assertEquals(ExitCode.OK, gmt("help", "run", "fine"));
        assertTrue(out().contains("Usage: gmt run fine") && out().contains("--join-timeout 60s"), out());
        out.reset();
        assertEquals(ExitCode.OK, gmt("help"));
        assertTrue(out().contains("Usage: gmt ") && out().contains("gmt help run bfs"), out());
    }

    /** The parser forgives everything beside --help. */
    @Test
    void shouldNotHelpWithWhatThereIsNot() {
        assertUsage("GMT-100 gmt: there is no command 'nosuch'", "help", "nosuch");
        assertUsage("GMT-100 gmt run: no application has the name 'nosuch'", "help", "run", "nosuch");
        assertUsage("GMT-100 gmt bench: no benchmark has the name 'fine'", "bench", "fine", "--help");
        assertEquals(ExitCode.OK, gmt("run", "fine", "extra", "--help"), err());
    }

    @Test
    void shouldColourNothingOnADumbTerminal() throws Exception {
        final Path descriptors = Files.createDirectories(folder.resolve("proc/self/fd"));
        Files.createSymbolicLink(descriptors.resolve("1"), Path.of("/dev/pts/3"));
        Files.createSymbolicLink(descriptors.resolve("2"), Path.of("/dev/pts/3"));
        machine = new Machine(folder, 2);
        assertEquals(ExitCode.OK, gmt("--help"));
        assertTrue(out().contains("\u001b"), out());
        out.reset();
        variables.put("TERM", "dumb");
        assertEquals(ExitCode.OK, gmt("--help"));
        assertFalse(out().contains("\u001b"), out());
    }

    @Test
    void shouldColourNothingThatIsNoTerminal() {
        assertEquals(ExitCode.OK, gmt("--help"));
        assertFalse(out().contains("\u001b"), out());
    }

    /** Who has the old file open, here by its second name, keeps all of it. */
    @ParameterizedTest
    @ValueSource(strings = {"run fine --in-process", "estimate fine", "config", "topology"})
    void shouldReplaceAResultRatherThanOverwriteIt(final String command) throws Exception {
        final Path file = Files.writeString(folder.resolve("result.json"), "old");
        final Path reader = Files.createLink(folder.resolve("reader"), file);
        assertEquals(ExitCode.OK, gmt((command + " --format json -o result.json").split(" ")), err());
        assertEquals("old", Files.readString(reader));
        assertTrue(Files.readString(file).matches("(?s)[{\\[].*[}\\]]\n"), err());
    }

    @Test
    void shouldWriteSettingsWhereAsked() throws Exception {
        assertEquals(ExitCode.OK, gmt("config", "-o", "here.txt"), err());
        assertEquals("", out());
        assertTrue(Files.readString(folder.resolve("here.txt")).contains("gmt.fibers"));
        assertUsage("-o no/here.txt: cannot write there", "config", "-o", "no/here.txt");
        assertUsage("-o no/here.txt: cannot write there", "config", "--set", "nosuch=1", "-o", "no/here.txt");
    }

    @Test
    void shouldSayWhyASettingsFileCannotBeRead() throws Exception {
        assertUsage("GMT-103 settings file /nofile cannot be read: there is no such file. Name another",
            "run", "fine", "--config", "/nofile");
        Files.write(folder.resolve("binary"), new byte[] {(byte) 0xFF, (byte) 0xFE, 0, 1});
        assertUsage("cannot be read: it is not text in UTF-8. Name another", "run", "fine",
            "--config", folder.resolve("binary").toString());
    }

    @Test
    void shouldWriteAResultThroughALinkToAFileThatIsStillToBeMade() throws Exception {
        Files.createDirectory(folder.resolve("there"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("there/result.json"));
        assertEquals(ExitCode.OK, gmt("run", "fine", "--in-process", "--format", "json", "-o", "link"), err());
        assertTrue(Files.exists(folder.resolve("there/result.json")), err());
    }

    @Test
    void shouldSayThatTheWorkingFolderIsNotThere() {
        folder = folder.resolve("under another name");
        assertUsage("GMT-103 the working folder " + folder + " does not exist under this name", "run", "fine");
        assertTrue(err().contains("LC_ALL=C.UTF-8"), err());
    }

    @Test
    void shouldRefuseTextsThatCannotBeNamesOfFiles() {
        assertUsage("LC_ALL=C.UTF-8", "run", "--jar", "a\0b.jar");
        assertUsage("LC_ALL=C.UTF-8", "config", "-o", "a\0b.txt");
    }

    @Test
    void shouldSayWhatSettingsMean() {
        assertEquals(ExitCode.OK, gmt("config", "--meanings"));
        assertTrue(out().contains("    Time within which all nodes of a job must have joined."), out());
    }

    @Test
    void shouldRunInProcess() {
        assertEquals(ExitCode.OK, gmt("run", "fine", "--in-process", "-n", "3", "-g", "10"), err());
        assertTrue(out().contains("graph fake-10  V=1,024 E=16,384"), out());
        assertTrue(out().contains("transport=loopback"), out());
        assertTrue(out().contains(" verified (1 trial)"), out());
    }

    @Test
    void shouldWriteJsonToStandardOutputAndTextToStandardError() {
        assertEquals(ExitCode.OK, gmt("run", "fine", "--in-process", "--format", "json", "--seed", "5"), err());
        assertTrue(out().startsWith("{"), out());
        assertTrue(out().contains("\"seed\": 5"), out());
        assertTrue(err().contains("MTEPS"), err());
    }

    @Test
    void shouldWriteResultToFile() throws Exception {
        assertEquals(ExitCode.OK, gmt("bench", "quick", "--in-process", "--format", "csv", "-o", "r.csv"), err());
        assertEquals("", out());
        assertTrue(Files.readString(folder.resolve("r.csv")).startsWith("app,"));
        assertTrue(err().contains("saved"), err());
    }

    @Test
    void shouldEndWithThreeWhenVerificationFails() {
        assertEquals(ExitCode.VERIFICATION_FAILED, gmt("run", "wrong", "--in-process"));
        assertTrue(err().contains("GMT-140 verification of wrong failed"), err());
        assertFalse(out().contains("MTEPS"), out());
    }

    @Test
    void shouldSkipVerification() {
        assertEquals(ExitCode.OK, gmt("run", "wrong", "--in-process", "--no-verify", "--format", "json"));
        assertTrue(out().contains("\"verified\": null"), out());
    }

    @Test
    void shouldEndWithOneWhenApplicationFails() {
        assertEquals(ExitCode.RUN_FAILED, gmt("run", "boom", "--in-process"));
        assertTrue(err().startsWith("GMT-130 the run failed: IllegalStateException: as asked. Run again with --debug"),
            err());
        assertFalse(err().contains("\tat "), err());
        err.reset();
        assertEquals(ExitCode.RUN_FAILED, gmt("run", "boom", "--in-process", "--debug"));
        assertTrue(err().contains("\tat "), err());
    }

    @Test
    void shouldRefuseWrongUse() throws Exception {
        assertUsage("which command?");
        assertUsage("which application? There are: boom, fine, refused, wait, wrong", "run");
        assertUsage("gmt run", "run", "fien");
        assertUsage("Possible solutions: --nodes", "run", "fine", "--nods=3");
        assertUsage("GMT-102 gmt.nodes = 'x' (from flag --nodes)", "run", "fine", "-n", "x");
        assertUsage("expected between 1 and", "run", "fine", "-n", "0");
        assertUsage("expected one of auto|ipc|udp|loopback", "run", "fine", "--transport", "tcp");
        assertUsage("--format", "run", "fine", "--format", "xml");
        assertUsage("Did you mean gmt.join.timeout?", "run", "fine", "--set", "join.timeuot=3s");
        assertUsage("expected key=value", "run", "fine", "--set", "join.timeout");
        assertUsage("expected one of fcg|mfcg|cfcg|hypercube", "run", "fine", "--topology", "torus");
        assertUsage("GMT-102 gmt.edge.buffers = '0'", "run", "fine", "--topology", "mfcg", "--edge-buffers", "0");
        assertUsage("add --in-process", "run", "fine", "--transport", "loopback");
        assertUsage("plan combined", "run", "fine", "--plan", "combined", "--workers", "2");
        assertUsage("-g 50: at most 40", "run", "fine", "-g", "50");
        assertUsage("cannot write there", "run", "fine", "-o", "absent/file");
        Files.createSymbolicLink(folder.resolve("astray"), Path.of("absent/file"));
        assertUsage("cannot write there", "run", "fine", "-o", "astray");
        assertUsage("GMT-103", "run", "fine", "--config", "absent.properties");
        assertUsage("do not fit together", "run", "fine", "--set", "silence.limit=1s");
    }

    @Test
    void shouldRefuseTopologiesThatDoNotFit() {
        assertEquals(ExitCode.USAGE, gmt("run", "fine", "-n", "7", "--in-process", "--topology", "mfcg",
            "--topology-shape", "3x2"));
        assertTrue(err().startsWith("GMT-260 shape 3x2 has 6 places for 7 nodes"), err());
        assertEquals("", out());
        err.reset();
        assertEquals(ExitCode.OK,
            gmt("run", "fine", "-n", "7", "--in-process", "--topology", "mfcg", "--topology-shape", "3x3"), err());
        assertTrue(out().contains("topology=mfcg"), out());
    }

    @Test
    void shouldRefuseHalfOfAnIdentity() {
        variables.put("GMT_NODE_ID", "1");
        assertUsage("GMT-113 half of a job's description", "run", "fine");
        variables.put("GMT_NODES", "2");
        variables.put("GMT_SEED", "localhost:7777");
        assertUsage("--in-process contradicts", "run", "fine", "--in-process");
        assertUsage("contradicts GMT_NODES=2", "run", "fine", "-n", "3");
    }

    @Test
    void shouldRefuseWhatDoesNotFitIntoMemory() {
        assertEquals(ExitCode.ENVIRONMENT_UNFIT, gmt("run", "fine", "-g", "40"));
        assertTrue(err().startsWith("GMT-120 2 nodes need about"), err());
        err.reset();
        assertEquals(ExitCode.ENVIRONMENT_UNFIT, gmt("run", "fine", "-n", "10000"));
        assertTrue(err().contains("Take fewer nodes (at most"), err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "run", "bench", "run fine", "bench quick", "config", "doctor", "topology",
        "estimate", "estimate fine", "top"})
    void shouldEndHelpWithExamples(final String command) {
        assertEquals(ExitCode.OK, gmt((command + " --help").strip().split(" ")), err());
        final String[] parts = out().split("Examples:\n");
        assertEquals(2, parts.length, out());
        assertEquals(2, parts[1].lines().filter(line -> line.startsWith("  gmt ")).count(), out());
        assertEquals("", err());
    }

    @Test
    void shouldListApplicationsAndContributedCommands() {
        gmt("--help");
        assertTrue(out().contains("generate"), out());
        gmt("run", "--help");
        assertTrue(out().contains("Does what its name says, 10 %n included."), out());
        assertEquals(ExitCode.RUN_FAILED, gmt("generate"));
    }

    @Test
    void shouldPrintVersion() {
        assertEquals(ExitCode.OK, gmt("--version"));
        assertTrue(out().startsWith("gmt 0."), out());
    }

    @Test
    void shouldPrintConfigurationWithOrigins() throws Exception {
        Files.writeString(folder.resolve("gmt.properties"), "gmt.heartbeat.interval=2s\n");
        variables.put("GMT_WORKERS", "3");
        assertEquals(ExitCode.OK, gmt("config", "--join-timeout", "5s", "-n", "4", "--set", "helpers=2"), err());
        assertTrue(out().matches("(?s).*gmt.join.timeout +5s +ms +flag --join-timeout\n.*"), out());
        assertTrue(out().matches("(?s).*gmt.nodes +4 +count +flag --nodes\n.*"), out());
        assertTrue(out().matches("(?s).*gmt.helpers +2 +count +flag --set\n.*"), out());
        assertTrue(out().matches("(?s).*gmt.workers +3 +count +environment GMT_WORKERS\n.*"), out());
        assertTrue(out().matches("(?s).*gmt.heartbeat.interval +2s +ms +file gmt.properties:1\n.*"), out());
        assertTrue(out().matches("(?s).*gmt.silence.limit +30s +ms +default\n.*"), out());
        out.reset();
        assertEquals(ExitCode.OK, gmt("config", "--format", "json", "--changed"));
        assertTrue(out().contains("\"origin\" : \"environment\""), out());
        assertFalse(out().contains("gmt.silence.limit"), out());
    }

    @Test
    void shouldQuoteWhatHasCommas() throws Exception {
        Files.writeString(folder.resolve("a,b.properties"), "gmt.profile.folder=/tmp/c\"d\n");
        final String file = folder.resolve("a,b.properties").toString();
        assertEquals(ExitCode.OK, gmt("config", "--changed", "--format", "csv", "--config", file), err());
        assertEquals("key,value,unit,origin\ngmt.profile.folder,\"/tmp/c\"\"d\",,\"file a,b.properties:1\"\n", out());
    }

    @Test
    void shouldExamineTheMachineInEveryFormat() {
        gmt("doctor", "--format", "csv");
        assertTrue(out().startsWith("status,name,value,consequence,remedy\n"), out());
        final String cell = "(\"[^\"]*\"|[^\",]*)";
        assertTrue(out().lines().allMatch(line -> line.matches(cell + ("," + cell).repeat(4))), out());
    }

    @Test
    void shouldExamineTheMachine() {
        final int code = gmt("doctor");
        assertTrue(code == ExitCode.OK || code == ExitCode.ENVIRONMENT_UNFIT, err());
        assertTrue(out().contains("udp loopback"), out());
        out.reset();
        assertEquals(ExitCode.ENVIRONMENT_UNFIT, gmt("doctor", "-n", "16000"));
        assertTrue(out().contains("bad   memory"), out());
        assertTrue(out().contains("-> take --nodes"), out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"config --limit 5s", "config --jar no.jar", "config --classes no", "config --no-verify",
        "doctor --limit 5s", "doctor -o file", "doctor --jar no.jar"})
    void shouldRefuseOptionsThatMeanNothingToACommand(final String line) {
        assertEquals(ExitCode.USAGE, gmt(line.split(" ")));
        assertTrue(err().startsWith("GMT-100 gmt "), err());
    }
}
