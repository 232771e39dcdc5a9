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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arithmetic on whole matrices, distributed differently, against loops over arrays. */
@Timeout(120)
class MatrixMathTest {
    private static final int ROWS = 23;
    private static final int COLUMNS = 31;

    private static GmtCluster cluster(final int nodes) {
        return TestClusters.local(nodes, MatrixMathTest.class);
    }

    /** Values of an element by its number: small whole numbers, so that all sums are exact. */
    private static double value(final int number, final int kind) {
        return (number * 37 + kind * 11) % 19 - 9;
    }

    private static GlobalMatrix filled(final TaskContext ctx, final MatrixSpec spec, final int kind)
        throws SuspendExecution {
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
        final Tile tile = Tile.of(spec.type(), spec.extents());
        for (int i = 0; i < ROWS * COLUMNS; i++) {
            if (spec.type() == MatrixType.COMPLEX) {
                tile.doubles()[2 * i] = value(i, kind);
                tile.doubles()[2 * i + 1] = value(i, kind + 1);
            } else {
                TileMath.set(tile, i, value(i, kind));
            }
        }
        matrix.put(ctx, matrix.box(), tile);
        return matrix;
    }

    private static void assertElements(final TaskContext ctx, final GlobalMatrix matrix, final double... expected)
        throws SuspendExecution {
        final Tile tile = matrix.get(ctx, matrix.box());
        for (int i = 0; i < expected.length; i++) {
            final double found = matrix.type() == MatrixType.COMPLEX ? tile.doubles()[2 * i] : TileMath.value(tile, i);
            assertEquals(expected[i], found, "element " + i + " of " + matrix);
        }
    }

