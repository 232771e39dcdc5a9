package org.gmt4j.apps.ssor;

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
class SsorAppTest {
    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int gmt(final GmtApp app, final String line) {
        out.reset();
        err.reset();
        return new GmtCli(new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)),
            new Environment(Map.of(), Environment.ofProcess().properties()), folder, Machine.ofProcess(),
            () -> List.of(app), List.of(), new CliContext.Starters(ServiceLoader.load(NodeRunner.class).findFirst(),
            Optional.empty(), "none"))).execute(line.split(" "));
    }

    private int gmt(final String line) {
        return gmt(new SsorApp(), line);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 13})
    void shouldFindThePublishedNorms(final int nodes) {
        assertEquals(ExitCode.OK, gmt("run ssor --class S --in-process -n " + nodes), () -> out + "\n" + err);
        assertTrue(out.toString().contains("verified (1 trial)"), () -> out + "\n" + err);
        assertEquals(nodes == 13, (out + "" + err).contains("1 nodes have no part"), () -> out + "\n" + err);
    }
}
