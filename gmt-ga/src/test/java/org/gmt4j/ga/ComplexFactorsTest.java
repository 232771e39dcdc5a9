package org.gmt4j.ga;

import static org.gmt4j.ga.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Complex factors wherever one is taken, and conjugated factors of products, against loops over whole numbers. */
@Timeout(180)
class ComplexFactorsTest {
    /** As programs give them; none is 1. */
    private static final double[][] FACTORS = {{0, 0}, {2}, {0, 1}, {-1, 3}, {}, {0}};
    /** Each operand plain, turned over, conjugated, and both. */
    private static final int FORMS = 16;
    private static final int ROWS = 5;
    private static final int DEPTH = 7;
    private static final int COLUMNS = 4;

    /** A complex matrix, and its elements. */
    private record Filled(GlobalMatrix matrix, long columns, long[] real, long[] imaginary) {
        int at(final long i, final long j) {
            return (int) (i * columns + j);
        }

        int at(final Operand operand, final long i, final long j) {
            final Box box = operand.box();
            return operand.isTurned() ? at(box.from(0) + j, box.from(1) + i) : at(box.from(0) + i, box.from(1) + j);
        }

        double[] parts() {
            final double[] parts = new double[2 * real.length];
            Arrays.setAll(parts, i -> i % 2 == 0 ? real[i / 2] : imaginary[i / 2]);
            return parts;
        }

        void reset(final TaskContext ctx, final Random random) throws SuspendExecution {
            Arrays.setAll(real, i -> random.nextInt(19) - 9);
            Arrays.setAll(imaginary, i -> random.nextInt(19) - 9);
            matrix.put(ctx, matrix.box(), Tile.complex(parts(), matrix.box().extents()));
        }

        /** Sets an element to a multiple of it and one of another number. */
        void set(final int at, final double[] own, final double[] factor, final long x, final long y) {
            final long before = real[at];
            real[at] = realPart(own) * before - imaginaryPart(own) * imaginary[at] + realPart(factor) * x
                - imaginaryPart(factor) * y;
            imaginary[at] = realPart(own) * imaginary[at] + imaginaryPart(own) * before + realPart(factor) * y
                + imaginaryPart(factor) * x;
        }
    }

    private static long realPart(final double[] factor) {
        return factor.length == 0 ? 1 : (long) factor[0];
    }

    private static long imaginaryPart(final double[] factor) {
        return factor.length < 2 ? 0 : (long) factor[1];
    }

    private static boolean isZero(final double[] factor) {
        return realPart(factor) == 0 && imaginaryPart(factor) == 0;
    }

    private static Filled filled(final TaskContext ctx, final MatrixSpec spec, final Random random)
        throws SuspendExecution {
        final int count = (int) Box.whole(spec.extents()).size();
        final Filled filled = new Filled(GlobalMatrix.create(ctx, spec), spec.extent(1), new long[count],
            new long[count]);
        filled.reset(ctx, random);
        return filled;
    }

    private static MatrixSpec spec(final long rows, final long columns, final int layout) {
        final MatrixSpec plain = MatrixSpec.complex(rows, columns);
        return switch (layout % 4) {
            case 0 -> plain;
            case 1 -> plain.blockCyclic(2, 3);
            case 2 -> plain.chunks(1, columns);
            default -> plain.blockCyclic(3, 1);
        };
    }

    private static void assertElements(final TaskContext ctx, final Filled expected, final String what)
        throws SuspendExecution {
        final double[] found = expected.matrix.get(ctx, expected.matrix.box()).doubles();
        final double[] parts = expected.parts();
        for (int i = 0; i < parts.length; i++) {
            final int at = i;
            assertTrue(parts[i] == found[i], () -> "part " + at + " is " + found[at] + " instead of " + parts[at]
                + ": " + what);
        }
    }

