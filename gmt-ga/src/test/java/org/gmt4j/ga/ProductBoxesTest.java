package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Random;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Products of boxes, turned over or not, against loops over copies of whole matrices. */
@Timeout(180)
class ProductBoxesTest {
    private static final int[] LENGTHS = {1, 1, 2, 5, 13, 40, 130};
    private static final int[] FACTORS = {0, 1, -2, 3};
    private static final int CASES = 12;

    /** A matrix, and its elements: real and imaginary parts as whole numbers. */
    private record Filled(GlobalMatrix matrix, long[] real, long[] imaginary) {
        int at(final long i, final long j) {
            return (int) (i * matrix.extent(1) + j);
        }

        int at(final Operand operand, final long i, final long j) {
            final Box box = operand.box();
            return operand.isTurned() ? at(box.from(0) + j, box.from(1) + i) : at(box.from(0) + i, box.from(1) + j);
        }
    }

    /** Large numbers where they wrap around, and small ones where they are rounded. */
    private static Filled filled(final TaskContext ctx, final MatrixSpec spec, final Random random)
        throws SuspendExecution {
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
        final int count = (int) matrix.box().size();
        final Tile tile = Tile.of(spec.type(), spec.extents());
        final Filled filled = new Filled(matrix, new long[count], new long[count]);
        for (int i = 0; i < count; i++) {
            final long value = random.nextInt(19) - 9;
            filled.real[i] = value;
            switch (spec.type()) {
                case INT -> {
                    tile.ints()[i] = (int) value * 123_456_789;
                    filled.real[i] = tile.ints()[i];
                }
                case LONG -> {
                    tile.longs()[i] = value * 0x123456789abcdefL;
                    filled.real[i] = tile.longs()[i];
                }
                case FLOAT -> tile.floats()[i] = value;
                case DOUBLE -> tile.doubles()[i] = value;
                case COMPLEX -> {
                    filled.imaginary[i] = random.nextInt(19) - 9;
                    tile.doubles()[2 * i] = value;
                    tile.doubles()[2 * i + 1] = filled.imaginary[i];
                }
            }
        }
        matrix.put(ctx, matrix.box(), tile);
        return filled;
    }

    private static MatrixSpec spec(final MatrixType type, final int rows, final int columns, final Random random) {
        final MatrixSpec plain = MatrixSpec.of(type, rows, columns);
        return switch (random.nextInt(5)) {
            case 0 -> plain.chunks(rows, 1);
            case 1 -> plain.blockCyclic(3, 5);
            case 2 -> plain.blockCyclic(1 + random.nextInt(rows), 1 + random.nextInt(columns));
            case 3 -> plain.chunks(1, columns);
            default -> plain;
        };
    }

    private static int length(final Random random) {
        return LENGTHS[random.nextInt(LENGTHS.length)];
    }

    /** Returns a factor of these rows and columns within some larger matrix. */
    private static Operand operand(final GlobalMatrix matrix, final boolean isTurned, final long rows,
                                   final long columns, final Random random) {
        final Operand operand = Operand.of(matrix, box(matrix, isTurned ? columns : rows, isTurned ? rows : columns,
            random));
        return isTurned ? operand.turned() : operand;
    }

    private static Box box(final GlobalMatrix matrix, final long rows, final long columns, final Random random) {
        final long i = random.nextInt((int) (matrix.extent(0) - rows) + 1);
        final long j = random.nextInt((int) (matrix.extent(1) - columns) + 1);
        return Box.of(i, i + rows, j, j + columns);
    }

    private static Filled around(final TaskContext ctx, final MatrixType type, final int rows, final int columns,
                                 final Random random) throws SuspendExecution {
        return filled(ctx, spec(type, Math.max(1, rows + random.nextInt(4)), Math.max(1, columns + random.nextInt(4)),
            random), random);
    }

