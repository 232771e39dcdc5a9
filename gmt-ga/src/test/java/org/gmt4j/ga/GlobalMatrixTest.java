package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.OperationHandle;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Matrices as programs use them. */
@Timeout(120)
class GlobalMatrixTest {
    private static GmtCluster cluster(final int nodes) {
        return TestClusters.local(nodes, GlobalMatrixTest.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldAddToPatchesFromEverywhere(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(10, 13).named("a"));
                a.fill(ctx, 1);
                ctx.executeOnAll(node -> addOne(node, a));
                final Tile all = a.get(ctx, a.box());
                for (int i = 0; i < 10; i++) {
                    for (int j = 0; j < 13; j++) {
                        final boolean isInside = i >= 2 && i < 9 && j >= 1 && j < 12;
                        assertEquals(isInside ? 1 + 0.5 * ctx.nodeCount() : 1, all.doubles()[i * 13 + j]);
                    }
                }
                a.destroy(ctx);
            });
        }
    }

    private static void addOne(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        final double[] ones = new double[7 * 20];
        Arrays.fill(ones, 1);
        a.accumulate(ctx, Box.of(2, 9, 1, 12), Tile.of(ones, 7, 11).leading(20), 0.5);
    }

    @Test
    void shouldRefuseABlockOfADestroyedMatrix() {
        try (GmtCluster cluster = TestClusters.local(1, GlobalMatrixTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(4, 4));
                final LocalPatch mine = a.local().get(0);
                a.destroy(ctx);
                assertTrue(assertThrows(GmtException.class, () -> mine.getDouble(0, 0)).getMessage()
                    .contains("GMT-270"));
            });
        }
    }

    /** Arithmetic calls no patches, and what it moves is seen. */
    @Test
    void shouldShowWhatArithmeticMoves() {
        try (GmtCluster cluster = TestClusters.local(2, GlobalMatrixTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(4, 4));
                assertEquals(1, a.calls(ctx).toString().lines().count(), "nothing but the heading");
                a.fill(ctx, 1);
                final CallTable calls = a.calls(ctx);
                assertEquals(0, calls.calls(CallKind.PUT));
                assertEquals("put 0 2 128 0", calls.toString().lines().skip(1).findFirst().orElse("").trim()
                    .replaceAll(" +", " "));
            });
        }
    }

    @Test
    void shouldMultiplyAndTranspose() {
        try (GmtCluster cluster = cluster(3)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(70, 300));
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(300, 41).blockCyclic(16, 8));
                final GlobalMatrix c = GlobalMatrix.create(ctx, MatrixSpec.doubles(70, 41));
                final double[] x = new double[70 * 300];
                final double[] y = new double[300 * 41];
                for (int i = 0; i < x.length; i++) {
                    x[i] = i % 11 - 5;
                }
                for (int i = 0; i < y.length; i++) {
                    y[i] = i % 7 - 3;
                }
                a.put(ctx, a.box(), Tile.of(x, 70, 300));
                b.put(ctx, b.box(), Tile.of(y, 300, 41));
                c.fill(ctx, 2);
                MatrixMath.multiply(ctx, 2, a, b, 3, c);
                final double[] found = c.get(ctx, c.box()).doubles();
                for (int i = 0; i < 70; i++) {
                    for (int j = 0; j < 41; j++) {
                        double sum = 0;
                        for (int l = 0; l < 300; l++) {
                            sum += x[i * 300 + l] * y[l * 41 + j];
                        }
                        assertEquals(2 * sum + 6, found[i * 41 + j], 1e-9);
                    }
                }
                final GlobalMatrix d = GlobalMatrix.create(ctx, MatrixSpec.doubles(300, 70));
                MatrixMath.transpose(ctx, a, d);
                final double[] turned = d.get(ctx, d.box()).doubles();
                for (int i = 0; i < 70; i++) {
                    for (int j = 0; j < 300; j++) {
                        assertEquals(x[i * 300 + j], turned[j * 70 + i]);
                    }
                }
            });
        }
    }

    @Test
    void shouldGiveEachNumberOnce() {
        try (GmtCluster cluster = cluster(3)) {
            cluster.run(ctx -> {
                final GlobalMatrix counter = GlobalMatrix.create(ctx, MatrixSpec.longs(1));
                final GlobalMatrix taken = GlobalMatrix.create(ctx, MatrixSpec.longs(300));
                ctx.parFor(300, 1, SpawnPolicy.PARTITION, (i, task) -> {
                    final long ticket = counter.readIncrement(task, 1, 0);
                    taken.accumulate(task, Box.of(ticket, ticket + 1), Tile.of(new long[] {1}, 1), 1);
                });
                final long[] ones = new long[300];
                Arrays.fill(ones, 1);
                assertArrayEquals(ones, taken.get(ctx, taken.box()).longs());
                assertTrue(counter.calls(ctx).calls(CallKind.READ_INCREMENT) == 300);
            });
        }
    }

    @Test
    void shouldDrawTheNextNumberMeanwhile() {
        try (GmtCluster cluster = cluster(3)) {
            cluster.run(ctx -> {
                for (final MatrixSpec spec : new MatrixSpec[] {MatrixSpec.longs(4, 2), MatrixSpec.ints(4, 2)}) {
                    final GlobalMatrix counters = GlobalMatrix.create(ctx, spec);
                    final OperationHandle draw = ctx.newOperation();
                    final long[] before = {-1, -1, -1, -1};
                    for (int i = 0; i < 2; i++) {
                        counters.readIncrementNb(draw, i + 1, before, i, 3, 1);
                        ctx.await(draw);
                    }
                    counters.readIncrementNb(ctx, 3, before, 2, 3, 1);
                    ctx.await();
                    assertArrayEquals(new long[] {0, 1, 3, -1}, before);
                    assertEquals(6, counters.readIncrement(ctx, -6, 3, 1));
                    assertEquals(4, counters.calls(ctx).calls(CallKind.READ_INCREMENT));
                    assertThrows(MatrixException.class, () -> counters.readIncrementNb(draw, 1, before, 0, 4, 1));
                    assertThrows(IndexOutOfBoundsException.class,
                        () -> counters.readIncrementNb(draw, 1, before, 4, 3, 1));
                    assertEquals(0, counters.readIncrement(ctx, 0, 3, 1));
                }
            });
        }
    }

    @Test
    void shouldCompareThePlacesOfElements() {
        try (GmtCluster cluster = cluster(2)) {
            cluster.run(ctx -> {
                final GlobalMatrix plain = GlobalMatrix.create(ctx, MatrixSpec.doubles(4, 4));
                assertTrue(plain.isAlignedWith(plain.duplicate(ctx, "b")));
                assertTrue(plain.isAlignedWith(GlobalMatrix.create(ctx, MatrixSpec.doubles(4, 4).grid(2, 1))));
                assertFalse(plain.isAlignedWith(GlobalMatrix.create(ctx, MatrixSpec.doubles(4, 4).grid(1, 2))));
                assertFalse(plain.isAlignedWith(GlobalMatrix.create(ctx, MatrixSpec.doubles(4, 5))));
                assertFalse(plain.isAlignedWith(GlobalMatrix.create(ctx, MatrixSpec.longs(4, 4))));
                final GlobalMatrix wide = GlobalMatrix.create(ctx, MatrixSpec.doubles(4, 4).ghosts(1, 1));
                assertFalse(plain.isAlignedWith(wide));
                assertFalse(wide.isAlignedWith(plain));
                assertTrue(wide.isAlignedWith(wide.duplicate(ctx, "c")));
                final GlobalMatrix dealt = GlobalMatrix.create(ctx, MatrixSpec.doubles(2, 5).blockCyclic(2, 3));
                final GlobalMatrix cut = GlobalMatrix.create(ctx,
                    MatrixSpec.doubles(2, 5).irregular(new long[] {0}, new long[] {0, 3}));
                assertEquals(dealt.distribution(1), cut.distribution(1));
                assertFalse(dealt.isAlignedWith(cut));
            });
        }
    }

    @Test
    void shouldReadAndWriteTheOwnBlockInPlace() {
        try (GmtCluster cluster = cluster(1)) {
            cluster.run(ctx -> {
                for (final MatrixType type : new MatrixType[] {MatrixType.INT, MatrixType.LONG, MatrixType.FLOAT,
                    MatrixType.DOUBLE}) {
                    final LocalPatch line = patch(ctx, MatrixSpec.of(type, 5));
                    final LocalPatch plane = patch(ctx, MatrixSpec.of(type, 5, 6));
                    final LocalPatch room = patch(ctx, MatrixSpec.of(type, 5, 6, 7));
                    switch (type) {
                        case INT -> {
                            line.setInt(4, 1);
                            plane.setInt(4, 5, line.getInt(4) + 1);
                            room.setInt(4, 5, 6, plane.getInt(4, 5) + 1);
                            assertEquals(3, room.getInt(4, 5, 6));
                        }
                        case LONG -> {
                            line.setLong(4, 1);
                            plane.setLong(4, 5, line.getLong(4) + 1);
                            room.setLong(4, 5, 6, plane.getLong(4, 5) + 1);
                            assertEquals(3, room.getLong(4, 5, 6));
                        }
                        case FLOAT -> {
                            line.setFloat(4, 1);
                            plane.setFloat(4, 5, line.getFloat(4) + 1);
                            room.setFloat(4, 5, 6, plane.getFloat(4, 5) + 1);
                            assertEquals(3, room.getFloat(4, 5, 6));
                        }
                        default -> {
                            line.setDouble(4, 1);
                            plane.setDouble(4, 5, line.getDouble(4) + 1);
                            room.setDouble(4, 5, 6, plane.getDouble(4, 5) + 1);
                            assertEquals(3, room.getDouble(4, 5, 6));
                        }
                    }
                    assertThrows(MatrixException.class, () -> room.tile(room.box()).doubles());
                }
            });
        }
    }

    private static LocalPatch patch(final TaskContext ctx, final MatrixSpec spec) throws SuspendExecution {
        return GlobalMatrix.create(ctx, spec).local().get(0);
    }

    /** As many nodes as can have a block; and the squarest grid of all nodes where all can. */
    @ParameterizedTest
    @CsvSource({"7,3,3,1,3 2", "11,1000,1000,250,3 3", "5,1000,1000,500,2 2", "7,1000,1000,1,7 1", "6,1000,1000,1,3 2",
        "6,1000,10,1,6 1", "12,100,100,25,4 3", "3,2,2,1,2 1", "5,1,1,1,1 1", "13,10,1,2,5 1", "2,1000,1000,1,2 1"})
    void shouldGiveBlocksToAsManyNodesAsCanHaveOne(final int nodes, final long rows, final long columns,
                                                   final long least, final String grid) {
        final long[] most = {Math.max(1, rows / least), Math.max(1, columns / least)};
        final int[] found = NodeGrid.squarest(new long[] {rows, columns}, most, nodes);
        assertEquals(grid, found[0] + " " + found[1]);
    }

    @Test
    void shouldGiveBlocksOfThreeDimensionsToAsManyNodesAsCanHaveOne() {
        assertArrayEquals(new int[] {2, 2, 2}, NodeGrid.squarest(new long[] {2, 2, 2}, new long[] {2, 2, 2}, 11));
        assertArrayEquals(new int[] {11}, NodeGrid.squarest(new long[] {20}, new long[] {20}, 11));
        assertArrayEquals(new int[] {5}, NodeGrid.squarest(new long[] {20}, new long[] {5}, 11));
    }
}
