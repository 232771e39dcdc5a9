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
        assertVerified("--particles 108 --steps 20 --block-size 8 -n " + nodes);
        assertVerified("--particles 255 --steps 20 --block-size 40 --tickets 1 -n " + nodes);
    }
}
