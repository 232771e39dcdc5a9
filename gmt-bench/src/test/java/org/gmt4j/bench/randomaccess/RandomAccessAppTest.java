package org.gmt4j.bench.randomaccess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.bench.job.ArchivedJobs;
import org.gmt4j.bench.job.ChildJob;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.waiting.NodeWaiting;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command as people call it, with its nodes in this JVM. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ExtendWith(ArchivedJobs.class)
class RandomAccessAppTest {
    @TempDir
    private Path folder;
    private CommandLineRun run;

    @BeforeEach
    void prepare() {
        run = new CommandLineRun(folder);
    }

    /** Changes one element of the last node that has any, after the second run. */
    private static final class WrongTable extends UpdatedTable {
        private final TableShape shape;
        private int runs;

        WrongTable(final GmtCluster cluster, final TableShape shape, final int tasksPerNode) {
            super(cluster, shape, tasksPerNode);
            this.shape = shape;
        }

        @Override
        double update(final UpdateWay way) {
            final double seconds = super.update(way);
            if (++runs == 2) {
                final int owner = shape.owner(shape.mask());
                cluster.armci().putLong(memory, owner, 8 * (shape.count(owner) - 1), -1);
            }
            return seconds;
        }
    }

    /** Knows all tables of a run: which threads poll while one of them is updated? */
    private static final class WatchedTable extends UpdatedTable {
        private final List<WatchedTable> all;
        private final List<String> waits;

        WatchedTable(final GmtCluster cluster, final TableShape shape, final int tasksPerNode,
                     final List<WatchedTable> all, final List<String> waits) {
            super(cluster, shape, tasksPerNode);
            this.all = all;
            this.waits = waits;
            all.add(this);
        }

        @Override
        double update(final UpdateWay way) {
            waits.add(all.stream().map(table -> table.cluster.call(ctx -> ctx.callOnAll(node -> EngineTask.of(node)
                .runtime().service(NodeWaiting.class).mode().name())).stream().distinct()
                .collect(Collectors.joining(" or "))).collect(Collectors.joining(", ")));
            return super.update(way);
        }
    }

    /** Threads that poll would take the cores of the job whose turn it is. */
    @Test
    void shouldPollDuringItsTurnsOnly() {
        final List<String> waits = new ArrayList<>();
        final List<WatchedTable> all = new ArrayList<>();
        final GmtApp watched = new RandomAccessApp() {
            @Override
            UpdatedTable table(final GmtCluster cluster, final TableShape shape, final int tasksPerNode) {
                return new WatchedTable(cluster, shape, tasksPerNode, all, waits);
            }

            @Override
            public Class<?>[] registeredClasses() {
                return Stream.concat(Stream.of(super.registeredClasses()), Stream.of(WatchedTable.class))
                    .toArray(Class<?>[]::new);
            }
        };
        assertEquals(ExitCode.OK, gmt(watched, "run randomaccess -g 8 --in-process -n 2 --compare gmt.wait=poll,"
            + "adaptive --trials 2 --warm-up 1"), run::both);
        assertEquals(List.of("POLL, BLOCK", "BLOCK, ADAPTIVE", "POLL, BLOCK", "BLOCK, ADAPTIVE", "POLL, BLOCK",
            "BLOCK, ADAPTIVE"), waits);
    }

    private int gmt(final GmtApp app, final String line) {
        return run.execute(line, List.of(app));
    }

