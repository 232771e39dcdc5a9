package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.IoUtil;
import org.gmt4j.apps.trial.GmtProcess;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.engine.publish.JobDirectory;
import org.gmt4j.engine.publish.RunningJob;
import org.gmt4j.engine.publish.TopReading;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each application of the papers, when the process of one of its nodes is killed amid its work, node 0 or another one:
 * the message names the node, the exit code is 1, and neither a process nor a file of the run is left, in memory or
 * elsewhere.
 */
@Timeout(240)
class KilledNodeTest {
    private static final long LIMIT_S = 100;        // a quiet machine takes 3; a busy one starts JVMs slowly
    /** Switches between tasks of a node, which has some tens before an application begins. */
    private static final long AT_WORK = 1000;
    private static final String ALWAYS = " --warm-up 0 --no-verify --join-timeout 90s -n ";
    private static final Map<String, String> QUICK = Map.of("GMT_COMPILER", "quick");

    @TempDir
    private Path disk;
    /** Where users have it: in memory, if there is such a place. */
    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        final Path memory = Path.of("/dev/shm");
        folder = Files.isWritable(memory) ? Files.createTempDirectory(memory, "gmt-killed-test-") : disk;
    }

    @AfterEach
    void endWhatIsLeft() {
        GmtProcess.leftIn(folder).forEach(ProcessHandle::destroyForcibly);
        IoUtil.delete(folder.toFile(), true);
    }

    @ParameterizedTest
    @CsvSource({"2, 0, run lu -g 600 --trials 100000", "2, 1, run ssor --class W --trials 1000",
        "3, 2, run randomaccess -g 16 --trials 100000", "2, 1, run lj --particles 4000 --steps 1000000",
        "2, 0, run flow --grid 60x60x15 --trials 100000", "3, 0, run nwchem --tasks 10000000",
        "2, 1, run jacobi --grid 300x300 --iterations 10000000", "2, 1, run scf --atoms 32 --trials 100000",
        "2, 1, bench transpose -g 500 --limits windows --wait adaptive --trials 100000"})
    void shouldBeNamedAndLeaveNothing(final int count, final int node, final String line) throws Exception {
        try (GmtProcess job = GmtProcess.startGmt(folder, "job", QUICK, (line + ALWAYS + count).split(" "))) {
            final long victim = awaitWork(job, count, node);
            assertEquals(count, job.nodes().size());
            assertTrue(ProcessHandle.of(victim).orElseThrow().destroyForcibly());
            assertEquals(ExitCode.RUN_FAILED, job.exitCode(LIMIT_S), job.err());
            assertTrue(job.err().contains("GMT-110 node " + node + " failed: its process was killed by signal 9"),
                job.err());
            assertFalse(job.err().contains("\tat "), job.err());
            assertEquals("", job.out());
            assertNothingLeft();
        }
    }

    /** Returns the process of a node, once all nodes have had a thousand turns of tasks. */
    private long awaitWork(final GmtProcess job, final int count, final int node) throws Exception {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (System.nanoTime() - deadlineNs < 0 && job.isAlive(20)) {
            final List<TopReading> nodes = readings();
            if (nodes.size() == count && nodes.stream().allMatch(each -> each.value("context.switches") >= AT_WORK)) {
                return nodes.stream().filter(each -> each.identity().nodeId() == node).findFirst().orElseThrow()
                    .identity().pid();
            }
        }
        throw new AssertionError("the nodes did not get to work: " + readings() + "\n" + job.everything());
    }

    private List<TopReading> readings() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(JobDirectory.PREFIX))
                .flatMap(file -> {
                    try (RunningJob running = new RunningJob(file)) {
                        return running.read().stream();
                    }
                }).toList();
        }
    }

    private void assertNothingLeft() throws Exception {
        for (final ProcessHandle handle : GmtProcess.leftIn(folder)) {
            handle.onExit().get(LIMIT_S, TimeUnit.SECONDS);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            assertEquals(List.of("", "job.err", "job.out"),
                files.map(file -> folder.relativize(file).toString()).sorted().toList());
        }
    }
}
