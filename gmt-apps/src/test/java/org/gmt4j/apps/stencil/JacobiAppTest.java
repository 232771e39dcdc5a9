package org.gmt4j.apps.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.apps.trial.MatrixDigest;
import org.gmt4j.apps.trial.Outcome;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.MatrixSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The iteration as people call it, against one thread; and that one against a grid computed by hand. */
@Timeout(120)
class JacobiAppTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void shouldEqualOneThreadBitByBit(final int nodes) {
        final CommandLineRun gmt = new CommandLineRun(folder);
        gmt.assertVerified("jacobi --grid 40x33 --iterations 25 -n " + nodes);
        gmt.assertVerified("jacobi --grid 4x90 --iterations 7 -n " + nodes);
        gmt.assertVerified("jacobi --grid 3x3 --iterations 2 -n " + nodes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"combined", "shared", "dedicated"})
    void shouldUpdateStripsOnAllWorkers(final String plan) {
        final String workers = plan.equals("combined") ? "" : " --workers 2";
        new CommandLineRun(folder).assertVerified("jacobi --grid 600x700 --iterations 3 -n 2 --plan " + plan + workers);
    }

    @Test
    void shouldComputeOneStepAsByHand() {
        final Grid grid = new Grid(3, 4, 1, 9);
        long digest = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 4; j++) {
                final boolean isInside = i == 1 && (j == 1 || j == 2);
                digest += MatrixDigest.of(i * 4 + j, isInside ? (grid.initial(0, j) + grid.initial(2, j)
                    + (grid.initial(1, j - 1) + grid.initial(1, j + 1))) / 4 : grid.initial(i, j));
            }
        }
        final Outcome found = grid.serial();
        assertEquals(digest, found.digest());
        assertEquals(2, found.operations());
        assertNotEquals(digest, new Grid(3, 4, 1, 10).serial().digest());
        assertNotEquals(digest, new Grid(3, 4, 2, 9).serial().digest());
    }

    /** Rows of thin grids are short arrays, with headers that weigh as much as their cells. */
    @ParameterizedTest
    @CsvSource({"20000,3", "300,200", "3,20000"})
    void shouldReckonWithTheArraysOfRows(final int rows, final int columns) {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final Grid grid = new Grid(rows, columns, 1, 1);
        final long before = threads.getCurrentThreadAllocatedBytes();
        grid.serial();
        assertNear(JacobiApp.serialBytes(grid), threads.getCurrentThreadAllocatedBytes() - before);
        try (GmtCluster cluster = GmtCluster.local(1)) {
            final long taken = cluster.call(ctx -> {
                final GlobalMatrix cells = GlobalMatrix.create(ctx, MatrixSpec.doubles(rows, columns).ghosts(1, 1));
                final long atFirst = threads.getCurrentThreadAllocatedBytes();
                new JacobiNode(grid, cells);
                return threads.getCurrentThreadAllocatedBytes() - atFirst;
            });
            assertNear(JacobiApp.heapBytes(grid, 1), taken);
        }
    }

    private static void assertNear(final long reckoned, final long taken) {
        assertTrue(taken <= reckoned * 1.05 + 65_536 && reckoned < 1.5 * taken, () -> taken + ", not " + reckoned);
    }

    @Test
    void shouldReportRateAndRatio() {
        final CommandLineRun gmt = new CommandLineRun(folder);
        assertEquals(ExitCode.OK, gmt.execute("run jacobi --grid 50x50 --iterations 9 --trials 3 --warm-up 0"
            + " --in-process --format json"), gmt::err);
        final String json = gmt.out().replaceAll("\\s", "");
        assertTrue(json.contains("\"name\":\"cells\"") && json.contains("\"oneThreadMops\":")
            && json.contains("\"ratio\":") && json.contains("\"verified\":true"), json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--grid 5", "--grid 2x9", "--grid -3x9", "--grid 20000000x4", "--iterations 0",
        "--warm-up -1"})
    void shouldRefuseBeforeAnythingStarts(final String options) {
        new CommandLineRun(folder).assertRefused("jacobi " + options);
    }

    @Test
    void shouldHelpWithTwoExamples() {
        new CommandLineRun(folder).assertHelps("jacobi");
    }
}