    private String verified(final String line) {
        assertEquals(ExitCode.OK, gmt(new RandomAccessApp(), "run randomaccess " + line
            + " --in-process --warm-up 0 --trials 2 --format json"), () -> line + "\n" + run.err());
        final String json = run.out().replaceAll("\\s", "");
        assertTrue(json.contains("\"verified\":true") && json.contains("\"errors\":0"), json);
        return json;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void shouldFindNoErrorInAnyWay(final int nodes) {
        verified("-g 11 --way xor,vector,add --tasks 3 -n " + nodes);
        verified("-g 1 --way xor,vector,add -n " + nodes);
        verified("-g 2 --way vector,add --tasks 1 -n " + nodes);
    }

    @ParameterizedTest
    @CsvSource({"--plan dedicated --workers 1 --helpers 1", "--topology mfcg", "--connections static",
        "--set gmt.armci.shared=off"})
    void shouldFindNoErrorUnderOtherSettings(final String settings) {
        verified("-g 10 --way xor,vector,add -n 3 " + settings);
    }

    @Test
    void shouldCompareConnectionsInOneRun() {
        final String json = verified("-g 8 --connections static,overlap --way xor,add");
        assertEquals(5, json.split("\"connections\":\"").length, json);
        assertEquals(3, json.split("\"ofFirst\":").length, json);
    }

    @Test
    void shouldCompareConnectionsAmongProcesses() throws Exception {
        final Map<String, Object> run = ChildJob.run(List.of("run", "randomaccess", "-n", "2", "-g", "8", "--way",
            "xor,vector", "--connections", "static,overlap", "--trials", "1", "--warm-up", "0"));
        assertEquals(true, run.get("verified"), run::toString);
        assertEquals("ipc", run.get("transport"));
        assertEquals(4, ((List<?>) run.get("results")).size(), run::toString);
    }

    @Test
    void shouldReportRatesAndOneThreadBeside() {
        final String json = verified("-g 9 --way vector");
        assertTrue(json.contains("\"name\":\"vector\"") && json.contains("\"mops\":{\"min\"")
            && json.contains("\"gups\":") && json.contains("\"oneThreadMops\":") && json.contains("\"ratio\":")
            && json.contains("\"listLength\":256")
            && json.contains("\"tableElements\":512") && json.contains("\"updates\":2048")
            && json.contains("\"seconds\":{\"min\""), json);
        assertEquals(ExitCode.OK, gmt(new RandomAccessApp(), "run randomaccess -g 9 --in-process --no-verify "
            + "--format json"), run::err);
        assertFalse(run.out().contains("errors") || run.out().contains("oneThreadMops"), run::out);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xor", "vector", "add"})
    void shouldEndWithThreeAndWithoutARateWhenOneElementIsWrong(final String way) {
        final GmtApp wrong = new RandomAccessApp() {
            @Override
            UpdatedTable table(final GmtCluster cluster, final TableShape shape, final int tasksPerNode) {
                return new WrongTable(cluster, shape, tasksPerNode);
            }
        };
        assertEquals(ExitCode.VERIFICATION_FAILED, gmt(wrong, "run randomaccess -g 9 --in-process --warm-up 0 --way "
            + way + " --format json"), run::err);
        final String json = run.out();
        assertTrue(json.contains("trial 2, " + way + ": 1 of 512 elements are wrong"), json);
        assertFalse(json.contains("mops") || json.contains("gups"), json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-g 0", "-g 37", "--tasks 0", "--tasks 5000", "--way or", "--way xor,xor", "--trials 0",
        "--warm-up -1", "--connections sometimes", "--compare gmt.nodes=1,2"})
    void shouldRefuseBeforeAnythingStarts(final String line) {
        assertEquals(ExitCode.USAGE, gmt(new RandomAccessApp(), "run randomaccess " + line), run::out);
        assertTrue(run.err().startsWith("GMT-"), run::err);
    }

    @Test
    void shouldHelpAndEstimate() {
        assertEquals(ExitCode.OK, gmt(new RandomAccessApp(), "run randomaccess --help"));
        assertEquals(2, run.out().lines().filter(text -> text.startsWith("  gmt run randomaccess")).count());
        assertEquals(ExitCode.OK, gmt(new RandomAccessApp(), "estimate randomaccess -g 24 --way vector"),
            run::err);
        assertTrue(run.out().contains("table") && run.out().contains("lists of updates"), run::out);
    }

    /** Medians of fewer trials do not tell connections apart that differ by 2 or 3 %. */
    @Test
    void shouldHaveEnoughTrialsForThePapersDifference() {
        assertEquals("41", new RandomAccessApp().presets().get(0).options().get("--trials"));
    }

    /** A single setting is a job beside the one that was started, as each of several is. */
    @Test
    void shouldCountEachJobBesideItsOwn() {
        assertEquals(0, furtherJobs(""));
        assertEquals(1, furtherJobs(" --connections overlap"));
        assertEquals(2, furtherJobs(" --connections static,overlap"));
        assertEquals(1, furtherJobs(" --compare gmt.edge.buffers=4"));
    }

    private int furtherJobs(final String options) {
        final int[] jobs = {-1};
        final GmtApp app = new RandomAccessApp() {
            @Override
            public AppMemory memory(final Invocation job) {
                final AppMemory memory = super.memory(job);
                jobs[0] = memory.furtherJobs();
                return memory;
            }
        };
        assertEquals(ExitCode.OK, gmt(app, "estimate randomaccess -g 10" + options), run::err);
        return jobs[0];
    }

    @Test
    void shouldGrowWithPowersOfTwo() {
        final RandomAccessApp app = new RandomAccessApp();
        assertEquals(ExitCode.OK, gmt(app, "estimate randomaccess -g 20"), run::err);
        assertEquals(Map.of("-g", "22"), app.weakOptions(4));
    }
}
