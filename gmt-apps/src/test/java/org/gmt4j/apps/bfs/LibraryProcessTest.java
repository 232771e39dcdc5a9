package org.gmt4j.apps.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program with the graph library on nodes that are processes: edges of node 0 are dealt to all of them. */
@Timeout(240)
class LibraryProcessTest {
    @TempDir
    private Path folder;

    @AfterEach
    void endWhatIsLeft() {
        GmtProcess.leftIn(folder).forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void shouldAnswerOnThreeProcesses() throws Exception {
        try (GmtProcess job = GmtProcess.startRun(folder, "friends", "--classes",
            Path.of("target/classes").toAbsolutePath().toString(), "org.gmt4j.examples.Friends", "-n", "3",
            "--join-timeout", "150s", "--", "20000")) {
            assertEquals(ExitCode.OK, job.exitCode(200), job.err());
            assertTrue(job.out().contains("farthest from 442079460000: VertexLong[vertex=442079530000, value=10000]; "
                + "groups [VertexLong[vertex=442079460000, value=20000], VertexLong[vertex=-1, value=2]]"), job.out());
        }
    }
}
