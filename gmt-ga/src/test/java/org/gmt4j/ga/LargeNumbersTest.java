package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Supplier;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Extents, offsets, boxes and elements near the end of what their type counts. */
@Timeout(120)
class LargeNumbersTest {
    private static void refuses(final int number, final Supplier<?> made) {
        final MatrixException refusal = assertThrows(MatrixException.class, made::get);
        assertTrue(refusal.getMessage().contains("GMT-" + number), refusal.getMessage());
    }

    @Test
    void shouldRefuseTilesBeyondTheirArray() {
        try (GmtCluster cluster = TestClusters.local(2, LargeNumbersTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix plane = GlobalMatrix.create(ctx, MatrixSpec.doubles(5, 5).named("plane"));
                final GlobalMatrix room = GlobalMatrix.create(ctx, MatrixSpec.ints(3, 3, 3).named("room"));
                ctx.execute(1, node -> {
                    final Box four = Box.of(0, 2, 1, 3);
                    final Box eight = Box.of(0, 2, 0, 2, 1, 3);
                    final String of = " for the box [0..2, 1..3) of matrix 'plane' of [5, 5] DOUBLE, asked by node 1";
                    final String ofRoom = " for the box [0..2, 0..2, 1..3) of matrix 'room' of [3, 3, 3] INT, asked by "
                        + "node 1";
                    final Tile tile = Tile.of(new double[] {1, 2, 3, 4}, 2, 2);
                    for (final long far : new long[] {3, 1L << 31, 1L << 60, 1L << 61, 1L << 62, Long.MAX_VALUE}) {
                        Refusals.refuses("GMT-382", of, () -> plane.put(node, four, tile.leading(far)));
                        Refusals.refuses("GMT-382", of, () -> plane.get(node, four, tile.at(far)));
                        Refusals.refuses("GMT-382", ofRoom, () -> room.put(node, eight,
                            Tile.of(new int[8], 2, 2, 2).leading(far, 2)));
                        Refusals.refuses("GMT-382", ofRoom, () -> room.get(node, eight,
                            Tile.of(new int[8], 2, 2, 2).leading(far, far)));
                    }
                    Refusals.refuses("GMT-382", "beyond all arrays, its array has 1; for the box [0..4294967296, "
                        + "0..4294967296) of matrix 'plane'", () -> plane.getPeriodic(node,
                            Box.of(0, 1L << 32, 0, 1L << 32), Tile.of(new double[1], 1L << 32, 1L << 32)));
                });
                assertEquals(0, MatrixMath.normFrobenius(ctx, plane) + MatrixMath.normFrobenius(ctx, room));
            });
        }
        refuses(382, () -> Tile.of(MatrixType.DOUBLE, 1L << 32, 2));
        refuses(382, () -> Tile.of(MatrixType.DOUBLE, 1L << 32, 1L << 32));
        refuses(382, () -> Tile.of(MatrixType.DOUBLE, -1, 2));
        assertEquals(0, Tile.of(new double[0], 0, 1L << 40).extent(0), "nothing is in nothing");
    }

    @Test
    void shouldCountBoxesOfAnySize() {
        final Box huge = Box.of(0, 1L << 32, 0, 1L << 32);
        assertFalse(huge.isEmpty());
        assertEquals(Long.MAX_VALUE, huge.size());
        assertFalse(Box.of(0, 5, 0, 5).contains(huge));
        assertEquals(0, Box.of(0, 0, 0, 1L << 40).size());
        refuses(380, () -> Box.of(-2, Long.MAX_VALUE));
        refuses(380, () -> Box.of(0, 5).shift(Long.MAX_VALUE));
        refuses(380, () -> Box.of(Long.MAX_VALUE - 9, Long.MAX_VALUE - 4).shift(20));      // both ends exceed
        refuses(380, () -> Box.of(Long.MIN_VALUE + 4, Long.MIN_VALUE + 9).shift(-20));
        refuses(380, () -> Box.of(0, 5).shift(1, 1));
        refuses(380, () -> Box.of(0, 5).intersect(Box.of(0, 5, 0, 5)));
        refuses(380, () -> Box.of(0, 5).contains(Box.of(0, 5, 0, 5)));
    }

    @Test
    void shouldPrintNothingOfManyColumns() {
        assertEquals("", Printing.text(Tile.of(new int[0], 0, 1L << 32), Box.of(0, 0, 0, 1L << 32)));
    }

    @Test
    void shouldRefuseMoreRightSidesThanAnArrayHolds() {
        try (GmtCluster cluster = TestClusters.local(2, LargeNumbersTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(5).named("b"));
                ctx.execute(1, node -> {
                    TriangularSolve.requireRoom(b.part(), 1 << 20, 64);
                    Refusals.refuses("GMT-386", "2147483648 right sides in matrix 'b' of [5] DOUBLE for factors in "
                        + "blocks of 1, asked by node 1: ", () -> TriangularSolve.requireRoom(b.part(), 1L << 31, 1));
                    Refusals.refuses("GMT-386", "in blocks of 64, asked by node 1: ",
                        () -> TriangularSolve.requireRoom(b.part(), 1L << 25, 64));
                });
            });
        }
    }

    /** Of a matrix of such blocks nobody here has room for one. */
    @Test
    void shouldRefuseToFactorBlocksThatNoArrayHolds() {
        try (GmtCluster cluster = TestClusters.local(2, LargeNumbersTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(5, 5).named("a"));
                ctx.execute(1, node -> {
                    LuFactorisation.requireSide(a.part(), 1 << 14);
                    Refusals.refuses("GMT-386", "factors of matrix 'a' of [5, 5] DOUBLE in blocks of 16385, asked by "
                        + "node 1: expected at most 16384", () -> LuFactorisation.requireSide(a.part(), 16385));
                });
            });
        }
    }

    /** What may wait. */
    private interface Attempt {
        void run() throws SuspendExecution;
    }

    private static String refusal(final Attempt attempt) throws SuspendExecution {
        try {
            attempt.run();
        } catch (final MatrixException e) {
            return e.getMessage().contains("GMT-386") && e.getMessage().contains("0E-46") ? "" : e.getMessage();
        }
        return "not refused";
    }

    /** As a float the factor would be 0, and what it multiplies lost. */
    @Test
    void shouldRefuseFactorsThatBecomeNothing() {
        try (GmtCluster cluster = GmtCluster.local(1)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.floats(2, 2));
                final GlobalMatrix b = a.duplicate(ctx, "b");
                final GlobalMatrix c = a.duplicate(ctx, "c");
                a.fill(ctx, 1e38);
                final Tile tile = Tile.of(new float[] {1, 1, 1, 1}, 2, 2);
                assertEquals("", refusal(() -> MatrixMath.scale(ctx, a, 1e-46)));
                assertEquals("", refusal(() -> MatrixMath.add(ctx, 1e-46, a, 1, a, b)));
                assertEquals("", refusal(() -> MatrixMath.multiply(ctx, 1, a, b, -1e-46, c)));
                assertEquals("", refusal(() -> a.accumulate(ctx, a.box(), tile, 1e-46)));
                assertEquals(1e38f, a.get(ctx, a.box()).floats()[3]);
                MatrixMath.scale(ctx, a, 1e-38);
                assertEquals(1, a.get(ctx, a.box()).floats()[3], 1e-6);
                MatrixMath.scale(ctx, a, 0);
                a.fill(ctx, 1e-46);                                  // an element is rounded as ever
                assertEquals(0, a.get(ctx, a.box()).floats()[3]);
            });
        }
    }

    @Test
    void shouldGoRoundAnywhere() {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.call(ctx -> {
                final GlobalMatrix five = GlobalMatrix.create(ctx, MatrixSpec.longs(5));
                five.put(ctx, five.box(), Tile.of(new long[] {0, 1, 2, 3, 4}, 5));
                for (final long from : new long[] {Long.MIN_VALUE, -7, 3, Long.MAX_VALUE - 7}) {
                    final long[] seven = new long[7];
                    five.getPeriodic(ctx, Box.of(from, from + 7), Tile.of(seven, 7));
                    for (int i = 0; i < 7; i++) {
                        assertEquals(Math.floorMod(from + i, 5L), seven[i], from + " + " + i);
                    }
                }
                return true;
            });
        }
    }

    /** A dimension that is to stay together may be given any length. */
    @Test
    void shouldTakeBlocksLongerThanTheMatrix() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).memoryMax(1 << 20).start()) {
            cluster.call(ctx -> {
                for (final long far : new long[] {1L << 40, 1L << 61, Long.MAX_VALUE}) {
                    for (final MatrixSpec spec : new MatrixSpec[] {MatrixSpec.doubles(10).blockCyclic(far),
                        MatrixSpec.doubles(5, 2).blockCyclic(2, far), MatrixSpec.doubles(5, 2).blockCyclic(far, far)}) {
                        final GlobalMatrix ten = GlobalMatrix.create(ctx, spec);
                        ten.fill(ctx, 3);
                        assertEquals(90, MatrixMath.dot(ctx, ten, ten), spec + " " + far);
                        ten.destroy(ctx);
                    }
                }
                return true;
            });
        }
    }

    @Test
    void shouldNotCutNumbersOff() {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.call(ctx -> {
                final GlobalMatrix longs = GlobalMatrix.create(ctx, MatrixSpec.longs(4));
                longs.fill(ctx, 1L << 40);
                assertEquals(4 * Math.pow(2, 80), MatrixMath.dot(ctx, longs, longs));
                final GlobalMatrix ints = GlobalMatrix.create(ctx, MatrixSpec.ints(4));
                ints.fill(ctx, Integer.MIN_VALUE);
                assertEquals(4 * Math.pow(2, 62), MatrixMath.dot(ctx, ints, ints));
                final MatrixException tooLarge = assertThrows(MatrixException.class,
                    () -> ints.readIncrement(ctx, (1L << 32) + 1, 0));
                assertTrue(tooLarge.getMessage().contains("GMT-386"), tooLarge.getMessage());
                assertEquals(Integer.MIN_VALUE, ints.readIncrement(ctx, Integer.MAX_VALUE, 0));
                assertArrayEquals(new int[] {-1, Integer.MIN_VALUE}, new int[] {
                    ints.get(ctx, ints.box()).ints()[0], ints.get(ctx, ints.box()).ints()[1]});
                final MatrixException outside = assertThrows(MatrixException.class,
                    () -> longs.locate(Long.MAX_VALUE));
                assertTrue(outside.getMessage().contains("GMT-381"), outside.getMessage());
                return true;
            });
        }
    }

    @Test
    void shouldRefuseDirectionsThatAreNone() {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.call(ctx -> {
                final GlobalMatrix grid = GlobalMatrix.create(ctx, MatrixSpec.doubles(6, 6).ghosts(1, 1));
                final MatrixException refusal = assertThrows(MatrixException.class,
                    () -> grid.fetchGhosts(ctx, true, 2, 0));
                assertTrue(refusal.getMessage().contains("GMT-380"), refusal.getMessage());
                return true;
            });
        }
    }

    /** A real factor scales the parts of a complex number, whichever function multiplies. */
    @Test
    void shouldScaleInfinitePartsOfComplexNumbersAlike() {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.call(ctx -> {
                final GlobalMatrix one = GlobalMatrix.create(ctx, MatrixSpec.complex(1));
                final double[] value = {Double.POSITIVE_INFINITY, 1};
                one.accumulate(ctx, one.box(), Tile.complex(value, 1), 2);
                assertArrayEquals(new double[] {Double.POSITIVE_INFINITY, 2}, one.get(ctx, one.box()).doubles());
                one.put(ctx, one.box(), Tile.complex(value, 1));
                MatrixMath.scale(ctx, one, 2);
                assertArrayEquals(new double[] {Double.POSITIVE_INFINITY, 2}, one.get(ctx, one.box()).doubles());
                return true;
            });
        }
    }

    /** Of many rows and no columns: nothing to be cut at the borders. */
    @Test
    void shouldMoveNothingOfAnEmptyBoxAnywhere() {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.call(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(10, 10));
                final Tile none = Tile.of(new double[0], 1L << 40, 0);
                final Box empty = Box.of(7, 7 + (1L << 40), 5, 5);
                a.getPeriodic(ctx, empty, none);
                a.putPeriodic(ctx, empty, none);
                a.accumulatePeriodic(ctx, empty, none, 2);
                assertEquals(1, a.calls(ctx).calls(CallKind.PUT));
                return true;
            });
        }
    }
}
