package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions of complex elements, of matrices that are distributed differently, against loops. */
@Timeout(120)
class ComplexElementsTest {
    private static final long[][] SHAPES = {{1}, {1, 1}, {1, 13}, {13, 1}, {150, 130}, {2, 3, 5}};

    private static double[] values(final GlobalMatrix matrix, final int kind) {
        final double[] values = new double[2 * (int) matrix.box().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (i * 37 + kind * 11) % 19 - 9;
        }
        return values;
    }

    private static GlobalMatrix filled(final TaskContext ctx, final MatrixSpec spec, final int kind)
        throws SuspendExecution {
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
        matrix.put(ctx, matrix.box(), Tile.complex(values(matrix, kind), spec.extents()));
        return matrix;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldMapAndCombine(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, ComplexElementsTest.class)) {
            cluster.run(ctx -> {
                for (final long[] shape : SHAPES) {
                    mapAndCombine(ctx, MatrixSpec.complex(shape));
                }
            });
        }
    }

    private static void mapAndCombine(final TaskContext ctx, final MatrixSpec spec) throws SuspendExecution {
        final long[] block = spec.extents().clone();
        block[0] = 1;
        final GlobalMatrix a = filled(ctx, spec, 1);
        final GlobalMatrix b = filled(ctx, spec.blockCyclic(block), 2);
        final GlobalMatrix c = GlobalMatrix.create(ctx, spec);
        final double more = 0.5;
        MatrixMath.complexMap(ctx, b, z -> {
            final double real = z[0];
            z[0] = -z[1];                                                // i z + more
            z[1] = real;
            z[0] += more;
        }, c);
        MatrixMath.complexCombine(ctx, a, c, (x, y) -> {
            final double real = x[0];
            x[0] = real * y[0] - x[1] * y[1];
            x[1] = real * y[1] + x[1] * y[0];
        }, c);
        final double[] x = values(a, 1);
        final double[] y = values(b, 2);
        final double[] found = c.get(ctx, c.box()).doubles();
        for (int i = 0; i < found.length; i += 2) {
            final double real = -y[i + 1] + more;
            assertEquals(x[i] * real - x[i + 1] * y[i], found[i], "at " + i);
            assertEquals(x[i] * y[i] + x[i + 1] * real, found[i + 1], "at " + i);
        }
        MatrixMath.complexMap(ctx, a, z -> z[1] = -z[1], a);
        MatrixMath.complexCombine(ctx, a, a, (p, q) -> p[0] += q[0], a);
        final double[] own = a.get(ctx, a.box()).doubles();
        for (int i = 0; i < own.length; i += 2) {
            assertEquals(2 * x[i] + " " + -x[i + 1], own[i] + " " + own[i + 1]);
        }
    }

    /** Turned over and back to other shapes, by one task and by a team. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldMoveBothParts(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, ComplexElementsTest.class)) {
            cluster.run(ctx -> {
                for (final long[] block : new long[][] {{1, 1}, {2, 3}, {13, 4}, {99, 99}}) {
                    final MatrixSpec spec = MatrixSpec.complex(13, 12);
                    final GlobalMatrix a = filled(ctx, spec.blockCyclic(block), 1);
                    final GlobalMatrix turned = GlobalMatrix.create(ctx, MatrixSpec.complex(12, 13));
                    final GlobalMatrix back = GlobalMatrix.create(ctx, spec);
                    final GlobalMatrix line = GlobalMatrix.create(ctx, MatrixSpec.complex(13 * 12 + 1));
                    MatrixMath.transpose(ctx, a, turned);
                    assertTurned(ctx, a, turned);
                    ctx.executeOnAll(node -> TeamMath.transpose(node, turned, back));
                    assertArrayEquals(values(a, 1), back.get(ctx, back.box()).doubles());
                    MatrixMath.copy(ctx, a, a.box(), line, Box.of(1, 13 * 12 + 1));
                    turned.zero(ctx);
                    ctx.executeOnAll(node -> TeamMath.copy(node, line, Box.of(1, 13 * 12 + 1), turned, turned.box()));
                    assertArrayEquals(values(a, 1), turned.get(ctx, turned.box()).doubles());
                    assertArrayEquals(new double[2], line.get(ctx, Box.of(0, 1)).doubles());
                }
            });
        }
    }

    private static void assertTurned(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix turned)
        throws SuspendExecution {
        final double[] from = values(a, 1);
        final double[] found = turned.get(ctx, turned.box()).doubles();
        for (int i = 0; i < found.length; i++) {
            final int element = i / 2;
            assertEquals(from[2 * (element % 13 * 12 + element / 13) + i % 2], found[i], "part " + i);
        }
    }

    private interface Call {
        void run() throws SuspendExecution;
    }

    private static void refuses(final String start, final Call call) throws SuspendExecution {
        try {
            call.run();
        } catch (final MatrixException refusal) {
            assertTrue(refusal.getMessage().startsWith(start), refusal.getMessage());
            return;
        }
        fail(start + " expected");
    }

    @Test
    void shouldRefuseWhatIsNotComplex() {
        try (GmtCluster cluster = TestClusters.local(2, ComplexElementsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(4).named("real"));
                final GlobalMatrix z = GlobalMatrix.create(ctx, MatrixSpec.complex(4).named("z"));
                refuses("GMT-386 not defined for matrix 'real'", () -> MatrixMath.complexMap(ctx, a, x -> x[0] = 1, a));
                refuses("GMT-386 ", () -> MatrixMath.complexCombine(ctx, a, a, (x, y) -> x[0] = 1, a));
                refuses("GMT-385 ", () -> MatrixMath.complexMap(ctx, z, x -> x[0] = 1, a));
                refuses("GMT-385 ", () -> MatrixMath.complexCombine(ctx, z, a, (x, y) -> x[0] = 1, z));
            });
        }
    }
}
