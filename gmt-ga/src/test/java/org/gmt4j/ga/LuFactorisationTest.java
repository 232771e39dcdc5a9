package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.Job;
import org.gmt4j.JobCancelledException;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Factors against the definition and against one thread, and the matrices that have none. */
@Timeout(120)
class LuFactorisationTest {
    private static final AtomicInteger FACTORED = new AtomicInteger();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static GmtCluster cluster(final int nodes) {
        return TestClusters.local(nodes, LuFactorisationTest.class);
    }

    private static double element(final int n, final int i, final int j) {
        final double random = ((i * 7919L + j * 104729L + 13) * 0x9E3779B97F4A7C15L >>> 11) * 0x1p-53 - 0.5;
        return i == j ? n / 2.0 + 1 + random : random;
    }

    private static double[] elements(final int n) {
        final double[] a = new double[n * n];
        for (int i = 0; i < n * n; i++) {
            a[i] = element(n, i / n, i % n);
        }
        return a;
    }

    private static GlobalMatrix matrix(final TaskContext ctx, final int n, final int side, final double[] elements)
        throws SuspendExecution {
        final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(n, n).named("a").blockCyclic(side, side));
        a.put(ctx, a.box(), Tile.of(elements, n, n));
        return a;
    }

    private static double[] factors(final TaskContext ctx, final int n, final int side, final LuForm form)
        throws SuspendExecution {
        final GlobalMatrix a = matrix(ctx, n, side, elements(n));
        LuFactorisation.factor(ctx, a, form);
        final double[] found = a.get(ctx, a.box()).doubles();
        a.destroy(ctx);
        return found;
    }

    /** L times U is the matrix, by the definition. */
    private static void assertFactors(final double[] a, final double[] lu, final int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = i <= j ? lu[i * n + j] : 0;
                for (int k = 0; k <= Math.min(i - 1, j); k++) {
                    sum += lu[i * n + k] * lu[k * n + j];
                }
                assertEquals(a[i * n + j], sum, 1e-12 * n, i + ", " + j);
            }
        }
    }

    private static void assertSame(final int n, final int side, final double[] found) {
        final SerialLu serial = new SerialLu(n, side, (i, j) -> element(n, i, j));
        serial.factor();
        for (int i = 0; i < n * n; i++) {
            assertEquals(Double.doubleToRawLongBits(serial.value(i / n, i % n)), Double.doubleToRawLongBits(found[i]));
        }
    }

    /** Buffers of panels are one-sided memory, which may be missing although the matrix has got its own. */
    @Test
    void shouldSayWhenThereIsNoMemoryForPanels() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(1).memoryMax(540 << 10).register(LuFactorisationTest.class)
            .start()) {
            final int n = 256;
            final String refusal = cluster.call(ctx -> {
                final GlobalMatrix a = matrix(ctx, n, 16, elements(n));
                try {
                    LuFactorisation.factor(ctx, a, LuForm.PUT_NB);
                    return "";
                } catch (final MatrixException failure) {
                    return failure.getMessage();
                } finally {
                    a.destroy(ctx);
                }
            });
            assertTrue(refusal.startsWith("GMT-384 room for the factors of"), refusal);
            assertEquals(64 * 64, cluster.<double[]>call(ctx -> factors(ctx, 64, 16, LuForm.PUT_NB)).length);
        }
    }

    /** Blocks of one element are arrays of arrays of Java for each. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void shouldReckonWithTheArraysOfBlocks(final int side) {
        final int n = 256;
        final LuGrid grid = LuGrid.alone(n, side);
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        final LuCells cells = new LuCells(grid);
        final long taken = THREADS.getCurrentThreadAllocatedBytes() - before;
        final double reckoned = LuMemory.of(n, side, 1, LuForm.GET_NB).heap();
        assertEquals(side, cells.at(0, 0).length);
        assertTrue(taken <= reckoned * 1.1 + 8192 && reckoned < 2 * taken, () -> taken + ", not " + reckoned);
    }

    /** The matrix keeps its arrays; of the factorisation before nothing but these is left. */
    @Test
    void shouldFactorAgainInTheSameArrays() {
        try (GmtCluster cluster = cluster(1)) {
            final int n = 256;
            final double[] small = elements(n);
            final double[] large = elements(n);
            for (int i = 0; i < large.length; i++) {
                large[i] *= 0x1p40;
            }
            final long bytes = cluster.call(ctx -> {
                final GlobalMatrix a = matrix(ctx, n, 32, large);
                LuFactorisation.factor(ctx, a, LuForm.GET_NB);
                a.put(ctx, a.box(), Tile.of(small, n, n));
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                LuFactorisation.factor(ctx, a, LuForm.GET_NB);
                final long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
                final double[] again = a.get(ctx, a.box()).doubles();
                a.destroy(ctx);
                assertFactors(small, again, n);
                return allocated;
            });
            assertTrue(bytes < 8L * n * n / 2, () -> bytes + " bytes, the matrix has " + 8 * n * n);
        }
    }

    /** The share of a step is as large as all right sides; what is on its way is a block's at a time. */
    @Test
    void shouldSolveManyRightSidesWithLittleHeap() {
        try (GmtCluster cluster = cluster(1)) {
            final int n = 512;
            final int side = 8;
            final int sides = 256;
            final long bytes = cluster.call(ctx -> {
                final GlobalMatrix lu = matrix(ctx, n, side, elements(n));
                LuFactorisation.factor(ctx, lu, LuForm.GET_NB);
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(n, sides).named("b"));
                final long before = THREADS.getCurrentThreadAllocatedBytes();
                LuFactorisation.solve(ctx, lu, b, b);
                final long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
                lu.destroy(ctx);
                b.destroy(ctx);
                return allocated;
            });
            final long ofAllSteps = 8L * n * n / side * sides;
            assertTrue(bytes < ofAllSteps / 4, () -> bytes + " bytes, " + ofAllSteps + " if each product is kept");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void shouldFactorAlikeOnAnyNumberOfNodes(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            for (final LuForm form : LuForm.values()) {
                for (final int[] shape : new int[][] {{37, 8}, {1, 1}, {5, 1}, {64, 16}, {30, 7}, {20, 32}}) {
                    final int n = shape[0];
                    final int side = shape[1];
                    final double[] found = cluster.call(ctx -> factors(ctx, n, side, form));
                    assertFactors(elements(n), found, n);
                    assertSame(n, side, found);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void shouldSolveOneAndSeveralRightSides(final int nodes) {
        final int n = 45;
        final double[] elements = elements(n);
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                final GlobalMatrix lu = matrix(ctx, n, 8, elements);
                LuFactorisation.factor(ctx, lu, LuForm.PUT_NB);
                final GlobalMatrix plain = GlobalMatrix.create(ctx, MatrixSpec.doubles(n, n));
                plain.put(ctx, plain.box(), Tile.of(elements, n, n));
                for (final int sides : new int[] {1, 3}) {
                    solve(ctx, lu, plain, elements, sides, sides > 1);
                    solve(ctx, lu, plain, elements, sides, true);
                }
            });
        }
    }

    private static void solve(final TaskContext ctx, final GlobalMatrix lu, final GlobalMatrix a,
                              final double[] elements, final int sides, final boolean isMatrix)
        throws SuspendExecution {
        final int n = (int) a.extent(0);
        final double[] right = new double[n * sides];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < sides; k++) {
                for (int j = 0; j < n; j++) {
                    right[i * sides + k] += elements[i * n + j] * (j % 11 - 5 + k);
                }
            }
        }
        final long[] extents = isMatrix ? new long[] {n, sides} : new long[] {n};
        final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(extents));
        final GlobalMatrix x = b.duplicate(ctx, "x");
        b.put(ctx, b.box(), Tile.of(right, extents));
        LuFactorisation.solve(ctx, lu, b, x);
        assertSolution(x.get(ctx, x.box()).doubles(), sides);
        x.zero(ctx);
        MatrixMath.solve(ctx, a, b, x);
        assertSolution(x.get(ctx, x.box()).doubles(), sides);
        LuFactorisation.solve(ctx, lu, b, b);
        assertSolution(b.get(ctx, b.box()).doubles(), sides);
        x.destroy(ctx);
        b.destroy(ctx);
    }

    private static void assertSolution(final double[] x, final int sides) {
        for (int i = 0; i < x.length; i++) {
            assertEquals(i / sides % 11 - 5 + i % sides, x[i], 1e-12);
        }
    }

    private static String refusal(final GmtCluster cluster, final int n, final int side, final double[] elements,
                                  final LuForm form) {
        return assertThrows(GmtException.class, () -> cluster.run(ctx -> {
            final GlobalMatrix a = matrix(ctx, n, side, elements);
            LuFactorisation.factor(ctx, a, form);
        })).getMessage();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void shouldNameTheBlockAndTheNodeOfABadPivot(final int nodes) {
        final int n = 37;
        try (GmtCluster cluster = cluster(nodes)) {
            for (final LuForm form : LuForm.values()) {
                final double[] singular = elements(n);
                for (int j = 0; j < n; j++) {
                    singular[20 * n + j] = 2 * singular[3 * n + j];
                }
                final int owner = cluster.call(ctx -> matrix(ctx, n, 8, singular).locate(20, 20));
                final String message = refusal(cluster, n, 8, singular, form);
                assertTrue(message.contains("GMT-387") && message.contains("'a'") && message.contains("row 20,")
                    && message.contains("block (2, 2) of node " + owner), message);
                final double[] turned = elements(n);
                turned[0] = 0;
                assertTrue(refusal(cluster, n, 8, turned, form).contains("block (0, 0) of node 0, is 0.0"));
                final double[] growing = elements(n);
                growing[0] = 1e-11;
                final String grown = refusal(cluster, n, 8, growing, form);
                assertTrue(grown.contains("GMT-387") && grown.contains("grown"), grown);
                growing[5 * n + 5] = Double.NaN;
                growing[0] = n;
                assertElementRefused(refusal(cluster, n, 8, growing, form), "NaN", 0);
                growing[5 * n + 5] = Double.NEGATIVE_INFINITY;
                assertElementRefused(refusal(cluster, n, 8, growing, form), "-Infinity", 0);
                growing[5 * n + 5] = n;
                growing[20 * n + 19] = Double.POSITIVE_INFINITY;
                growing[30 * n + 36] = Double.NaN;                      // on another node; a later row
                final String later = refusal(cluster, n, 8, growing, form);
                assertTrue(later.contains("its element (20, 19), in block (2, 2) of node " + owner + ", is Infinity"),
                    later);
            }
        }
    }

    private static void assertElementRefused(final String message, final String element, final int node) {
        assertTrue(message.contains("GMT-387") && message.contains("its element (5, 5), in block (0, 0) of node "
            + node + ", is " + element) && !message.contains("singular"), message);
    }

    /** Wherever it is then; the nodes can factor another matrix. */
    @ParameterizedTest
    @EnumSource(LuForm.class)
    void shouldEndWhenItsJobIsCancelled(final LuForm form) {
        final int n = 150;
        final double[] elements = elements(n);
        final String name = form.name();
        try (GmtCluster cluster = cluster(3)) {
            for (int rounds = 0; rounds < 3; rounds++) {
                FACTORED.set(0);
                final Job<Void> job = cluster.submit(ctx -> {
                    final GlobalMatrix a = matrix(ctx, n, 8, elements);
                    while (true) {
                        LuFactorisation.factor(ctx, a, LuForm.valueOf(name));
                        FACTORED.incrementAndGet();
                        a.put(ctx, a.box(), Tile.of(elements, n, n));
                    }
                });
                while (FACTORED.get() <= rounds) {
                    Thread.onSpinWait();
                }
                job.cancel();
                assertThrows(JobCancelledException.class, job::join);
                cluster.run(ctx -> {
                    final GlobalMatrix a = matrix(ctx, n, 8, elements);
                    LuFactorisation.factor(ctx, a, LuForm.valueOf(name));
                    assertFactors(elements, a.get(ctx, a.box()).doubles(), n);
                });
            }
        }
    }

    /** Nothing on the diagonal at first, and rows of very different sizes; several right sides. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldExchangeRowsWhereItMust(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                for (final int n : new int[] {2, 3, 5, 37, 130}) {
                    exchange(ctx, n, false);
                    exchange(ctx, n, true);
                }
            });
        }
    }

    private static void exchange(final TaskContext ctx, final int n, final boolean isScaled)
        throws SuspendExecution {
        final int sides = 3;
        final double[] a = new double[n * n];
        final double[] right = new double[n * sides];
        final double[] expected = new double[n * sides];
        for (int i = 0; i < n; i++) {
            final double scale = isScaled ? Math.pow(10, 40 * (i % 5) - 80) : 1;
            for (int j = 0; j < n; j++) {
                a[i * n + j] = i == j ? 0 : scale * ((i * 31 + j * 17 + i * j) % 23 - 11 + (j == (i + 1) % n ? n : 0));
            }
            for (int side = 0; side < sides; side++) {
                expected[i * sides + side] = (i * 7 + side * 3) % 11 - 5;
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int side = 0; side < sides; side++) {
                    right[i * sides + side] += a[i * n + j] * expected[j * sides + side];
                }
            }
        }
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, MatrixSpec.doubles(n, n).named("a"));
        matrix.put(ctx, matrix.box(), Tile.of(a, n, n));
        final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(n, sides));
        b.put(ctx, b.box(), Tile.of(right, n, sides));
        MatrixMath.solve(ctx, matrix, b, b);
        assertArrayEquals(expected, b.get(ctx, b.box()).doubles(), 1e-8, n + " rows, scaled " + isScaled);
        matrix.destroy(ctx);
        b.destroy(ctx);
    }

    @Test
    void shouldSayThatNoOrderOfRowsHelps() {
        try (GmtCluster cluster = cluster(3)) {
            final String message = assertThrows(GmtException.class, () -> cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(3, 3).named("flat"));
                a.put(ctx, a.box(), Tile.of(new double[] {0, 1, 2, 1, 0, 0, 2, 3, 6}, 3, 3));
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(3));
                MatrixMath.solve(ctx, a, b, b);
            })).getMessage();
            assertTrue(message.contains("GMT-387") && message.contains("flat") && message.contains("column 2"),
                message);
        }
    }

    /** The check of the solution overflows; it must not replace what has been found. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldKeepASolutionThatItCannotCheck(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(3, 3));
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(3));
                a.put(ctx, a.box(), Tile.of(new double[] {1e-200, 0, 0, 0, 1, 0, 0, 0, 4}, 3, 3));
                b.put(ctx, b.box(), Tile.of(new double[] {1e200, 1, 2}, 3));
                MatrixMath.solve(ctx, a, b, b);
                assertArrayEquals(new double[] {Double.POSITIVE_INFINITY, 1, 0.5}, b.get(ctx, b.box()).doubles());
            });
        }
    }

    @Test
    void shouldRefuseWhatItCannotFactor() {
        try (GmtCluster cluster = cluster(2)) {
            final String nothing = assertThrows(GmtException.class, () -> cluster.run(ctx ->
                LuFactorisation.factor(ctx, matrix(ctx, 8, 2, elements(8)), null))).getMessage();
            assertTrue(nothing.contains("form") && !nothing.contains("Cannot invoke"), nothing);
            final MatrixSpec[] unfit = {MatrixSpec.doubles(8, 8), MatrixSpec.longs(8, 8).blockCyclic(2, 2),
                MatrixSpec.doubles(8, 9).blockCyclic(2, 2), MatrixSpec.doubles(8, 8).blockCyclic(2, 4),
                MatrixSpec.doubles(8).blockCyclic(2)};
            for (final MatrixSpec spec : unfit) {
                final String message = assertThrows(GmtException.class, () -> cluster.run(ctx ->
                    LuFactorisation.factor(ctx, GlobalMatrix.create(ctx, spec), LuForm.GET_NB))).getMessage();
                assertTrue(message.contains("GMT-386"), message);
            }
            final String message = assertThrows(GmtException.class, () -> cluster.run(ctx ->
                LuFactorisation.solve(ctx, matrix(ctx, 8, 2, elements(8)),
                    GlobalMatrix.create(ctx, MatrixSpec.doubles(9)), GlobalMatrix.create(ctx, MatrixSpec.doubles(9)))))
                .getMessage();
            assertTrue(message.contains("GMT-385"), message);
        }
    }

    /** Matrices of elements of very different sizes are not singular for that. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldSolveWhereRowsAndColumnsHaveSizesOfTheirOwn(final int nodes) {
        final int n = 37;
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                assertSolves(ctx, 2, new double[] {1, 0, 0, 1e-16}, new double[] {1, 1e16});
                final double[] columns = elements(n);
                final double[] rows = elements(n);
                final double[] both = elements(n);
                final double[] ones = new double[n];
                final double[] ofColumns = new double[n];
                final double[] ofBoth = new double[n];
                for (int i = 0; i < n * n; i++) {
                    columns[i] *= size(i % n);
                    rows[i] *= size(i / n);
                    both[i] *= size(i / n) * size(i % n);
                }
                for (int i = 0; i < n; i++) {
                    ones[i] = 1;
                    ofColumns[i] = 1 / size(i);
                    ofBoth[i] = 1 / size(i);
                }
                assertSolves(ctx, n, columns, ofColumns);
                assertSolves(ctx, n, rows, ones);
                assertSolves(ctx, n, both, ofBoth);
            });
        }
    }

    /** Falls from 1e18 to 1e-18. */
    private static double size(final int i) {
        return Math.pow(10, 18 - i);
    }

    /** A chain of springs, some of whose ends are held by large numbers, as in finite elements. */
    @Test
    void shouldSolveWithPenalties() {
        final int n = 100;
        try (GmtCluster cluster = cluster(2)) {
            cluster.run(ctx -> {
                final double[] springs = new double[n * n];
                final double[] solution = new double[n];
                for (int i = 0; i < n; i++) {
                    springs[i * n + i] = 2;
                    solution[i] = 1 + i % 3;
                    if (i > 0) {
                        springs[i * n + i - 1] = -1;
                        springs[(i - 1) * n + i] = -1;
                    }
                }
                springs[0] = 1e30;
                springs[50 * n + 50] = 1e30;
                assertSolves(ctx, n, springs, solution);
            });
        }
    }

    private static void assertSolves(final TaskContext ctx, final int n, final double[] elements,
                                     final double[] solution) throws SuspendExecution {
        final double[] right = new double[n];
        for (int i = 0; i < n * n; i++) {
            right[i / n] += elements[i] * solution[i % n];
        }
        final GlobalMatrix a = matrix(ctx, n, Math.min(8, n), elements);
        final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(n));
        b.put(ctx, b.box(), Tile.of(right, n));
        MatrixMath.solve(ctx, a, b, b);
        final double[] found = b.get(ctx, b.box()).doubles();
        for (int i = 0; i < n; i++) {
            assertEquals(1, found[i] / solution[i], 1e-9, "element " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldStillRefuseSingularMatrices(final int nodes) {
        final int n = 37;
        try (GmtCluster cluster = cluster(nodes)) {
            assertSingular(cluster, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9);
            assertSingular(cluster, 3, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9);
            assertSingular(cluster, 2, 1, 1, 1, 1 + Math.ulp(1.0));
            assertSingular(cluster, 2, 1e-30, 0, 0, Double.POSITIVE_INFINITY);
            final double[] rowsOfSumZero = elements(n);
            final double[] columnOfZeros = elements(n);
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int j = 0; j < n; j++) {
                    rowsOfSumZero[i * n + j] = -Math.abs(element(n, i, j));
                    sum += i == j ? 0 : rowsOfSumZero[i * n + j];
                }
                rowsOfSumZero[i * n + i] = -sum;
                columnOfZeros[i * n + 30] = 0;
            }
            assertSingular(cluster, n, rowsOfSumZero);
            assertSingular(cluster, n, columnOfZeros);
        }
    }

    private static void assertSingular(final GmtCluster cluster, final int n, final double... elements) {
        final String message = refusal(cluster, n, Math.min(8, n), elements, LuForm.GET_NB);
        assertTrue(message.contains("GMT-387"), message);
    }

    /** The room of a panel is that of the matrix: four square blocks of that side would be more than the heap. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldTakeBlocksLongerThanTheMatrix(final int nodes) {
        final int n = 10;
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                for (final long side : new long[] {1 << 14, 1L << 40, Long.MAX_VALUE}) {
                    for (final LuForm form : LuForm.values()) {
                        final GlobalMatrix a = GlobalMatrix.create(ctx,
                            MatrixSpec.doubles(n, n).blockCyclic(side, side));
                        a.put(ctx, a.box(), Tile.of(elements(n), n, n));
                        LuFactorisation.factor(ctx, a, form);
                        assertFactors(elements(n), a.get(ctx, a.box()).doubles(), n);
                        final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(n));
                        b.fill(ctx, 1);
                        LuFactorisation.solve(ctx, a, b, b);
                        b.destroy(ctx);
                        a.destroy(ctx);
                    }
                }
            });
        }
    }
}
