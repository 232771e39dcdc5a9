package org.gmt4j.apps.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gmt4j.apps.trial.GmtProcess;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications of the graph library by two node processes, from the command line to the file of the answer. */
@Timeout(240)
class GraphAppsProcessTest {
    private static final long LIMIT_S = 200;
    private static final Map<String, String> QUICK = Map.of("GMT_JAVA_OPTS", "-XX:TieredStopAtLevel=1");

    @TempDir
    private Path folder;

    @AfterEach
    void endWhatIsLeft() {
        GmtProcess.leftIn(folder).forEach(ProcessHandle::destroyForcibly);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bc", "communities", "kcore", "khop", "mis", "scc", "tc", "manybfs"})
    void shouldVerifyAndWrite(final String app) throws Exception {
        final Path values = folder.resolve("values.csv");
        try (GmtProcess job = GmtProcess.startRun(folder, app, QUICK, app, "-n", "2", "-g", "9", "-k", "4", "--trials",
            "1", "--warm-up", "0", "--format", "json", "--join-timeout", "150s", "--values", values.toString())) {
            assertEquals(ExitCode.OK, job.exitCode(LIMIT_S), job.err());
            assertTrue(job.out().contains("\"verified\": true") && job.out().contains("\"app\": \"" + app + "\""),
                job.out());
        }
        assertEquals(app.equals("manybfs") ? 64 : 1, filesOfValues());
    }

    @Test
    void shouldRefuseAWrongRootAsWrongUsage() throws Exception {
        for (final String root : List.of("99", "1.5")) {
            try (GmtProcess job = GmtProcess.startRun(folder, "root" + root, QUICK, "sssp", "-n", "2", "-g", "4", "-r",
                root, "--join-timeout", "150s")) {
                assertEquals(ExitCode.USAGE, job.exitCode(LIMIT_S), job.err());
                assertTrue(job.err().contains("GMT-100 -r " + root + ": the graph has no such vertex"), job.err());
            }
        }
    }

    private long filesOfValues() throws Exception {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("values")).count();
        }
    }
}