    private static String product(final TaskContext ctx, final MatrixType type, final Random random)
        throws SuspendExecution {
        final int rows = length(random);
        final int depth = random.nextInt(9) == 0 ? 0 : length(random);
        final int columns = length(random);
        final boolean isATurned = random.nextBoolean();
        final boolean isBTurned = random.nextBoolean();
        final Filled a = isATurned ? around(ctx, type, depth, rows, random) : around(ctx, type, rows, depth, random);
        final Filled b = isBTurned ? around(ctx, type, columns, depth, random)
            : around(ctx, type, depth, columns, random);
        final Filled c = around(ctx, type, rows, columns, random);
        final Operand x = operand(a.matrix, isATurned, rows, depth, random);
        final Operand y = operand(b.matrix, isBTurned, depth, columns, random);
        final Box box = box(c.matrix, rows, columns, random);
        final int alpha = FACTORS[random.nextInt(FACTORS.length)];
        final int beta = FACTORS[random.nextInt(FACTORS.length)];
        MatrixMath.multiply(ctx, alpha, x, y, beta, c.matrix, box);
        for (long i = 0; i < rows; i++) {
            for (long j = 0; j < columns; j++) {
                long real = 0;
                long imaginary = 0;
                for (long l = 0; l < depth; l++) {
                    final int p = a.at(x, i, l);
                    final int q = b.at(y, l, j);
                    real += a.real[p] * b.real[q] - a.imaginary[p] * b.imaginary[q];
                    imaginary += a.real[p] * b.imaginary[q] + a.imaginary[p] * b.real[q];
                }
                final int at = c.at(box.from(0) + i, box.from(1) + j);
                c.real[at] = alpha * real + beta * c.real[at];
                c.imaginary[at] = alpha * imaginary + beta * c.imaginary[at];
            }
        }
        final String wrong = wrong(ctx, c);
        for (final Filled one : new Filled[] {a, b, c}) {
            one.matrix.destroy(ctx);
        }
        return wrong.isEmpty() ? "" : wrong + " of " + alpha + " " + x + " times " + y + " + " + beta + " " + box;
    }

    private static String wrong(final TaskContext ctx, final Filled c) throws SuspendExecution {
        final Tile found = c.matrix.get(ctx, c.matrix.box());
        for (int i = 0; i < c.real.length; i++) {
            final boolean isRight = switch (found.type()) {
                case INT -> found.ints()[i] == (int) c.real[i];
                case LONG -> found.longs()[i] == c.real[i];
                case FLOAT -> found.floats()[i] == c.real[i];
                case DOUBLE -> found.doubles()[i] == c.real[i];
                case COMPLEX -> found.doubles()[2 * i] == c.real[i] && found.doubles()[2 * i + 1] == c.imaginary[i];
            };
            if (!isRight) {
                return "element " + i + " of " + c.matrix;
            }
        }
        return "";
    }

