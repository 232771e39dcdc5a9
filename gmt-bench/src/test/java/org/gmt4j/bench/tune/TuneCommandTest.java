package org.gmt4j.bench.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.bench.job.ArchivedJobs;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtCli;
import org.gmt4j.cli.doctor.Machine;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.engine.node.SettingRecords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ExtendWith(ArchivedJobs.class)
class TuneCommandTest {
    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int gmt(final String... arguments) {
        return new GmtCli(new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)),
            new Environment(Map.of(), Map.of("java.version", "17")), folder, Machine.ofProcess(), List::of,
            List.of(new TuneContribution()),
            new CliContext.Starters(Optional.empty(), Optional.empty(), "none"))).execute(arguments);
    }

    private static Threshold threshold(final double... ratios) {
        final List<Threshold.Point> points = new ArrayList<>();
        for (int i = 0; i < ratios.length; i++) {
            points.add(new Threshold.Point(1024 << i, ratios[i] * 5, 5));
        }
        return new Threshold("put", points);
    }

    @Test
    void shouldFindWhereProtocolsCross() {
        assertEquals(4096, threshold(0.5, 0.7, 0.9, 1.2, 2).limit());
        assertTrue(threshold(0.5, 0.7, 0.9, 1.2, 2).crosses());
        assertEquals(8192, threshold(0.5, 1.05, 0.5, 0.5, 2).limit(), "one noisy size");
        assertEquals(0, threshold(1.1, 1.2, 1.3).limit());
        assertEquals(4096, threshold(0.9, 0.9, 0.9).limit());
        assertFalse(threshold(0.9, 0.9, 0.9).crosses());
        assertFalse(threshold(1.1, 1.2, 1.3).crosses());
    }

    @Test
    void shouldSuggestSettingsThatCanBeRead() throws Exception {
        final Path file = folder.resolve("tuned.properties");
        assertEquals(ExitCode.OK,
            gmt("tune", "--in-process", "--bytes", "4k,64k", "--trials", "1", "--operations", "20",
                "-o", file.toString()), err::toString);
        final ProtocolConfig config = Settings.builder(SettingRecords.catalog()).file(file).build()
            .load(ProtocolConfig.class);
        for (final long limit : new long[] {config.eagerPut(), config.eagerGet(), config.eagerAccumulate(),
            config.eagerStrided()}) {
            assertTrue(limit == 0 || limit == 4096 || limit == 65536, config::toString);
        }
        assertTrue(Files.readString(file).startsWith("# gmt tune by latency: 2 nodes"), Files.readString(file));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("eager us"), out::toString);
        assertEquals(ExitCode.USAGE, gmt("tune", "-o", file.toString()), "an existing file is not replaced");
    }

    /** The measured jobs end themselves, with what they have. */
    @Test
    void shouldSuggestSettingsWithinAShortTime() {
        assertEquals(ExitCode.OK, gmt("tune", "--in-process", "--bytes", "4k,64k", "--trials", "1000000",
            "--within", "0.1"), err::toString);
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("gmt.armci.eager.strided="), out::toString);
    }

    @Test
    void shouldRefuseSettingsBeforeItMeasures() {
        for (final String setting : List.of("a", "gmt.nodes=zero", "gmt.fibres=3")) {
            err.reset();
            assertEquals(ExitCode.USAGE, gmt("tune", "--in-process", "--set", setting), setting);
            assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("GMT-"), err::toString);
            assertFalse(err.toString(StandardCharsets.UTF_8).contains("measuring"), err::toString);
        }
    }

    @Test
    void shouldRefuseNonsense() {
        assertEquals(ExitCode.USAGE, gmt("tune", "-n", "1"));
        assertEquals(ExitCode.USAGE, gmt("tune", "--trials", "0"));
        assertEquals(ExitCode.USAGE, gmt("tune", "--within", "-1"));
        assertEquals(ExitCode.USAGE, gmt("tune", "--operations", "-1"));
        assertEquals(ExitCode.USAGE, gmt("tune", "--by", "colour"));
        assertEquals(ExitCode.USAGE, gmt("tune", "--bytes", "5"));
        assertEquals(ExitCode.USAGE, gmt("tune", "--bytes", "1..64k"));
        assertEquals(ExitCode.USAGE, gmt("tune", "--in-process", "--bytes", "8", "--operations", "1", "--trials", "1"),
            "too short for the strided ones");
        assertEquals(ExitCode.USAGE, gmt("tune", "--step", "3"));
        assertEquals(ExitCode.USAGE, gmt("tune", "-o", "/no/such/folder/x"));
    }
}