    // --- products ---

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldMultiplyBoxesOfEveryForm(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, ComplexFactorsTest.class)) {
            cluster.run(ctx -> {
                final Random random = new Random(nodes);
                for (int form = 0; form < FORMS; form++) {
                    products(ctx, form, random);
                }
            });
        }
    }

    /** One matrix of each kind for a form, and all pairs of factors, by MatrixMath and by a team in turn. */
    private static void products(final TaskContext ctx, final int form, final Random random)
        throws SuspendExecution {
        final int layout = random.nextInt(64);
        final Filled a = around(ctx, ROWS, DEPTH, (form & 1) > 0, layout, random);
        final Filled b = around(ctx, DEPTH, COLUMNS, (form & 4) > 0, layout / 4, random);
        final Filled c = around(ctx, ROWS, COLUMNS, false, layout / 16, random);
        final Operand x = operand(a, ROWS, DEPTH, form);
        final Operand y = operand(b, DEPTH, COLUMNS, form >> 2);
        final Box box = Box.of(2, ROWS + 2, 1, COLUMNS + 1);
        for (int pair = 0; pair < FACTORS.length * FACTORS.length; pair++) {
            final double[] alpha = FACTORS[pair % FACTORS.length];
            final double[] beta = FACTORS[pair / FACTORS.length];
            c.reset(ctx, random);
            if (isZero(beta)) {
                MatrixMath.fill(ctx, c.matrix, box, Double.NaN, Double.NaN);
            }
            if ((pair + pair / FACTORS.length) % 2 > 0) {
                MatrixMath.multiply(ctx, alpha, x, y, beta, c.matrix, box);
            } else {
                final GlobalMatrix result = c.matrix;
                ctx.executeOnAll(node -> TeamMath.multiply(node, alpha, x, y, beta, result, box));
            }
            multiply(a, x, b, y, c, box, alpha, beta);
            assertElements(ctx, c, Arrays.toString(alpha) + " " + x + " times " + y + " + " + Arrays.toString(beta)
                + " " + box);
        }
        for (final Filled one : new Filled[] {a, b, c}) {
            one.matrix.destroy(ctx);
        }
    }

    private static Filled around(final TaskContext ctx, final int rows, final int columns, final boolean isTurned,
                                 final int layout, final Random random) throws SuspendExecution {
        return filled(ctx, spec((isTurned ? columns : rows) + 3, (isTurned ? rows : columns) + 2, layout), random);
    }

    private static Operand operand(final Filled filled, final int rows, final int columns, final int form) {
        final boolean isTurned = (form & 1) > 0;
        final Operand plain = Operand.of(filled.matrix, Box.of(1, 1 + (isTurned ? columns : rows), 2,
            2 + (isTurned ? rows : columns)));
        final Operand turned = isTurned ? plain.turned() : plain;
        return (form & 2) > 0 ? turned.conjugated() : turned;
    }

    /** The plain triple loop. */
    private static void multiply(final Filled a, final Operand x, final Filled b, final Operand y, final Filled c,
                                 final Box box, final double[] alpha, final double[] beta) {
        final int signOfA = x.isConjugated() ? -1 : 1;
        final int signOfB = y.isConjugated() ? -1 : 1;
        for (long i = 0; i < box.extent(0); i++) {
            for (long j = 0; j < box.extent(1); j++) {
                long real = 0;
                long imaginary = 0;
                for (long l = 0; l < x.extent(1); l++) {
                    final int p = a.at(x, i, l);
                    final int q = b.at(y, l, j);
                    final long ofA = signOfA * a.imaginary[p];
                    final long ofB = signOfB * b.imaginary[q];
                    real += a.real[p] * b.real[q] - ofA * ofB;
                    imaginary += a.real[p] * ofB + ofA * b.real[q];
                }
                c.set(c.at(box.from(0) + i, box.from(1) + j), beta, alpha, real, imaginary);
            }
        }
    }

    /** Several panels of several tiles, where tiles at the edges are not square. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldConjugatePanels(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, ComplexFactorsTest.class)) {
            cluster.run(ctx -> {
                final Random random = new Random(nodes);
                final int rows = nodes % 2 == 0 ? 290 : 40;
                final int depth = 530;
                final int columns = nodes % 2 == 0 ? 30 : 270;
                final Filled a = around(ctx, rows, depth, true, 0, random);
                final Filled b = around(ctx, depth, columns, nodes % 2 == 0, 2, random);
                final Filled c = filled(ctx, MatrixSpec.complex(rows, columns).blockCyclic(130, 140), random);
                final Operand x = operand(a, rows, depth, 3);
                final Operand y = operand(b, depth, columns, nodes % 2 == 0 ? 3 : 2);
                final double[] alpha = {2, -1};
                final double[] beta = {0, 3};
                MatrixMath.multiply(ctx, alpha, x, y, beta, c.matrix, c.matrix.box());
                multiply(a, x, b, y, c, c.matrix.box(), alpha, beta);
                assertElements(ctx, c, "a product of large matrices");
            });
        }
    }

    @Test
    void shouldMultiplyWholeMatrices() {
        try (GmtCluster cluster = TestClusters.local(3, ComplexFactorsTest.class)) {
            cluster.run(ctx -> {
                final Random random = new Random(3);
                final Filled a = filled(ctx, spec(ROWS, DEPTH, 1), random);
                final Filled b = filled(ctx, spec(DEPTH, COLUMNS, 0), random);
                final Filled c = filled(ctx, spec(ROWS, COLUMNS, 3), random);
                final double[] alpha = {1, 1};
                final double[] beta = {-2, 1};
                MatrixMath.multiply(ctx, alpha, a.matrix, b.matrix, beta, c.matrix);
                multiply(a, Operand.of(a.matrix), b, Operand.of(b.matrix), c, c.matrix.box(), alpha, beta);
                assertElements(ctx, c, "a product of whole matrices");
            });
        }
    }

    /** A factor is 0 where both of its parts are. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldReadNothingOfFactorsOfZero(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, ComplexFactorsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.complex(5, 5));
                final GlobalMatrix c = GlobalMatrix.create(ctx, MatrixSpec.complex(5, 5).blockCyclic(2, 2));
                final Operand adjoint = Operand.of(a).turned().conjugated();
                a.fill(ctx, Double.NaN, Double.NaN);
                c.fill(ctx, 3, 1);
                MatrixMath.multiply(ctx, new double[] {0, 0}, adjoint, adjoint, new double[] {0, 2}, c, c.box());
                assertArrayEquals(all(-2, 6), c.get(ctx, c.box()).doubles());
                final Operand none = Operand.of(a, Box.of(0, 5, 2, 2));
                MatrixMath.multiply(ctx, new double[] {Double.NaN, 1}, none, none.turned().conjugated(),
                    new double[] {1}, c, c.box());
                assertArrayEquals(all(-2, 6), c.get(ctx, c.box()).doubles());
                c.fill(ctx, Double.NaN, Double.NaN);
                MatrixMath.multiply(ctx, new double[] {0, 0}, adjoint, adjoint, new double[] {0, 0}, c, c.box());
                assertArrayEquals(all(0, 0), c.get(ctx, c.box()).doubles());
                a.fill(ctx, 0, 1);
                c.fill(ctx, 1, Double.NaN);                              // a beta of i does read it
                MatrixMath.multiply(ctx, new double[] {1}, adjoint, adjoint, new double[] {0, 1}, c, c.box());
                assertArrayEquals(all(Double.NaN, Double.NaN), c.get(ctx, c.box()).doubles());
            });
        }
    }

    private static double[] all(final double real, final double imaginary) {
        final double[] parts = new double[50];
        Arrays.setAll(parts, i -> i % 2 == 0 ? real : imaginary);
        return parts;
    }

    /** As everywhere: real factors, also as pairs, multiply the parts alone. */
    @Test
    void shouldLeavePartsBesideInfiniteOnesAsTheyAre() {
        try (GmtCluster cluster = TestClusters.local(2, ComplexFactorsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.complex(1, 1));
                final GlobalMatrix c = a.duplicate(ctx, "c");
                final double[] two = {2, 0};
                final double[] far = {Double.POSITIVE_INFINITY, 2};
                a.fill(ctx, Double.POSITIVE_INFINITY, 1);
                MatrixMath.add(ctx, two, a, new double[] {0}, c, c);
                assertArrayEquals(far, c.get(ctx, c.box()).doubles());
                a.fill(ctx, 0, 0);
                c.fill(ctx, Double.POSITIVE_INFINITY, 1);
                MatrixMath.multiply(ctx, new double[] {1}, a, a, two, c);
                assertArrayEquals(far, c.get(ctx, c.box()).doubles());
                c.fill(ctx, Double.POSITIVE_INFINITY, 1);
                MatrixMath.scale(ctx, c, 2, 0);
                assertArrayEquals(far, c.get(ctx, c.box()).doubles());
            });
        }
    }

    /** A real number is its own conjugate. */
    @Test
    void shouldTakeConjugatedRealFactors() {
        try (GmtCluster cluster = TestClusters.local(3, ComplexFactorsTest.class)) {
            cluster.run(ctx -> {
                for (final MatrixType type : MatrixType.values()) {
                    if (type != MatrixType.COMPLEX) {
                        final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.of(type, 4, 3));
                        final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.of(type, 3, 3));
                        final GlobalMatrix c = b.duplicate(ctx, "c");
                        final Tile tile = Tile.of(type, 4, 3);
                        for (int i = 0; i < 12; i++) {
                            TileMath.set(tile, i, i - 5);
                        }
                        a.put(ctx, a.box(), tile);
                        MatrixMath.multiply(ctx, 2, Operand.of(a).turned(), Operand.of(a), 0, b, b.box());
                        MatrixMath.multiply(ctx, new double[] {2, 0}, Operand.of(a).turned().conjugated(),
                            Operand.of(a).conjugated(), new double[] {0, 0}, c, c.box());
                        assertEquals(b.print(ctx, b.box()), c.print(ctx, c.box()));
                    }
                }
            });
        }
    }

    // --- elements ---

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldScaleAndAdd(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, ComplexFactorsTest.class)) {
            cluster.run(ctx -> {
                final Random random = new Random(nodes);
                for (int layout = 0; layout < 4; layout++) {
                    final Filled a = filled(ctx, spec(9, 8, layout), random);
                    final Filled b = filled(ctx, spec(9, 8, layout / 2), random);
                    final Filled c = filled(ctx, spec(9, 8, layout), random);
                    for (int pair = 0; pair < FACTORS.length; pair++) {
                        sums(ctx, new Filled[] {a, b, c}, FACTORS[pair], FACTORS[(pair + 3) % FACTORS.length], random);
                    }
                    scale(ctx, a);
                }
            });
        }
    }

    private static void sums(final TaskContext ctx, final Filled[] filled, final double[] alpha, final double[] beta,
                             final Random random) throws SuspendExecution {
        final GlobalMatrix a = filled[0].matrix;
        final GlobalMatrix b = filled[1].matrix;
        final GlobalMatrix c = filled[2].matrix;
        final Box all = c.box();
        MatrixMath.add(ctx, alpha, a, beta, b, c);
        add(filled, new Box[] {all, all, all}, alpha, beta);
        assertElements(ctx, filled[2], "a sum");
        ctx.executeOnAll(node -> TeamMath.add(node, beta, a, alpha, c, c));
        add(new Filled[] {filled[0], filled[2], filled[2]}, new Box[] {all, all, all}, beta, alpha);
        assertElements(ctx, filled[2], "a sum by a team");
        final Box[] boxes = {Box.of(0, 6, 1, 5), Box.of(3, 9, 4, 8), Box.of(2, 8, 3, 7)};
        final double[] four = {realPart(alpha), imaginaryPart(alpha), realPart(beta), imaginaryPart(beta)};
        filled[2].reset(ctx, random);
        MatrixMath.add(ctx, four, new GlobalMatrix[] {a, b, c}, boxes);
        add(filled, boxes, alpha, beta);
        assertElements(ctx, filled[2], "a sum of boxes");
    }

    private static void add(final Filled[] filled, final Box[] boxes, final double[] alpha, final double[] beta) {
        final double[] none = {0};
        for (long i = 0; i < boxes[2].extent(0); i++) {
            for (long j = 0; j < boxes[2].extent(1); j++) {
                final int p = filled[0].at(boxes[0].from(0) + i, boxes[0].from(1) + j);
                final int q = filled[1].at(boxes[1].from(0) + i, boxes[1].from(1) + j);
                final int at = filled[2].at(boxes[2].from(0) + i, boxes[2].from(1) + j);
                final long x = filled[1].real[q];
                final long y = filled[1].imaginary[q];
                filled[2].set(at, none, alpha, filled[0].real[p], filled[0].imaginary[p]);
                filled[2].set(at, new double[] {1}, beta, x, y);
            }
        }
    }

    private static void scale(final TaskContext ctx, final Filled a) throws SuspendExecution {
        final GlobalMatrix matrix = a.matrix;
        final double[] none = {0};
        MatrixMath.scale(ctx, matrix, 2, -3);
        ctx.executeOnAll(node -> TeamMath.scale(node, matrix, 0, 1));
        for (int i = 0; i < a.real.length; i++) {
            a.set(i, new double[] {3, 2}, none, 0, 0);                   // (2 - 3i) i
        }
        assertElements(ctx, a, "a multiple");
        final Box box = Box.of(2, 8, 1, 6);
        MatrixMath.scale(ctx, matrix, box, 1, 1);
        ctx.executeOnAll(node -> TeamMath.scale(node, matrix, Box.of(4, 9, 5, 8), -2, 0));
        for (int i = 0; i < a.real.length; i++) {
            if (box.contains(Box.of(i / 8, i / 8 + 1, i % 8, i % 8 + 1))) {
                a.set(i, new double[] {1, 1}, none, 0, 0);
            }
            if (i / 8 >= 4 && i % 8 >= 5) {
                a.set(i, new double[] {-2}, none, 0, 0);
            }
        }
        assertElements(ctx, a, "a multiple of boxes");
        ctx.executeOnAll(node -> TeamMath.fill(node, matrix, 4, -5));
        Arrays.fill(a.real, 4);
        Arrays.fill(a.imaginary, -5);
        assertElements(ctx, a, "one number");
        matrix.fill(ctx, 0, 7);
        Arrays.fill(a.real, 0);
        Arrays.fill(a.imaginary, 7);
        assertElements(ctx, a, "another number");
    }

    /** Lists in which elements are met several times, by tasks of all nodes and a thread that is none. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldAddListsAndPatches(final int nodes) {
        final int length = 200;
        try (GmtCluster cluster = TestClusters.local(nodes, ComplexFactorsTest.class)) {
            final Random random = new Random(nodes);
            final long[] rows = random.longs(length, 0, 11).toArray();
            final long[] columns = random.longs(length, 0, 9).toArray();
            final double[] values = random.doubles(2 * length, -9, 9).map(Math::rint).toArray();
            final GlobalMatrix zeros = cluster.call(ctx -> {
                final GlobalMatrix matrix = GlobalMatrix.create(ctx, MatrixSpec.complex(11, 9).blockCyclic(2, 3));
                ctx.executeOnAll(node -> {
                    matrix.scatterAccumulate(node, -1, 2, Tile.complex(values, length), rows, columns);
                    matrix.accumulateStrided(node, Box.of(1, 11, 0, 9), new long[] {3, 4},
                        Tile.complex(values, 4, 3), 0, 1);
                });
                return matrix;
            });
            final BlockingMatrix blocking = new BlockingMatrix(cluster.armci(), zeros);
            blocking.scatterAccumulate(0, 3, Tile.complex(values, length), rows, columns);
            blocking.accumulate(Box.of(4, 8, 2, 5), Tile.complex(values, 4, 3), 1, -1);
            final Filled a = new Filled(zeros, 9, new long[99], new long[99]);
            final double[] one = {1};
            for (int i = 0; i < length; i++) {
                final int at = (int) (rows[i] * 9 + columns[i]);
                a.set(at, one, new double[] {-nodes, 2 * nodes + 3}, (long) values[2 * i], (long) values[2 * i + 1]);
            }
            for (int i = 0; i < 12; i++) {
                final long x = (long) values[2 * i];
                final long y = (long) values[2 * i + 1];
                a.set((1 + i / 3 * 3) * 9 + i % 3 * 4, one, new double[] {0, nodes}, x, y);
                a.set((4 + i / 3) * 9 + 2 + i % 3, one, new double[] {1, -1}, x, y);
            }
            final double[] found = new double[2 * 99];
            blocking.get(Box.of(0, 11, 0, 9), Tile.complex(found, 11, 9));
            assertArrayEquals(a.parts(), found);
        }
    }

    // --- refusals ---

    @Test
    void shouldRefuseComplexFactorsOfRealMatrices() {
        try (GmtCluster cluster = TestClusters.local(2, ComplexFactorsTest.class)) {
            cluster.run(ctx -> {
                for (final MatrixType type : MatrixType.values()) {
                    if (type != MatrixType.COMPLEX) {
                        refuseAll(ctx, GlobalMatrix.create(ctx, MatrixSpec.of(type, 4, 4).named("real")));
                    }
                }
            });
        }
    }

    private static void refuseAll(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        final GlobalMatrix b = a.duplicate(ctx, "b");
        final GlobalMatrix[] three = {b, b, a};
        final Box[] boxes = {a.box(), a.box(), a.box()};
        final double[] one = {1};
        final double[] i = {0, 1};
        a.fill(ctx, 3);
        b.fill(ctx, 1);
        refuses("GMT-386", "'real'", () -> MatrixMath.multiply(ctx, i, b, b, one, a));
        refuses("GMT-386", "'real'", () -> MatrixMath.multiply(ctx, one, b, b, i, a));
        refuses("GMT-386", "'real'", () -> TeamMath.multiply(ctx, i, Operand.of(b), Operand.of(b), one, a, a.box()));
        refuses("GMT-386", "'real'", () -> MatrixMath.add(ctx, i, b, one, b, a));
        refuses("GMT-386", "'real'", () -> TeamMath.add(ctx, one, b, i, b, a));
        refuses("GMT-386", "'real'", () -> MatrixMath.add(ctx, new double[] {1, 0, 1, 2}, three, boxes));
        refuses("GMT-386", "'real'", () -> MatrixMath.scale(ctx, a, 1, 1));
        refuses("GMT-386", "'real'", () -> TeamMath.scale(ctx, a, 1, Double.NaN));
        refuses("GMT-381", "'real'", () -> MatrixMath.scale(ctx, a, Box.of(0, 5, 0, 1), 2, 0));
        refuses("GMT-386", "'real'", () -> TeamMath.scale(ctx, a, Box.of(0, 1, 0, 1), 2, 1));
        refuses("GMT-386", "'real'", () -> a.fill(ctx, 1, 1));
        refuses("GMT-386", "'real'", () -> TeamMath.fill(ctx, a, 1, 1));
        refuses("GMT-386", "'real'", () -> a.accumulate(ctx, a.box(), Tile.of(a.type(), 4, 4), 1, 1));
        refuses("GMT-386", "'real'", () -> a.scatterAccumulate(ctx, 1, 1, Tile.of(a.type(), 1), new long[1],
            new long[1]));
        if (a.type().isWhole()) {                                        // named as well where it is not whole
            refuses("GMT-386", "'real'", () -> MatrixMath.scale(ctx, a, 0.5));
            refuses("GMT-386", "'real'", () -> MatrixMath.add(ctx, 1, b, 0.5, b, a));
            refuses("GMT-386", "asked by node 0", () -> MatrixMath.multiply(ctx, 0.5, b, b, 1, a));
            refuses("GMT-386", "'real'", () -> a.fill(ctx, 0.5));
        }
        assertEquals(16 * 9, MatrixMath.dot(ctx, a, a), "nothing has changed");
        MatrixMath.add(ctx, new double[] {2, 0, 1, 0}, three, boxes);    // pairs that are real
        MatrixMath.scale(ctx, a, 2, 0);
        MatrixMath.multiply(ctx, new double[] {1, 0}, b, b, new double[] {1, -0.0}, a);
        assertEquals(16 * 100, MatrixMath.dot(ctx, a, a));
    }

    @Test
    void shouldRefuseFactorsOfManyNumbers() {
        try (GmtCluster cluster = TestClusters.local(2, ComplexFactorsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.complex(4, 4).named("z"));
                final GlobalMatrix b = a.duplicate(ctx, "b");
                final double[] one = {1};
                final double[] three = {1, 2, 3};
                final GlobalMatrix[] matrices = {b, b, a};
                final Box[] boxes = {a.box(), a.box(), a.box()};
                b.fill(ctx, 1, 1);
                refuses("GMT-386", "'z'", () -> MatrixMath.multiply(ctx, three, b, b, one, a));
                refuses("GMT-386", "'z'", () -> MatrixMath.multiply(ctx, one, b, b, three, a));
                refuses("GMT-386", "[1.0, 2.0, 3.0]", () -> MatrixMath.add(ctx, three, b, one, b, a));
                refuses("GMT-385", "3 factors", () -> MatrixMath.add(ctx, three, matrices, boxes));
                refuses("GMT-385", "conjugated", () -> MatrixMath.multiply(ctx, one, Operand.of(a).conjugated(),
                    Operand.of(b), one, a, a.box()));
                assertArrayEquals(new double[2], MatrixMath.complexDot(ctx, a, a), "nothing has changed");
            });
        }
    }
}