    /** As with BLAS: what factors have, be it no number, does not count. */
    @Test
    void shouldNotReadFactorsOfAnAlphaOfZero() {
        try (GmtCluster cluster = TestClusters.local(3, ProductBoxesTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(5, 5));
                final GlobalMatrix c = GlobalMatrix.create(ctx, MatrixSpec.doubles(5, 5));
                a.fill(ctx, Double.NaN);
                c.fill(ctx, 3);
                MatrixMath.multiply(ctx, 0, a, a, 2, c);
                assertEquals(6, MatrixMath.least(ctx, c).value());
                assertEquals(6, MatrixMath.greatest(ctx, c).value());
                final Operand none = Operand.of(a, Box.of(0, 5, 2, 2));
                MatrixMath.multiply(ctx, Double.NaN, none, Operand.of(a, Box.of(2, 2, 0, 5)), 0.5, c, c.box());
                assertEquals(3, MatrixMath.least(ctx, c).value());
                a.destroy(ctx);
                c.destroy(ctx);
            });
        }
    }

    /** A quarter of a matrix may have one owner's share of all of it; its blocks have all owners. */
    @Test
    void shouldShareBoxesOfSmallDealtBlocks() {
        try (GmtCluster cluster = TestClusters.local(4, ProductBoxesTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix c = GlobalMatrix.create(ctx, MatrixSpec.doubles(64, 64).blockCyclic(2, 2));
                final Box box = Box.of(32, 64, 0, 32);
                for (final long[] share : ctx.callOnAll(node -> share(c, box))) {
                    assertEquals(32 * 32 / 4, share[0]);
                    assertEquals(share[0], share[1], "within the box");
                }
                assertEquals(0, ctx.callOnAll(node -> share(c, Box.of(3, 3, 0, 64))).stream()
                    .mapToLong(share -> share[0]).sum());
                c.destroy(ctx);
            });
        }
    }

    private static long[] share(final GlobalMatrix c, final Box box) {
        final long[] sizes = new long[2];
        for (final Box piece : LocalBoxes.shares(c.part(), box)) {
            sizes[0] += piece.size();
            sizes[1] += piece.intersect(box).size();
        }
        return sizes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldMultiplyBoxesOfEveryType(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, ProductBoxesTest.class)) {
            for (final MatrixType type : MatrixType.values()) {
                for (int seed = 0; seed < CASES; seed++) {
                    final long number = 1000L * nodes + seed;
                    assertEquals("", cluster.call(ctx -> product(ctx, type, new Random(number))), "seed " + number);
                }
            }
        }
    }

    /** Several panels of several tiles, of which each node begins with another one. */
    @ParameterizedTest
    @CsvSource({"2,false,true", "3,true,false", "5,true,true"})
    void shouldTurnPanelsOver(final int nodes, final boolean isATurned, final boolean isBTurned) {
        try (GmtCluster cluster = TestClusters.local(nodes, ProductBoxesTest.class)) {
            cluster.run(ctx -> {
                final Random random = new Random(nodes);
                final int rows = 300;
                final int depth = 530;
                final int columns = 270;
                final Filled a = filled(ctx, isATurned ? MatrixSpec.longs(depth + 1, rows + 2)
                    : MatrixSpec.longs(rows + 2, depth + 1), random);
                final Filled b = filled(ctx, isBTurned ? MatrixSpec.longs(columns + 1, depth)
                    : MatrixSpec.longs(depth, columns + 1), random);
                final Filled c = filled(ctx, MatrixSpec.longs(rows + 3, columns + 3), random);
                final Operand x = operand(a.matrix, isATurned, rows, depth, random);
                final Operand y = operand(b.matrix, isBTurned, depth, columns, random);
                final Box box = Box.of(2, rows + 2, 1, columns + 1);
                MatrixMath.multiply(ctx, 2, x, y, 1, c.matrix, box);
                for (long i = 0; i < rows; i++) {
                    for (long j = 0; j < columns; j++) {
                        long sum = 0;
                        for (long l = 0; l < depth; l++) {
                            sum += a.real[a.at(x, i, l)] * b.real[b.at(y, l, j)];
                        }
                        c.real[c.at(i + 2, j + 1)] += 2 * sum;
                    }
                }
                assertEquals("", wrong(ctx, c));
            });
        }
    }

    @Test
    void shouldMultiplyWithinOneMatrix() {
        try (GmtCluster cluster = TestClusters.local(3, ProductBoxesTest.class)) {
            cluster.run(ctx -> {
                final Filled m = filled(ctx, MatrixSpec.doubles(9, 12), new Random(1));
                final Operand a = Operand.of(m.matrix, Box.of(0, 3, 0, 4));
                final Operand b = Operand.of(m.matrix, Box.of(2, 5, 1, 5)).turned();       // both have element (2, 1)
                MatrixMath.multiply(ctx, 1, a, b, 0, m.matrix, Box.of(6, 9, 0, 3));
                for (long i = 0; i < 3; i++) {
                    for (long j = 0; j < 3; j++) {
                        long sum = 0;
                        for (long l = 0; l < 4; l++) {
                            sum += m.real[m.at(a, i, l)] * m.real[m.at(b, l, j)];
                        }
                        m.real[m.at(6 + i, j)] = sum;
                    }
                }
                assertEquals("", wrong(ctx, m));
            });
        }
    }

    private static long read(final TaskContext ctx, final GlobalMatrix... matrices) throws SuspendExecution {
        long bytes = 0;
        for (final GlobalMatrix one : matrices) {
            bytes += one.calls(ctx).bytes(CallKind.GET) + (one.calls(ctx).operations(CallKind.GET) << 32);
        }
        return bytes;
    }

    /** Neither a box nor a factor that is turned over costs more calls or bytes than a matrix of these extents. */
    @Test
    void shouldGetNoMoreThanOfWholeMatrices() {
        try (GmtCluster cluster = TestClusters.local(4, ProductBoxesTest.class)) {
            cluster.run(ctx -> {
                final MatrixSpec spec = MatrixSpec.doubles(512, 512).grid(2, 2);
                final GlobalMatrix a = GlobalMatrix.create(ctx, spec);
                final GlobalMatrix b = GlobalMatrix.create(ctx, spec);
                final GlobalMatrix c = GlobalMatrix.create(ctx, spec);
                MatrixMath.multiply(ctx, 1, a, b, 0, c);
                final long whole = read(ctx, a, b, c);
                assertTrue((int) whole >= 4 * 2 * 256 * 512 * 8, "all nodes read rows of a and columns of b");
                MatrixMath.multiply(ctx, 1, Operand.of(a).turned(), Operand.of(b).turned(), 0, c, c.box());
                assertEquals(2 * whole, read(ctx, a, b, c));
                final Box box = Box.of(0, 512, 0, 256);
                MatrixMath.multiply(ctx, 1, Operand.of(a, box), Operand.of(b, box.with(0, 0, 256)), 0, c, box);
                final long bytes = (int) (read(ctx, a, b, c) - 2 * whole);
                assertEquals(2 * (256 * 256 + 256 * 256) * 8, bytes, "two nodes own the box");
            });
        }
    }

    private interface Call {
        void run() throws SuspendExecution;
    }

    private static void refuses(final String code, final Call call, final String... parts) throws SuspendExecution {
        try {
            call.run();
        } catch (final MatrixException refusal) {
            assertTrue(refusal.getMessage().startsWith(code + " "), refusal.getMessage());
            for (final String part : parts) {
                assertTrue(refusal.getMessage().contains(part), () -> part + " in " + refusal.getMessage());
            }
            return;
        }
        fail(code + " expected");
    }

    @Test
    void shouldRefuseBoxesThatDoNotFit() {
        try (GmtCluster cluster = TestClusters.local(2, ProductBoxesTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(6, 8).named("a"));
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(8, 6).named("b"));
                final GlobalMatrix c = GlobalMatrix.create(ctx, MatrixSpec.doubles(9, 9).named("c"));
                c.fill(ctx, 7);
                final Operand left = Operand.of(a, Box.of(0, 3, 0, 4));
                refuses("GMT-385", () -> MatrixMath.multiply(ctx, 1, left, Operand.of(b, Box.of(0, 5, 0, 3)), 0, c,
                    Box.of(0, 3, 0, 3)), "[0..3, 0..4)", "'a'", "[0..5, 0..3)", "'b'", "'c'", "not 4 and 5");
                refuses("GMT-385", () -> MatrixMath.multiply(ctx, 1, left, Operand.of(b, Box.of(0, 4, 0, 3)), 0, c,
                    Box.of(0, 3, 2, 4)), "[0..3, 2..4)", "expected 3 x 3");
                refuses("GMT-385", () -> MatrixMath.multiply(ctx, 1, left, left.turned().turned(), 0, c,
                    Box.of(0, 3, 0, 3)));
                refuses("GMT-381", () -> MatrixMath.multiply(ctx, 1, Operand.of(a, Box.of(4, 7, 0, 4)), left.turned(),
                    0, c, Box.of(0, 3, 0, 3)), "'a'", "[4..7, 0..4)");
                refuses("GMT-381", () -> MatrixMath.multiply(ctx, 1, left, left.turned(), 0, c, Box.of(7, 10, 0, 3)),
                    "'c'");
                refuses("GMT-385", () -> MatrixMath.multiply(ctx, 1, Operand.of(c, Box.of(0, 3, 0, 3)),
                    Operand.of(b, Box.of(0, 3, 0, 3)), 1, c, Box.of(2, 5, 2, 5)), "[2..5, 2..5)", "'c'", "no element");
                refuses("GMT-385", () -> MatrixMath.multiply(ctx, 1, Operand.of(b, Box.of(0, 3, 0, 3)),
                    Operand.of(c, Box.of(0, 3, 0, 3)).turned(), 1, c, Box.of(0, 3, 0, 3)), "turned over");
                MatrixMath.multiply(ctx, 1, left, left.turned(), 0, c, Box.of(0, 3, 0, 3));
                assertEquals(9 * 7 * 7, MatrixMath.dot(ctx, c, c) - 63 * 7 * 7, "nothing else has changed");
            });
        }
    }
}
