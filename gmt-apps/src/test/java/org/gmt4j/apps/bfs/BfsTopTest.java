package org.gmt4j.apps.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.apps.trial.GmtProcess;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtCli;
import org.gmt4j.cli.doctor.Machine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code gmt top} beside a real search by two processes. */
@Timeout(240)
class BfsTopTest {
    private static final long LIMIT_S = 150;

    @TempDir
    private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @AfterEach
    void endWhatIsLeft() {
        GmtProcess.leftIn(folder).forEach(ProcessHandle::destroyForcibly);
    }

    private int top(final String... arguments) {
        out.reset();
        err.reset();
        final Environment environment = new Environment(Map.of("GMT_AERON_DIR", folder.toString()),
            Map.of("java.io.tmpdir", folder.toString()));
        return new GmtCli(new CliContext(CliContext.Role.LAUNCHER,
            new CliContext.Console(new PrintStream(out, true), new PrintStream(err, true)), environment, folder,
            new Machine(folder, 2), List::of, List.of(),
            new CliContext.Starters(Optional.empty(), Optional.empty(), "none"))).execute(arguments);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldShowWhatTwoProcessesDo() throws Exception {
        try (GmtProcess job = GmtProcess.startRun(folder, "search", Map.of("GMT_JAVA_OPTS",
            "-XX:TieredStopAtLevel=1"), "bfs", "-g", "12", "-n", "2", "--trials", "100000", "--variant", "visit",
            "--no-verify", "--join-timeout", "150s")) {
            final long startNs = System.nanoTime();
            boolean isSeen = false;
            while (!isSeen) {
                assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(LIMIT_S),
                    () -> out() + err() + quietly(job));
                if (top("top", "--once", "--interval", "0.3", "--format", "csv") == ExitCode.OK) {
                    final List<String[]> rows = out().lines().skip(1).map(row -> row.split(",")).toList();
                    // state, commands, executed, MB out, MB in, resident
                    isSeen = rows.size() == 2 && rows.stream().allMatch(row -> row[3].equals("busy")
                        && positive(row[5]) && positive(row[6])
                        && positive(row[8]) && positive(row[9]) && positive(row[14]));
                }
            }
            assertEquals(ExitCode.OK, top("top", "--once", "--interval", "0.3"), err());
            assertTrue(out().contains("--variant visit --no-verify"), out());
            assertTrue(out().contains("blocks closed: "), out());
        }
    }

    private static boolean positive(final String number) {
        return Double.parseDouble(number) > 0;
    }

    private static String quietly(final GmtProcess job) {
        try {
            return job.everything();
        } catch (final Exception e) {
            return e.toString();
        }
    }
}
