package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results in small blocks dealt in turn: the right elements, by a number of calls that does not grow with them. */
@Timeout(120)
class DealtResultsTest {
    private static final int ROWS = 41;
    private static final int COLUMNS = 37;
    private static final long[][] BLOCKS = {{1, 1}, {1, 7}, {4, 3}, {9, 10}};

    private static GmtCluster cluster(final int nodes) {
        return TestClusters.local(nodes, DealtResultsTest.class);
    }

    private static double[] numbers(final int count, final int kind) {
        final double[] numbers = new double[count];
        Arrays.setAll(numbers, i -> (i * 37 + kind * 11) % 19 - 9);
        return numbers;
    }

    private static GlobalMatrix filled(final TaskContext ctx, final MatrixSpec spec, final int kind)
        throws SuspendExecution {
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
        final double[] numbers = numbers((int) matrix.box().size(), kind);
        matrix.put(ctx, matrix.box(), Tile.of(numbers, spec.extents()));
        return matrix;
    }

    private static double[] all(final TaskContext ctx, final GlobalMatrix matrix) throws SuspendExecution {
        return matrix.get(ctx, matrix.box()).doubles();
    }

    private static double[] expected(final int kind, final int other) {
        final double[] x = numbers(ROWS * COLUMNS, kind);
        final double[] y = numbers(ROWS * COLUMNS, other);
        Arrays.setAll(x, i -> 2 * x[i] - 3 * y[i]);
        return x;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldComputeIntoDealtBlocks(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                final MatrixSpec plain = MatrixSpec.doubles(ROWS, COLUMNS);
                final GlobalMatrix a = filled(ctx, plain, 1);
                for (final long[] block : BLOCKS) {
                    final GlobalMatrix b = filled(ctx, plain.blockCyclic(5, 2), 2);
                    final GlobalMatrix c = GlobalMatrix.create(ctx, plain.blockCyclic(block));
                    MatrixMath.add(ctx, 2, a, -3, b, c);
                    assertArrayEquals(expected(1, 2), all(ctx, c));
                    MatrixMath.combine(ctx, a, b, (x, y) -> 2 * x - 3 * y, c);
                    assertArrayEquals(expected(1, 2), all(ctx, c));
                    MatrixMath.map(ctx, a, x -> -x, c);
                    MatrixMath.add(ctx, 1, a, 1, c, c);
                    assertArrayEquals(new double[ROWS * COLUMNS], all(ctx, c));
                    a.copyTo(ctx, c);
                    MatrixMath.scale(ctx, c, 1);
                    assertArrayEquals(numbers(ROWS * COLUMNS, 1), all(ctx, c));
                    assertEquals(MatrixMath.dot(ctx, a, b), MatrixMath.dot(ctx, c, b));
                    assertEquals(MatrixMath.greatest(ctx, a).toString(), MatrixMath.greatest(ctx, c).toString());
                    boxes(ctx, a, c);
                    c.destroy(ctx);
                    b.destroy(ctx);
                }
            });
        }
    }

    /** Boxes at other places of both matrices, and nothing beside them. */
    private static void boxes(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix c)
        throws SuspendExecution {
        MatrixMath.fill(ctx, c, c.box(), 5, 0);
        MatrixMath.copy(ctx, a, Box.of(1, 31, 2, 32), c, Box.of(3, 33, 0, 30));
        final double[] from = numbers(ROWS * COLUMNS, 1);
        final double[] found = all(ctx, c);
        for (int i = 0; i < found.length; i++) {
            final int row = i / COLUMNS;
            final int column = i % COLUMNS;
            final boolean isInside = row >= 3 && row < 33 && column < 30;
            assertEquals(isInside ? from[(row - 2) * COLUMNS + column + 2] : 5, found[i], "at " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldTurnOverAndMultiplyDealtBlocks(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = filled(ctx, MatrixSpec.doubles(ROWS, COLUMNS), 1);
                final GlobalMatrix turned = GlobalMatrix.create(ctx, MatrixSpec.doubles(COLUMNS, ROWS));
                final GlobalMatrix b = filled(ctx, MatrixSpec.doubles(COLUMNS, 50), 2);
                final GlobalMatrix product = GlobalMatrix.create(ctx, MatrixSpec.doubles(ROWS, 50));
                MatrixMath.multiply(ctx, 1, a, b, 0, product);
                for (final long[] block : BLOCKS) {
                    final GlobalMatrix dealt = filled(ctx, MatrixSpec.doubles(ROWS, COLUMNS).blockCyclic(block), 1);
                    MatrixMath.transpose(ctx, dealt, turned);
                    final double[] found = all(ctx, turned);
                    final double[] from = numbers(ROWS * COLUMNS, 1);
                    for (int i = 0; i < found.length; i++) {
                        assertEquals(from[i % ROWS * COLUMNS + i / ROWS], found[i], "at " + i);
                    }
                    final GlobalMatrix c = GlobalMatrix.create(ctx, MatrixSpec.doubles(ROWS, 50).blockCyclic(block));
                    c.fill(ctx, Double.NaN);
                    MatrixMath.multiply(ctx, 1, dealt, b, 0, c);
                    assertArrayEquals(all(ctx, product), all(ctx, c));
                    MatrixMath.multiply(ctx, -1, a, b, 1, c);
                    assertArrayEquals(new double[ROWS * 50], all(ctx, c));
                    dealt.destroy(ctx);
                    c.destroy(ctx);
                }
            });
        }
    }

    /** Each node moves its share, of less than a piece, by a call for each owner. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void shouldNotCallForEachBlock(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                final MatrixSpec plain = MatrixSpec.doubles(ROWS, COLUMNS);
                final GlobalMatrix a = filled(ctx, plain, 1);
                final GlobalMatrix c = GlobalMatrix.create(ctx, plain.blockCyclic(1, 1));
                final GlobalMatrix b = filled(ctx, MatrixSpec.doubles(COLUMNS, COLUMNS), 2);
                c.fill(ctx, 1);
                MatrixMath.add(ctx, 1, a, 1, a, c);
                a.copyTo(ctx, c);
                MatrixMath.multiply(ctx, 1, a, b, 0, c);
                final long puts = c.calls(ctx).operations(CallKind.PUT);
                assertTrue(puts <= 4L * nodes * nodes, puts + " puts");
                MatrixMath.transpose(ctx, c, filled(ctx, MatrixSpec.doubles(COLUMNS, ROWS), 1));
                final long gets = c.calls(ctx).operations(CallKind.GET);
                assertTrue(gets <= nodes * nodes, gets + " gets");
            });
        }
    }

    /** A node gets rows of a and columns of b once for a piece of up to 1,024 x 1,024 elements. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldGetFactorsOnceForManyTiles(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = filled(ctx, MatrixSpec.doubles(700, 10), 1);
                final GlobalMatrix b = filled(ctx, MatrixSpec.doubles(10, 600), 2);
                final GlobalMatrix c = GlobalMatrix.create(ctx, MatrixSpec.doubles(700, 600));
                final long before = a.calls(ctx).bytes(CallKind.GET) + b.calls(ctx).bytes(CallKind.GET);
                MatrixMath.multiply(ctx, 1, a, b, 0, c);
                final long bytes = a.calls(ctx).bytes(CallKind.GET) + b.calls(ctx).bytes(CallKind.GET) - before;
                long needed = 0;
                for (int node = 0; node < nodes; node++) {
                    for (final Box own : c.distribution(node)) {
                        needed += (own.extent(0) + own.extent(1)) * 10 * Double.BYTES;
                    }
                }
                assertEquals(needed, bytes);
            });
        }
    }

    /** More than one piece in both dimensions, of several tiles each, and panels of several depths. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldMultiplyManyPieces(final int nodes) {
        final int rows = 1030;
        final int depth = 258;
        final int columns = 1291;
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = filled(ctx, MatrixSpec.doubles(rows, depth), 1);
                final GlobalMatrix b = filled(ctx, MatrixSpec.doubles(depth, columns), 2);
                final GlobalMatrix c = filled(ctx, MatrixSpec.doubles(rows, columns), 3);
                MatrixMath.multiply(ctx, 2, a, b, -1, c);
                final double[] x = numbers(rows * depth, 1);
                final double[] y = numbers(depth * columns, 2);
                final double[] z = numbers(rows * columns, 3);
                final double[] found = all(ctx, c);
                for (int i = 0; i < rows; i++) {
                    final double[] sums = new double[columns];
                    for (int l = 0; l < depth; l++) {
                        for (int j = 0; j < columns; j++) {
                            sums[j] += x[i * depth + l] * y[l * columns + j];
                        }
                    }
                    for (int j = 0; j < columns; j++) {
                        assertEquals(2 * sums[j] - z[i * columns + j], found[i * columns + j], i + ", " + j);
                    }
                }
            });
        }
    }
}
