package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions that the members of a team call, with barriers only where the page says so, against loops. */
@Timeout(120)
class TeamMathTest {
    private static final int[][] SHAPES = {{1, 1}, {1, 13}, {13, 1}, {2, 3}, {23, 31}};

    private static GlobalMatrix create(final TaskContext ctx, final MatrixType type, final int[] shape,
                                       final boolean isDealt) throws SuspendExecution {
        final MatrixSpec spec = MatrixSpec.of(type, shape[0], shape[1]);
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, isDealt ? spec.blockCyclic(2, 3) : spec);
        final Tile tile = Tile.of(type, shape[0], shape[1]);
        for (int i = 0; i < shape[0] * shape[1]; i++) {
            if (type == MatrixType.COMPLEX) {
                tile.doubles()[2 * i] = value(i);
            } else {
                TileMath.set(tile, i, value(i));
            }
        }
        matrix.put(ctx, matrix.box(), tile);
        return matrix;
    }

    private static double value(final int number) {
        return number * 37 % 19 - 9;
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
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldComputeWithFewBarriers(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, TeamMathTest.class)) {
            cluster.run(ctx -> {
                for (final MatrixType type : MatrixType.values()) {
                    for (final int[] shape : SHAPES) {
                        chain(ctx, type, shape);
                        apart(ctx, type, shape);
                    }
                }
            });
        }
    }

    /** Own elements only: no barrier in between. Then those of others: one barrier. */
    private static void chain(final TaskContext ctx, final MatrixType type, final int[] shape)
        throws SuspendExecution {
        final GlobalMatrix a = create(ctx, type, shape, false);
        final GlobalMatrix b = a.duplicate(ctx, "b");
        final GlobalMatrix c = a.duplicate(ctx, "c");
        final GlobalMatrix d = GlobalMatrix.create(ctx, MatrixSpec.of(type, shape[1], shape[1]));
        final GlobalMatrix e = GlobalMatrix.create(ctx, MatrixSpec.of(type, shape[1], shape[0]));
        final boolean isReal = type != MatrixType.COMPLEX;
        ctx.executeOnAll(node -> {
            TeamMath.fill(node, b, 2);
            TeamMath.scale(node, b, 3);
            TeamMath.add(node, 2, a, -1, b, c);                              // 2 a - 6
            TeamMath.copy(node, c, c.box(), b, b.box());
            if (isReal) {
                TeamMath.map(node, c, x -> x + 1, c);                        // 2 a - 5
                TeamMath.combine(node, c, b, (x, y) -> x - y, c);            // 1
            } else {
                TeamMath.complexMap(node, c, x -> x[0] += 1, c);
                TeamMath.complexCombine(node, c, b, (x, y) -> {
                    x[0] -= y[0];
                    x[1] -= y[1];
                }, c);
            }
            node.barrier();
            TeamMath.multiply(node, 1, Operand.of(b).turned(), Operand.of(c), 0, d, d.box());
            TeamMath.transpose(node, b, e);
        });
        final double[] ofB = new double[shape[0] * shape[1]];
        final double[] ofD = new double[shape[1] * shape[1]];
        final double[] ofE = new double[ofB.length];
        final double[] ones = new double[ofB.length];
        Arrays.fill(ones, 1);
        for (int i = 0; i < ofB.length; i++) {
            ofB[i] = 2 * value(i) - 6;
            ofE[i % shape[1] * shape[0] + i / shape[1]] = ofB[i];
            for (int j = 0; j < shape[1]; j++) {
                ofD[i % shape[1] * shape[1] + j] += ofB[i];
            }
        }
        assertElements(ctx, b, ofB);
        assertElements(ctx, c, ones);
        assertElements(ctx, d, ofD);
        assertElements(ctx, e, ofE);
        for (final GlobalMatrix one : new GlobalMatrix[] {a, b, c, d, e}) {
            one.destroy(ctx);
        }
    }

    /** Matrices that are distributed differently, and copies to other shapes: a barrier before each that reads them. */
    private static void apart(final TaskContext ctx, final MatrixType type, final int[] shape)
        throws SuspendExecution {
        final GlobalMatrix a = create(ctx, type, shape, true);
        final GlobalMatrix b = create(ctx, type, shape, false);
        final GlobalMatrix line = GlobalMatrix.create(ctx, MatrixSpec.of(type, shape[0] * shape[1] + 2));
        final GlobalMatrix back = create(ctx, type, shape, true);
        ctx.executeOnAll(node -> {
            TeamMath.zero(node, line);
            TeamMath.add(node, 3, a, 2, b, b);
            node.barrier();
            TeamMath.copy(node, b, b.box(), line, Box.of(1, b.box().size() + 1));
            node.barrier();
            TeamMath.copy(node, line, Box.of(2, b.box().size() + 2), back, back.box());
            TeamMath.fill(node, b, b.box(), 4, 0);
        });
        final double[] inLine = new double[shape[0] * shape[1] + 2];
        final double[] fours = new double[shape[0] * shape[1]];
        for (int i = 0; i < fours.length; i++) {
            inLine[i + 1] = 5 * value(i);
            fours[i] = 4;
        }
        assertElements(ctx, line, inLine);
        assertElements(ctx, back, Arrays.copyOfRange(inLine, 2, inLine.length));
        assertElements(ctx, b, fours);
        for (final GlobalMatrix one : new GlobalMatrix[] {a, b, line, back}) {
            one.destroy(ctx);
        }
    }

    /** A member that calls alone does not wait for others, and does its share alone. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void shouldMakeNoBarrier(final int alone) {
        try (GmtCluster cluster = TestClusters.local(3, TeamMathTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(9, 5));
                final GlobalMatrix b = a.duplicate(ctx, "b");
                final GlobalMatrix c = a.duplicate(ctx, "c");
                final GlobalMatrix square = GlobalMatrix.create(ctx, MatrixSpec.doubles(5, 5).chunks(5, 5));
                ctx.call(alone, node -> {
                    TeamMath.fill(node, a, 2);
                    TeamMath.scale(node, a, 3);
                    TeamMath.map(node, a, x -> x + 1, b);
                    TeamMath.combine(node, a, b, (x, y) -> x * y, c);        // 42
                    TeamMath.add(node, 1, c, 1, a, c);                       // 48
                    TeamMath.copy(node, c, c.box(), b, b.box());
                    TeamMath.multiply(node, 1, Operand.of(a).turned(), Operand.of(b), 0, square, square.box());
                    return null;
                });
                long own = 0;
                for (final Box box : b.distribution(alone)) {
                    own += box.size();
                }
                assertTrue(own > 0 && own < 45, own + " elements");
                assertEquals(own * 48.0 * 48.0, MatrixMath.dot(ctx, b, b));
                assertEquals(square.distribution(alone).isEmpty(), MatrixMath.dot(ctx, square, square) == 0);
            });
        }
    }

    private interface Call {
        void run() throws SuspendExecution;
    }

    private static String refusal(final Call call) throws SuspendExecution {
        try {
            call.run();
            return "nothing refused";
        } catch (final MatrixException refusal) {
            return refusal.getMessage().substring(0, 7);
        }
    }

    @Test
    void shouldRefuseWhatMatrixMathRefuses() {
        try (GmtCluster cluster = TestClusters.local(2, TeamMathTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.longs(4, 4));
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.longs(4, 5));
                final Box outside = Box.of(0, 5, 0, 1);
                ctx.executeOnAll(node -> {
                    assertEquals("GMT-381", refusal(() -> TeamMath.fill(node, a, outside, 1, 0)));
                    assertEquals("GMT-386", refusal(() -> TeamMath.fill(node, a, a.box(), 1, 1)));
                    assertEquals("GMT-386", refusal(() -> TeamMath.fill(node, a, 0.5)));
                    assertEquals("GMT-386", refusal(() -> TeamMath.scale(node, a, 0.5)));
                    assertEquals("GMT-385", refusal(() -> TeamMath.add(node, 1, a, 1, b, a)));
                    assertEquals("GMT-385", refusal(() -> TeamMath.map(node, a, x -> x, b)));
                    assertEquals("GMT-385", refusal(() -> TeamMath.combine(node, a, b, (x, y) -> x, a)));
                    assertEquals("GMT-385", refusal(() -> TeamMath.copy(node, a, a.box(), b, b.box())));
                    assertEquals("GMT-385", refusal(() -> TeamMath.transpose(node, b, a)));
                    assertEquals("GMT-385", refusal(() -> TeamMath.multiply(node, 1, Operand.of(a), Operand.of(b), 0,
                        a, a.box())));
                });
                assertEquals(0, MatrixMath.wholeDot(ctx, a, a));
            });
        }
    }
}
