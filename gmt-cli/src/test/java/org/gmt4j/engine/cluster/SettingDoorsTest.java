package org.gmt4j.engine.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtCli;
import org.gmt4j.cli.doctor.Machine;
import org.gmt4j.engine.bootstrap.JobKey;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.SeedAddress;
import org.gmt4j.engine.node.SettingRecords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Settings come in by the command line, by a program's own cluster, and by a job that is joined: with the same names,
 * checks and words.
 */
@Timeout(120)
class SettingDoorsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "gmt.fibers        | 0          | GMT-102 gmt.fibers = '0' (from ",
        "gmt.fibers        | many       | ) is not usable: expected a whole number such as 4096 or 64k",
        "gmt.fibres        | 64         | GMT-101 no setting is named gmt.fibres (from ",
        "gmt.join.timeout  | 60         | ) is not usable: expected a whole duration with its unit, "
            + "such as 250us, 20ms or 3s",
        "gmt.wait          | sometimes  | ) is not usable: expected one of ",
        "gmt.top.interval  | 2min       | GMT-102 gmt.top.interval = '2min' (from ",
        "gmt.profile       | perhaps    | ) is not usable: expected true or false",
        "gmt.armci.shared  | maybe      | GMT-102 gmt.armci.shared = 'maybe' (from "})
    void shouldRefuseTheSameWithTheSameWords(final String key, final String value, final String words) {
        final String byFlag = refusalOfCommandLine(key, value);
        final String byProgram = refusal(() -> GmtCluster.builder().set(key, value).start());
        final String byProperty = withProperty(key, value, () -> refusal(() -> GmtCluster.local(1)));
        final String byJob = withProperty(key, value,
            () -> refusal(() -> JoinedJob.join(new SeedAddress(0, 1, "127.0.0.1", 1, JobKey.random()))));
        for (final String message : List.of(byFlag, byProgram, byProperty, byJob)) {
            assertTrue(message.contains(words), message);
            assertEquals(withoutOrigin(byFlag), withoutOrigin(message));
        }
        assertTrue(byFlag.contains("--set)"), byFlag);
        assertTrue(byProgram.contains("(from program)"), byProgram);
        assertTrue(byProperty.contains("-D" + key + ")"), byProperty);
        assertEquals(byProperty, byJob);
    }

    private String refusalOfCommandLine(final String key, final String value) {
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final CliContext context = new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(new ByteArrayOutputStream()), new PrintStream(err, true)),
            new Environment(Map.of(), Map.of()), folder, Machine.ofProcess(), List::of, List.of(),
            new CliContext.Starters(Optional.empty(), Optional.empty(), "none"));
        assertEquals(ExitCode.USAGE, new GmtCli(context).execute("config", "--set", key + "=" + value));
        return err.toString(StandardCharsets.UTF_8).strip();
    }

    private static String refusal(final Supplier<AutoCloseable> door) {
        return assertThrows(GmtException.class, () -> door.get().close()).getMessage();
    }

    private static <R> R withProperty(final String key, final String value, final Supplier<R> action) {
        System.setProperty(key, value);
        try {
            return action.get();
        } finally {
            System.clearProperty(key);
        }
    }

    private static String withoutOrigin(final String message) {
        return message.replaceFirst("\\(from [^)]*\\)", "(from ...)");
    }

    @Test
    void shouldTakeWhatIsNotSetFromTheProcess() throws Exception {
        final String here = withProperty("gmt.fibers", "77", () -> {
            try (GmtCluster cluster = GmtCluster.builder().nodes(3).set("gmt.block.timeout", Duration.ofMillis(2))
                .set("check.captures", true).start()) {
                final StringBuilder text = new StringBuilder();
                for (final GmtCluster.Setting setting : cluster.settings()) {
                    if (!setting.origin().equals("default")) {
                        text.append(setting.name()).append('=').append(setting.value()).append(" from ")
                            .append(setting.origin()).append('\n');
                    }
                }
                assertEquals(SettingRecords.catalog().settings().size(), cluster.settings().size());
                assertEquals(3, cluster.nodeCount());
                return text.toString();
            }
        });
        assertEquals("""
            gmt.nodes=3 from program
            gmt.block.timeout=2000000ns from program
            gmt.fibers=77 from system property -Dgmt.fibers
            gmt.check.captures=true from program
            """.lines().sorted().toList(), here.lines().sorted().toList());
    }

    @Test
    void shouldReadTheSameFileByAllDoors() throws IOException {
        Files.writeString(folder.resolve(Settings.FILE_NAME), "gmt.fibers=55\n");
        final Settings here = Settings.builder(SettingRecords.catalog())
            .surroundings(Environment.empty(), folder).build();
        assertEquals("55", here.value(SettingRecords.catalog().find("gmt.fibers").orElseThrow()).text());
        Files.writeString(folder.resolve("other"), "gmt.fibers=56\n");
        final Environment named = new Environment(Map.of("GMT_CONFIG", "other"), Map.of());
        assertEquals("56", Settings.builder(SettingRecords.catalog()).surroundings(named, folder).build()
            .value(SettingRecords.catalog().find("gmt.fibers").orElseThrow()).text());
    }

    @Test
    void shouldRefuseTransportsBetweenProcessesInsideOne() {
        final String message = refusal(() -> GmtCluster.builder().set("gmt.transport", RunConfig.Transport.UDP)
            .start());
        assertTrue(message.contains("gmt.transport = 'UDP' (from program) is not usable: expected auto "
            + "or loopback where a program starts all nodes inside its JVM"), message);
        assertTrue(message.contains("GmtCluster.connect"), message);
    }

    @Test
    void shouldKeepEachRecordThroughItsText() {
        for (final Class<? extends Record> owner : SettingRecords.catalog().records()) {
            final Record values = Settings.defaults().load(owner);
            assertEquals(values, Settings.builder(SettingRecords.catalog()).program(values).build().load(owner));
        }
    }

    @Test
    void shouldGiveANodeOneThreadUnlessAskedForMore() {
        assertEquals("combined", plan(GmtCluster.builder().nodes(1)));
        assertEquals("shared", plan(GmtCluster.builder().nodes(1).set("gmt.plan", "shared")));
        assertEquals("shared", plan(GmtCluster.builder().nodes(1).set("gmt.workers", 2)));
        assertEquals("combined", plan(GmtCluster.builder().nodes(1).set("gmt.workers", 1)));
        assertEquals("dedicated", plan(GmtCluster.builder().nodes(1).set("gmt.helpers", 1)));
        assertEquals("dedicated", plan(GmtCluster.builder().nodes(1).dedicated(1, 1)));
        assertEquals("combined", plan(GmtCluster.builder().nodes(1).set("gmt.plan", "combined")));
    }

    private static String plan(final GmtCluster.Builder builder) {
        try (GmtCluster cluster = builder.start()) {
            final Set<String> names = Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.startsWith("gmt-0-")).collect(Collectors.toSet());
            return names.contains("gmt-0-worker-0") ? "dedicated" : names.contains("gmt-0-shared-0") ? "shared"
                : names.contains("gmt-0-combined") ? "combined" : names.toString();
        }
    }
}
