package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.doctor.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code --preset} of an application that has two: 2^12 of something, and 2^39, for which no machine has memory. */
@Timeout(120)
class PresetOptionTest {
    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int gmt(final String line) {
        out.reset();
        err.reset();
        final Map<String, String> properties = Map.of("java.version", "17.0.1", "java.home",
            Environment.ofProcess().property("java.home").orElseThrow());
        return new GmtCli(new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)),
            new Environment(Map.of(), properties), folder, Machine.ofProcess(), FakeApp::all, List.of(),
            new CliContext.Starters(Optional.of(new FakeRuntime()), Optional.empty(), "none")))
            .execute(line.split(" "));
    }

    private void assertRuns(final String line, final String graph, final String preset) {
        assertEquals(ExitCode.OK, gmt("run fine --in-process --format json " + line), err::toString);
        assertTrue(out.toString().contains("\"name\": \"fake-" + graph + "\""), out::toString);
        assertTrue(out.toString().replaceAll("\\s+", "").contains(preset), out::toString);
    }

    private void assertRefused(final String line, final String message) {
        assertEquals(ExitCode.USAGE, gmt(line), out::toString);
        assertTrue(err.toString().contains(message), err::toString);
    }

    @Test
    void shouldTakeThePlaceOfUsualValuesAndSaySo() {
        assertRuns("--preset paper", "12", "\"preset\":{\"name\":\"paper\",\"-g\":\"12\"}");
        assertRuns("--preset=paper", "12", "\"preset\":{\"name\":\"paper\",\"-g\":\"12\"}");
        assertRuns("--seed 1", "16", "");
        assertFalse(out.toString().contains("preset"), out::toString);
    }

    @Test
    void shouldGiveWayToTypedOptionsBeforeAndBehind() {
        assertRuns("--preset paper -g 13", "13", "\"preset\":{\"name\":\"paper\",\"-g\":\"13\"}");
        assertRuns("-g 14 --preset paper", "14", "\"preset\":{\"name\":\"paper\",\"-g\":\"14\"}");
        assertRuns("-g 16 --preset paper", "16", "\"-g\":\"16\"");
    }

    @Test
    void shouldNameThoseThereAre() {
        assertRefused("run fine --preset papers", "--preset papers: fine has paper, paper-2.");
        assertRefused("run fine --preset paper --preset paper-2", "--preset");
        assertRefused("run wrong --preset paper", "--preset");
        assertEquals(ExitCode.OK, gmt("run fine --help"));
        final String help = out.toString().replaceAll("\\s+", " ");
        assertTrue(help.contains("paper: figure 1, 100 % of it: -g 12 "), out::toString);
        assertTrue(help.contains("paper-2: figure 2: -g 39 "), out::toString);
        assertEquals(ExitCode.OK, gmt("run wrong --help"));
        assertFalse(out.toString().contains("--preset"), out::toString);
    }

    @Test
    void shouldRefuseWhatDoesNotFitAndNameWhatDoes() {
        assertEquals(ExitCode.ENVIRONMENT_UNFIT, gmt("run fine --preset paper-2"), out::toString);
        assertTrue(err.toString().matches("(?s)GMT-120 .*numbers .*a smaller input \\(-g [0-9]+ would fit\\).*"),
            err::toString);
        assertEquals(ExitCode.OK, gmt("estimate fine --preset paper-2"), err::toString);
        assertTrue(out.toString().contains("does not fit on this machine"), out::toString);
    }

    @Test
    void shouldNotHideInAFileOfArguments() throws IOException {
        final Path file = Files.writeString(folder.resolve("line"), "--preset paper\n");
        assertRefused("run fine --in-process @" + file, "must be on the command line itself");
    }
}