    @ParameterizedTest
    @EnumSource(MatrixType.class)
    void shouldAddScaleAndCopyEveryType(final MatrixType type) {
        try (GmtCluster cluster = cluster(3)) {
            cluster.run(ctx -> {
                final MatrixSpec plain = MatrixSpec.of(type, ROWS, COLUMNS);
                final GlobalMatrix a = filled(ctx, plain.named("a"), 1);
                final GlobalMatrix b = filled(ctx, plain.blockCyclic(4, 3).named("b"), 2);
                final GlobalMatrix c = GlobalMatrix.create(ctx, plain.chunks(ROWS, 1).named("c"));
                MatrixMath.add(ctx, 2, a, -3, b, c);
                final double[] sums = new double[ROWS * COLUMNS];
                for (int i = 0; i < sums.length; i++) {
                    sums[i] = 2 * value(i, 1) - 3 * value(i, 2);
                }
                assertElements(ctx, c, sums);
                MatrixMath.add(ctx, 1, c, 1, c, c);
                MatrixMath.scale(ctx, c, 4);
                for (int i = 0; i < sums.length; i++) {
                    sums[i] *= 8;
                }
                assertElements(ctx, c, sums);
                c.copyTo(ctx, b);
                assertElements(ctx, b, sums);
                c.zero(ctx);
                assertElements(ctx, c, new double[ROWS * COLUMNS]);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldSumAndSearch(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = filled(ctx, MatrixSpec.doubles(ROWS, COLUMNS), 1);
                final GlobalMatrix b = filled(ctx, MatrixSpec.doubles(ROWS, COLUMNS).blockCyclic(2, 5), 2);
                final GlobalMatrix p = filled(ctx, MatrixSpec.longs(ROWS, COLUMNS), 1);
                final GlobalMatrix z = filled(ctx, MatrixSpec.complex(ROWS, COLUMNS), 1);
                final GlobalMatrix w = filled(ctx, MatrixSpec.complex(ROWS, COLUMNS), 3);
                double dot = 0;
                double square = 0;
                final double[] complex = new double[2];
                final double[] rows = new double[ROWS];
                final double[] columns = new double[COLUMNS];
                for (int i = 0; i < ROWS * COLUMNS; i++) {
                    dot += value(i, 1) * value(i, 2);
                    square += value(i, 1) * value(i, 1);
                    complex[0] += value(i, 1) * value(i, 3) - value(i, 2) * value(i, 4);
                    complex[1] += value(i, 1) * value(i, 4) + value(i, 2) * value(i, 3);
                    rows[i / COLUMNS] += Math.abs(value(i, 1));
                    columns[i % COLUMNS] += Math.abs(value(i, 1));
                }
                assertEquals(dot, MatrixMath.dot(ctx, a, b));
                assertEquals((long) square, MatrixMath.wholeDot(ctx, p, p));
                assertEquals(square, MatrixMath.dot(ctx, p, p));
                assertArrayEquals(complex, MatrixMath.complexDot(ctx, z, w));
                assertEquals(Arrays.stream(rows).max().orElseThrow(), MatrixMath.normInfinity(ctx, a));
                assertEquals(Arrays.stream(columns).max().orElseThrow(), MatrixMath.norm1(ctx, a));
                final Found least = MatrixMath.least(ctx, b);
                final Found greatest = MatrixMath.greatest(ctx, b);
                int first = 0;
                int last = 0;
                for (int i = 1; i < ROWS * COLUMNS; i++) {
                    first = value(i, 2) < value(first, 2) ? i : first;
                    last = value(i, 2) > value(last, 2) ? i : last;
                }
                assertEquals(value(first, 2) + " at " + first,
                    least.value() + " at " + (least.index(0) * COLUMNS + least.index(1)));
                assertEquals(value(last, 2) + " at " + last,
                    greatest.value() + " at " + (greatest.index(0) * COLUMNS + greatest.index(1)));
                assertEquals(greatest.value() + " at [" + greatest.index(0) + ", " + greatest.index(1) + "]",
                    greatest.toString());
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void shouldTakeFunctionsOfElements(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = filled(ctx, MatrixSpec.floats(ROWS, COLUMNS), 1);
                final GlobalMatrix b = filled(ctx, MatrixSpec.floats(ROWS, COLUMNS).blockCyclic(7, 7), 2);
                final GlobalMatrix c = GlobalMatrix.create(ctx, MatrixSpec.floats(ROWS, COLUMNS));
                final double more = 0.5;
                MatrixMath.map(ctx, b, x -> x + more, c);
                MatrixMath.combine(ctx, a, c, (x, y) -> x * y, c);
                final double[] expected = new double[ROWS * COLUMNS];
                for (int i = 0; i < expected.length; i++) {
                    expected[i] = value(i, 1) * (value(i, 2) + more);
                }
                assertElements(ctx, c, expected);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void shouldCopyPatchesOfOtherShapes(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = filled(ctx, MatrixSpec.ints(ROWS, COLUMNS), 1);
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.ints(6, 7, 11).blockCyclic(2, 3, 4));
                final Box source = Box.of(2, 22, 3, 24);          // 20 x 21 = 6 x 7 x 10
                MatrixMath.copy(ctx, a, source, b, Box.of(0, 6, 0, 7, 1, 11));
                final int[] found = b.get(ctx, b.box()).ints();
                for (int i = 0; i < 420; i++) {
                    final int number = (2 + i / 21) * COLUMNS + 3 + i % 21;
                    assertEquals((int) value(number, 1), found[i / 70 * 77 + i / 10 % 7 * 11 + 1 + i % 10], "at " + i);
                }
                final GlobalMatrix line = GlobalMatrix.create(ctx, MatrixSpec.ints(500));
                MatrixMath.copy(ctx, a, source, line, Box.of(13, 433));
                final int[] inLine = line.get(ctx, line.box()).ints();
                for (int i = 0; i < 420; i++) {
                    assertEquals((int) value((2 + i / 21) * COLUMNS + 3 + i % 21, 1), inLine[13 + i]);
                }
                assertEquals(0, inLine[12] + inLine[433]);
            });
        }
    }

    @ParameterizedTest
    @EnumSource(MatrixType.class)
    void shouldTurnOverEveryType(final MatrixType type) {
        try (GmtCluster cluster = cluster(5)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = filled(ctx, MatrixSpec.of(type, ROWS, COLUMNS), 1);
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.of(type, COLUMNS, ROWS).blockCyclic(3, 4));
                MatrixMath.transpose(ctx, a, b);
                final double[] expected = new double[ROWS * COLUMNS];
                for (int i = 0; i < expected.length; i++) {
                    expected[i] = value(i % ROWS * COLUMNS + i / ROWS, 1);
                }
                assertElements(ctx, b, expected);
            });
        }
    }

    /** Pieces of a product are 256 a side: sizes around that, and single rows and columns. */
    @ParameterizedTest
    @ValueSource(strings = {"1,1,1", "1,300,1", "300,1,300", "257,255,3", "4,600,513"})
    void shouldMultiplyAnyShape(final String shape) {
        final String[] sizes = shape.split(",");
        final int rows = Integer.parseInt(sizes[0]);
        final int depth = Integer.parseInt(sizes[1]);
        final int columns = Integer.parseInt(sizes[2]);
        try (GmtCluster cluster = cluster(3)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(rows, depth));
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(depth, columns));
                final GlobalMatrix c = GlobalMatrix.create(ctx, MatrixSpec.doubles(rows, columns));
                final double[] x = numbers(rows * depth, 1);
                final double[] y = numbers(depth * columns, 2);
                a.put(ctx, a.box(), Tile.of(x, rows, depth));
                b.put(ctx, b.box(), Tile.of(y, depth, columns));
                c.fill(ctx, Double.NaN);                          // beta of 0 does not read it
                MatrixMath.multiply(ctx, -1, a, b, 0, c);
                final double[] found = c.get(ctx, c.box()).doubles();
                for (int i = 0; i < found.length; i++) {
                    double sum = 0;
                    for (int l = 0; l < depth; l++) {
                        sum += x[i / columns * depth + l] * y[l * columns + i % columns];
                    }
                    assertTrue(-sum == found[i], "at " + i + ": " + found[i] + " instead of " + -sum);
                }
            });
        }
    }

    /** The same for each type, with a part of the old result; whole numbers wrap around. */
    @ParameterizedTest
    @CsvSource({"1,7,5,6", "2,260,33,3", "3,3,258,257", "5,40,515,31", "7,61,50,70"})
    void shouldMultiplyEveryType(final int nodes, final int rows, final int depth, final int columns) {
        try (GmtCluster cluster = cluster(nodes)) {
            for (final MatrixType type : MatrixType.values()) {
                final String name = type.name();
                assertEquals("", cluster.call(ctx -> product(ctx, MatrixType.valueOf(name),
                    new int[] {rows, depth, columns})), name);
            }
        }
    }

    private static String product(final TaskContext ctx, final MatrixType type, final int[] shape)
        throws SuspendExecution {
        final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.of(type, shape[0], shape[1]));
        final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.of(type, shape[1], shape[2]).blockCyclic(16, 9));
        final GlobalMatrix c = GlobalMatrix.create(ctx, MatrixSpec.of(type, shape[0], shape[2]).chunks(1, shape[2]));
        final Tile x = numbers(a, 1);
        final Tile y = numbers(b, 2);
        final Tile z = numbers(c, 3);
        a.put(ctx, a.box(), x);
        b.put(ctx, b.box(), y);
        c.put(ctx, c.box(), z);
        MatrixMath.multiply(ctx, 2, a, b, -3, c);
        final Tile found = c.get(ctx, c.box());
        for (int i = 0; i < shape[0]; i++) {
            for (int j = 0; j < shape[2]; j++) {
                final String expected = naive(x, y, z, shape, i, j);
                if (!expected.equals(element(found, i * shape[2] + j))) {
                    return i + ", " + j + ": " + element(found, i * shape[2] + j) + " instead of " + expected;
                }
            }
        }
        a.destroy(ctx);
        b.destroy(ctx);
        c.destroy(ctx);
        return "";
    }

    /** Sums in longs for whole numbers, in which those of ints are right in their low half. */
    private static String naive(final Tile x, final Tile y, final Tile z, final int[] shape, final int i,
                                final int j) {
        long whole = 0;
        double real = 0;
        double imaginary = 0;
        for (int l = 0; l < shape[1]; l++) {
            final int p = i * shape[1] + l;
            final int q = l * shape[2] + j;
            whole += whole(x, p) * whole(y, q);
            real += real(x, p) * real(y, q) - imaginary(x, p) * imaginary(y, q);
            imaginary += real(x, p) * imaginary(y, q) + imaginary(x, p) * real(y, q);
        }
        final int at = i * shape[2] + j;
        if (x.type().isWhole()) {
            final long sum = 2 * whole - 3 * whole(z, at);
            return String.valueOf(x.type() == MatrixType.INT ? (int) sum : sum);
        }
        return 2 * real - 3 * real(z, at) + " " + (2 * imaginary - 3 * imaginary(z, at) + 0.0);
    }

    private static String element(final Tile tile, final int i) {
        return tile.type().isWhole() ? String.valueOf(whole(tile, i))
            : real(tile, i) + " " + (imaginary(tile, i) + 0.0);
    }

    private static long whole(final Tile tile, final int i) {
        return tile.type() == MatrixType.INT ? tile.ints()[i] : tile.type() == MatrixType.LONG ? tile.longs()[i] : 0;
    }

    private static double real(final Tile tile, final int i) {
        return switch (tile.type()) {
            case FLOAT -> tile.floats()[i];
            case DOUBLE -> tile.doubles()[i];
            case COMPLEX -> tile.doubles()[2 * i];
            default -> 0;
        };
    }

    private static double imaginary(final Tile tile, final int i) {
        return tile.type() == MatrixType.COMPLEX ? tile.doubles()[2 * i + 1] : 0;
    }

    /** Small numbers where they are rounded, and large ones where they are not. */
    private static Tile numbers(final GlobalMatrix matrix, final int kind) {
        final int count = (int) matrix.box().size();
        final Tile tile = Tile.of(matrix.type(), matrix.box().extents());
        for (int i = 0; i < count; i++) {
            switch (matrix.type()) {
                case INT -> tile.ints()[i] = (int) value(i, kind) * 123_456_789;
                case LONG -> tile.longs()[i] = (long) value(i, kind) * 0x123456789abcdefL;
                case FLOAT -> tile.floats()[i] = (float) value(i, kind);
                case DOUBLE -> tile.doubles()[i] = value(i, kind);
                case COMPLEX -> {
                    tile.doubles()[2 * i] = value(i, kind);
                    tile.doubles()[2 * i + 1] = value(i, kind + 4);
                }
            }
        }
        return tile;
    }

    private static double[] numbers(final int count, final int kind) {
        final double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = value(i, kind);
        }
        return numbers;
    }
}
