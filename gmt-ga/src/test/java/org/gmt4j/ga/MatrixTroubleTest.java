package org.gmt4j.ga;

import static org.gmt4j.ga.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import org.gmt4j.CaptureException;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.armci.ProcessGroup;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is refused, by which code, naming what; and odd matrices that are not. */
@Timeout(120)
class MatrixTroubleTest {

    @Test
    void shouldRefuseSpecificationsThatMakeNoSense() throws SuspendExecution {
        refuses("GMT-380", "0 dimensions", () -> MatrixSpec.doubles());
        refuses("GMT-380", "4 dimensions", () -> MatrixSpec.doubles(1, 2, 3, 4));
        refuses("GMT-380", "[3, 0]", () -> MatrixSpec.ints(3, 0));
        refuses("GMT-380", "2^50", () -> MatrixSpec.ints(1L << 40, 1L << 40));
        refuses("GMT-380", "chunks in 1", () -> MatrixSpec.ints(3, 3).chunks(1));
        refuses("GMT-380", "-1", () -> MatrixSpec.ints(3, 3).chunks(1, -1));
        refuses("GMT-380", "block starts [0, 5]", () -> MatrixSpec.ints(5).irregular(new long[] {0, 5}));
        refuses("GMT-380", "block starts [1]", () -> MatrixSpec.ints(5).irregular(new long[] {1}));
        refuses("GMT-380", "blocks of [0, 1]", () -> MatrixSpec.ints(5, 5).blockCyclic(0, 1));
        refuses("GMT-380", "grid of [0]", () -> MatrixSpec.ints(5).grid(0));
        refuses("GMT-380", "ghost widths of [-1]", () -> MatrixSpec.ints(5).ghosts(-1));
        refuses("GMT-380", "ends before it begins", () -> Box.of(3, 2));
    }

    /** Of no matrix; those that do not fit theirs are refused by calls, see {@link TileRefusalsTest}. */
    @Test
    void shouldRefuseTilesThatFitNoMatrix() throws SuspendExecution {
        refuses("GMT-382", "1 leading dimensions", () -> Tile.of(new int[9], 1, 3, 3).leading(3));
        refuses("GMT-382", "2 leading dimensions", () -> Tile.of(new int[9], 3, 3).leading(3, 3));
        refuses("GMT-382", "expected 1 to 3", () -> Tile.of(new int[9]));
        refuses("GMT-382", "4 dimensions", () -> Tile.of(new int[9], 1, 1, 3, 3));
        refuses("GMT-382", "extents of [3, -1]", () -> Tile.of(new int[9], 3, -1));
        refuses("GMT-382", "extents of [-3]", () -> Tile.of(MatrixType.INT, -3));
        refuses("GMT-382", "more than a Java array holds", () -> Tile.of(MatrixType.INT, 1 << 20, 1 << 20));
    }

    @Test
    void shouldRefuseBeforeAnythingMoves() {
        try (GmtCluster cluster = TestClusters.local(3, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(10, 10).named("a"));
                final Tile tile = Tile.of(new double[] {1, 2, 3, 4}, 2, 2);
                refuses("GMT-381", "exceeds matrix 'a'", () -> a.get(ctx, Box.of(9, 11, 0, 2), tile));
                refuses("GMT-381", "in dimension 1", () -> a.put(ctx, Box.of(0, 2, 9, 11), tile));
                refuses("GMT-381", "of 1 dimensions", () -> a.put(ctx, Box.of(0, 2), tile));
                refuses("GMT-382", "tile of type INT", () -> a.put(ctx, Box.of(0, 2, 0, 2),
                    Tile.of(new int[] {1, 2, 3, 4}, 2, 2)));
                refuses("GMT-382", "[2, 2] for the box", () -> a.put(ctx, Box.of(0, 2, 0, 3), tile));
                refuses("GMT-381", "subscript 10", () -> a.gather(ctx, Tile.of(new double[1], 1), new long[] {10},
                    new long[] {0}));
                refuses("GMT-382", "1 subscripts", () -> a.gather(ctx, Tile.of(new double[2], 2), new long[] {1},
                    new long[] {0}));
                refuses("GMT-386", "expected type", () -> a.readIncrement(ctx, 1, 0, 0));
                refuses("GMT-385", "turned over", () -> MatrixMath.transpose(ctx, a,
                    GlobalMatrix.create(ctx, MatrixSpec.doubles(10, 9))));
                refuses("GMT-385", "expected the same type", () -> a.copyTo(ctx,
                    GlobalMatrix.create(ctx, MatrixSpec.ints(10, 10))));
                final GlobalMatrix other = a.duplicate(ctx, "other");
                refuses("GMT-385", "expected one type", () -> MatrixMath.multiply(ctx, 1, a, other, 0,
                    GlobalMatrix.create(ctx, MatrixSpec.floats(10, 10))));
                refuses("GMT-385", "as one of the two", () -> MatrixMath.multiply(ctx, 1, a, other, 0, other));
                refuses("GMT-386", "two dimensions", () -> MatrixMath.multiply(ctx, 1, a, other, 0,
                    GlobalMatrix.create(ctx, MatrixSpec.doubles(10))));
                final GlobalMatrix whole = GlobalMatrix.create(ctx, MatrixSpec.longs(3, 3));
                refuses("GMT-386", "0.5", () -> whole.accumulate(ctx, Box.of(0, 2, 0, 2),
                    Tile.of(new long[] {2, 4, 6, 8}, 2, 2), 0.5));
                refuses("GMT-386", "1.5", () -> MatrixMath.multiply(ctx, 1.5, whole, whole, 0,
                    whole.duplicate(ctx, "product")));
                refuses("GMT-386", "2.5", () -> whole.fill(ctx, 2.5));
                final GlobalMatrix ints = GlobalMatrix.create(ctx, MatrixSpec.ints(3, 3));
                refuses("GMT-386", "1.0E12", () -> ints.fill(ctx, 1e12));
                refuses("GMT-386", "1.0E12", () -> MatrixMath.scale(ctx, ints, 1e12));
                refuses("GMT-386", "NaN", () -> ints.fill(ctx, Double.NaN));
                refuses("GMT-386", "9.007199254740992E15", () -> whole.fill(ctx, (1L << 53) + 1));
                refuses("GMT-386", "9.007199254740992E15", () -> whole.accumulate(ctx, Box.of(0, 1, 0, 1),
                    Tile.of(new long[] {1}, 1, 1), (1L << 53) + 1));
                refuses("GMT-381", "index 3 in dimension 1", () -> whole.readIncrement(ctx, 1, 0, 3));
                assertThrows(RuntimeException.class, () -> whole.readIncrementNb(ctx, 1, new long[2], 2, 0, 0));
                assertEquals(0, whole.calls(ctx).calls(CallKind.READ_INCREMENT), "refused calls are no calls");
                assertEquals(0, MatrixMath.dot(ctx, a, a), "nothing has moved");
                assertArrayEquals(new long[9], whole.get(ctx, whole.box()).longs());
                assertArrayEquals(new int[9], ints.get(ctx, ints.box()).ints());
                final int counted = (int) a.calls(ctx).calls(CallKind.PUT);
                assertEquals(0, counted, "refused calls are no calls");
            });
        }
    }

    /** Nodes would read what others have turned already. */
    @Test
    void shouldRefuseToTurnAMatrixOverInPlace() {
        try (GmtCluster cluster = TestClusters.local(3, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = nine(ctx, MatrixSpec.longs(3, 3));
                refuses("GMT-385", "in place", () -> MatrixMath.transpose(ctx, a, a));
                ctx.executeOnAll(node -> refuses("GMT-385", "in place", () -> TeamMath.transpose(node, a, a)));
                assertArrayEquals(new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, a.get(ctx, a.box()).longs());
            });
        }
    }

    @Test
    void shouldRefuseToFillATileOfACapturedArray() {
        try (GmtCluster cluster = TestClusters.local(2, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(4, 4));
                final double[] row = {1, 2, 3, 4};
                final long[] rows = {0, 1, 2, 3};
                final int[] up = {-1, 0};
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(8, 8).ghosts(1, 1));
                ctx.executeOnAll(c -> b.fetchGhosts(c, true, up));
                ctx.parFor(4, 1, (i, c) -> a.put(c, Box.of(i, i + 1, 0, 4), Tile.of(row, 1, 4)));
                ctx.parFor(4, 1, (i, c) -> {
                    final double[] own = row.clone();
                    a.gather(c, Tile.of(own, 4), rows, rows);
                    a.get(c, Box.of(i, i + 1, 0, 4), Tile.of(own, 1, 4));
                });
                final String message = assertThrows(CaptureException.class, () -> ctx.parFor(4, 1,
                    (i, c) -> a.get(c, Box.of(i, i + 1, 0, 4), Tile.of(row, 4, 4).at(4)))).getMessage();
                assertTrue(message.startsWith("GMT-700 captured variable 'row'")
                    && message.contains("GlobalMatrix.get() changes it"), message);
            });
        }
    }

    /** Nodes would read what others have written already. */
    @Test
    void shouldRefuseBoxesOfOneMatrixThatOverlap() {
        try (GmtCluster cluster = TestClusters.local(3, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = nine(ctx, MatrixSpec.longs(9));
                final Box low = Box.of(0, 8);
                final Box high = Box.of(1, 9);
                refuses("GMT-385", "share no element", () -> MatrixMath.copy(ctx, a, low, a, high));
                refuses("GMT-385", "share no element", () -> add(ctx, a, low, low, high));
                refuses("GMT-385", "share no element", () -> add(ctx, a, high, low, high));
                final GlobalMatrix b = nine(ctx, MatrixSpec.longs(3, 3));
                refuses("GMT-385", "share no element", () -> MatrixMath.copy(ctx, b, Box.of(0, 1, 0, 2), b,
                    Box.of(0, 2, 0, 1)));
                final long[] nine = {1, 2, 3, 4, 5, 6, 7, 8, 9};
                assertArrayEquals(nine, a.get(ctx, a.box()).longs());
                assertArrayEquals(nine, b.get(ctx, b.box()).longs());
            });
        }
    }

    @Test
    void shouldTakeBoxesOfOneMatrixThatAreTheSameOrApart() {
        try (GmtCluster cluster = TestClusters.local(3, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = nine(ctx, MatrixSpec.longs(9));
                a.copyTo(ctx, a);
                MatrixMath.copy(ctx, a, Box.of(3, 3), a, Box.of(5, 5));
                MatrixMath.copy(ctx, a, Box.of(0, 4), a, Box.of(4, 8));
                assertArrayEquals(new long[] {1, 2, 3, 4, 1, 2, 3, 4, 9}, a.get(ctx, a.box()).longs());
                add(ctx, a, Box.of(0, 4), Box.of(4, 8), Box.of(4, 8));
                assertArrayEquals(new long[] {1, 2, 3, 4, 2, 4, 6, 8, 9}, a.get(ctx, a.box()).longs());
            });
        }
    }

    private static void add(final TaskContext ctx, final GlobalMatrix a, final Box... boxes) throws SuspendExecution {
        MatrixMath.add(ctx, new double[] {1, 1}, new GlobalMatrix[] {a, a, a}, boxes);
    }

    private static GlobalMatrix nine(final TaskContext ctx, final MatrixSpec spec) throws SuspendExecution {
        final GlobalMatrix a = GlobalMatrix.create(ctx, spec.named("nine"));
        final long[] values = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        a.put(ctx, a.box(), a.dims() == 1 ? Tile.of(values, 9) : Tile.of(values, 3, 3));
        return a;
    }

    /** A double would be another number: no wrong answer without a word. */
    @Test
    void shouldRefuseNumbersThatWouldBeRounded() {
        try (GmtCluster cluster = TestClusters.local(2, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.longs(5));
                failsWith("GMT-386 the number 0.5", () -> MatrixMath.map(ctx, a, x -> x + 0.5, a));
                a.put(ctx, Box.of(2, 3), Tile.of(new long[] {Long.MAX_VALUE}, 1));
                failsWith("GMT-386 the number 9.22", () -> MatrixMath.map(ctx, a, x -> 1, a));
                failsWith("GMT-386 the number 9.22", () -> MatrixMath.greatest(ctx, a));
            });
        }
    }

    private static void failsWith(final String part, final Refusals.Call call) throws SuspendExecution {
        try {
            call.run();
        } catch (final GmtException failure) {
            assertTrue(failure.getMessage().contains(part), failure::getMessage);
            return;
        }
        fail(part + " ... expected");
    }

    @Test
    void shouldNameADestroyedMatrixOnEveryNode() {
        try (GmtCluster cluster = TestClusters.local(2, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(10).named("gone"));
                a.destroy(ctx);
                final String gone = "matrix 'gone' of [10] DOUBLE has been destroyed, asked by node ";
                refuses("GMT-383", gone + 0, () -> a.get(ctx, Box.of(0, 1)));
                refuses("GMT-383", gone + 0, () -> a.destroy(ctx));
                refuses("GMT-383", gone + 0, () -> a.fill(ctx, 1));
                ctx.executeOnAll(node -> refuses("GMT-383", gone + node.nodeId(), () -> a.get(node, Box.of(0, 1))));
                ctx.executeOnAll(node -> refuses("GMT-383", gone + node.nodeId(), a::summary));
            });
        }
    }

    @Test
    void shouldRefuseDistributionsThatNodesDoNotSuit() {
        try (GmtCluster cluster = TestClusters.local(2, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                refuses("GMT-380", "3 blocks for 2 nodes", () -> GlobalMatrix.create(ctx,
                    MatrixSpec.ints(9).irregular(new long[] {0, 1, 2})));
                refuses("GMT-380", "a grid of [3] for matrix 'nine' of [9] INT: more nodes than its 2",
                    () -> GlobalMatrix.create(ctx, MatrixSpec.ints(9).named("nine").grid(3)));
                refuses("GMT-380", "a grid of [2, 2] for matrix 'dealt' of [9, 9] INT: more nodes than its 2",
                    () -> GlobalMatrix.create(ctx, MatrixSpec.ints(9, 9).named("dealt").blockCyclic(2, 2).grid(2, 2)));
                refuses("GMT-380", "ghost width of 5 in dimension 0", () -> GlobalMatrix.create(ctx,
                    MatrixSpec.ints(9).ghosts(5)));
                refuses("GMT-380", "expected one", () -> GlobalMatrix.create(ctx,
                    MatrixSpec.ints(9).grid(2).chunks(3)));
                refuses("GMT-380", "expected one", () -> GlobalMatrix.create(ctx,
                    MatrixSpec.ints(9).irregular(new long[] {0, 4}).grid(2)));
                refuses("GMT-380", "expected one", () -> GlobalMatrix.create(ctx,
                    MatrixSpec.ints(9).irregular(new long[] {0, 4}).chunks(2)));
                refuses("GMT-380", "have no ghosts", () -> GlobalMatrix.create(ctx,
                    MatrixSpec.ints(9).blockCyclic(2).ghosts(1)));
            });
        }
    }

    /** The node whose task asks, here not node 0, and the matrix; nothing is left of it. */
    @Test
    void shouldNameTheNodeThatAskedForAMatrix() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).memoryMax(1 << 20).register(MatrixTroubleTest.class)
            .start()) {
            cluster.run(ctx -> {
                final ProcessGroup other = new ProcessGroup(77, new int[] {0, 5});
                final MatrixSpec nine = MatrixSpec.ints(9, 9).named("nine");
                final String by = ", asked by node 1";
                final String asked = "matrix 'nine' of [9, 9] INT";
                ctx.execute(1, node -> {
                    refuses("GMT-380", "a grid of [3, 1] for " + asked + ": more nodes than its 2" + by,
                        () -> GlobalMatrix.create(node, nine.grid(3, 1)));
                    refuses("GMT-380", "a grid of [1, 3] for " + asked + ": more nodes than its 2" + by,
                        () -> GlobalMatrix.create(node, nine.blockCyclic(2, 2).grid(1, 3)));
                    refuses("GMT-380", "a ghost width of 5 in dimension 0 of " + asked + ": its block 0 there is 4 "
                        + "long; choose a smaller width, or chunks at least as long" + by,
                        () -> GlobalMatrix.create(node, nine.grid(2, 1).ghosts(5, 0)));
                    refuses("GMT-380", asked + " in 3 blocks for 2 nodes: expected at most one for each" + by,
                        () -> GlobalMatrix.create(node, nine.irregular(new long[] {0, 1, 2}, new long[] {0})));
                    refuses("GMT-380", asked + " on node 5, which does not exist" + by,
                        () -> GlobalMatrix.create(node, nine.on(other)));
                    refuses("GMT-380", "leave out ghosts or blockCyclic" + by,
                        () -> GlobalMatrix.create(node, nine.blockCyclic(2, 2).ghosts(1, 1)));
                    refuses("GMT-384", "matrix 'large' of [1000, 1000] DOUBLE does not fit" + by + ": ",
                        () -> GlobalMatrix.create(node, MatrixSpec.doubles(1000, 1000).named("large")));
                    refuses("GMT-384", "matrix 'larger' of [70368744177664] DOUBLE does not fit" + by + ": ",
                        () -> GlobalMatrix.create(node, MatrixSpec.doubles(1L << 46).named("larger")));
                });
                assertEquals(0, CallTable.ofAll(ctx).calls(CallKind.CREATE));
            });
        }
    }

    @Test
    void shouldRefuseSumsOfTooFewOrTooMany() {
        try (GmtCluster cluster = TestClusters.local(2, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.ints(9));
                final GlobalMatrix[] three = {a, a, a};
                final Box[] boxes = {a.box(), a.box(), a.box()};
                refuses("GMT-385", "1 factors", () -> MatrixMath.add(ctx, new double[] {1}, three, boxes));
                refuses("GMT-385", "2 matrices", () -> MatrixMath.add(ctx, new double[] {1, 1},
                    new GlobalMatrix[] {a, a}, boxes));
                refuses("GMT-385", "1 boxes", () -> MatrixMath.add(ctx, new double[] {1, 1}, three,
                    new Box[] {a.box()}));
            });
        }
    }

    @Test
    void shouldLeaveNothingWhereANodeHasTooLittleMemory() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).memoryMax(1 << 20).register(MatrixTroubleTest.class)
            .start()) {
            cluster.run(ctx -> {
                refuses("GMT-384", "'large'", () -> GlobalMatrix.create(ctx,
                    MatrixSpec.doubles(1000, 1000).named("large")));
                refuses("GMT-384", "'larger'", () -> GlobalMatrix.create(ctx,          // than any part may be
                    MatrixSpec.doubles(1L << 46).named("larger")));
                for (int i = 0; i < 50; i++) {
                    GlobalMatrix.create(ctx, MatrixSpec.doubles(200, 200)).destroy(ctx);
                }
            });
        }
    }

    /** Of two matrices that a solution needs the first fits, and the second does not. */
    @Test
    void shouldLeaveNothingWhereASolutionHasTooLittleMemory() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(1).memoryMax(1 << 20).register(MatrixTroubleTest.class)
            .start()) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(1, 1).blockCyclic(1, 1));
                a.fill(ctx, 1);
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(1, 50_000));
                for (int i = 0; i < 2; i++) {
                    refuses("GMT-384", "50000", () -> LuFactorisation.solve(ctx, a, b, b));
                    refuses("GMT-384", "50000", () -> MatrixMath.solve(ctx, a, b, b));
                }
                GlobalMatrix.create(ctx, MatrixSpec.doubles(70_000)).destroy(ctx);
            });
        }
    }

    @Test
    void shouldHaveMoreNodesThanRowsAndGroups() {
        try (GmtCluster cluster = TestClusters.local(7, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix one = GlobalMatrix.create(ctx, MatrixSpec.longs(1, 1));
                ctx.executeOnAll(node -> one.accumulate(node, Box.of(0, 1, 0, 1), Tile.of(new long[] {1}, 1, 1), 1));
                assertEquals(7, one.get(ctx, one.box()).longs()[0]);
                final GlobalMatrix few = GlobalMatrix.create(ctx, MatrixSpec.doubles(2, 2));
                few.fill(ctx, 3);
                assertEquals(36, MatrixMath.dot(ctx, few, few));
                few.get(ctx, Box.of(1, 1, 0, 2), Tile.of(new double[0], 0, 2));          // empty
                final GlobalMatrix some = GlobalMatrix.create(ctx, MatrixSpec.doubles(20, 20)
                    .on(ProcessGroup.create(ctx, 5, 2, 6)));
                some.fill(ctx, 1);
                assertEquals(400, MatrixMath.dot(ctx, some, some));
                assertEquals(3, some.locate(some.box()).size());
                assertEquals(5, some.locate(0, 0));
                assertEquals(0, some.distribution(0).size());
                assertTrue(some.summary().contains("node 6 "), some.summary());
                assertEquals("      1.000000       1.000000\n", some.print(ctx, Box.of(3, 4, 5, 7)));
            });
        }
    }

    /** Part of the source would have been written already when it is read. */
    @Test
    void shouldRefuseTilesOfTheOwnBlockThatOverlapTheBox() {
        try (GmtCluster cluster = TestClusters.local(1, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.longs(100, 100));
                final long[] elements = new long[10_000];
                Arrays.setAll(elements, i -> i / 100);
                a.put(ctx, a.box(), Tile.of(elements, 100, 100));
                final LocalPatch mine = a.local().get(0);
                final Box upper = Box.of(0, 99, 0, 50);
                final Box lower = Box.of(1, 100, 0, 50);
                final Tile tile = mine.tile(upper);
                refuses("GMT-385", "share no element", () -> a.put(ctx, lower, tile));
                refuses("GMT-385", "share no element", () -> a.get(ctx, lower, tile));
                refuses("GMT-385", "share no element", () -> a.accumulateNb(ctx, lower, tile, 1));
                refuses("GMT-385", "share no element", () -> a.putPeriodic(ctx, Box.of(-99, 0, 0, 50), tile));
                refuses("GMT-385", "share no element",
                    () -> a.getPeriodic(ctx, Box.of(-1, 99, 0, 50), mine.tile(Box.of(0, 100, 0, 50))));
                refuses("GMT-380", "[0, 0]", () -> a.fetchGhosts(ctx, true, 0, 0));
                final GlobalMatrix line = nine(ctx, MatrixSpec.longs(9));
                final Tile values = line.local().get(0).tile(Box.of(0, 3));
                final long[] behind = {1, 2, 3};
                refuses("GMT-385", "share no element", () -> line.gather(ctx, values, behind));
                refuses("GMT-385", "share no element", () -> line.scatter(ctx, values, behind));
                assertArrayEquals(elements, a.get(ctx, a.box()).longs());
                assertArrayEquals(new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, line.get(ctx, line.box()).longs());
            });
        }
    }

    @Test
    void shouldTakeTilesOfTheOwnBlockThatAreTheBoxOrApart() {
        try (GmtCluster cluster = TestClusters.local(1, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = nine(ctx, MatrixSpec.longs(3, 3));
                final LocalPatch mine = a.local().get(0);
                a.put(ctx, a.box(), mine.tile(a.box()));
                a.put(ctx, Box.of(1, 3, 0, 1), mine.tile(Box.of(1, 3, 2, 3)));
                a.accumulate(ctx, Box.of(0, 1, 0, 3), mine.tile(Box.of(0, 1, 0, 3)), 1);
                a.get(ctx, Box.of(0, 2, 1, 2), mine.tile(Box.of(0, 2, 2, 3)));
                assertArrayEquals(new long[] {2, 4, 4, 6, 5, 5, 9, 8, 9}, a.get(ctx, a.box()).longs());
                final GlobalMatrix b = nine(ctx, MatrixSpec.longs(3, 3));
                b.put(ctx, Box.of(0, 2, 0, 3), mine.tile(Box.of(1, 3, 0, 3)));         // of another matrix
                assertArrayEquals(new long[] {6, 5, 5, 9, 8, 9, 7, 8, 9}, b.get(ctx, b.box()).longs());
                final GlobalMatrix line = nine(ctx, MatrixSpec.longs(9));
                line.gather(ctx, line.local().get(0).tile(Box.of(0, 3)), new long[] {0, 8, 7});
                assertArrayEquals(new long[] {1, 9, 8, 4, 5, 6, 7, 8, 9}, line.get(ctx, line.box()).longs());
            });
        }
    }

    /** Nothing becomes infinite, or no number by a zero times that, without a word. */
    @Test
    void shouldRefuseNumbersThatNoFloatHolds() {
        try (GmtCluster cluster = TestClusters.local(2, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.floats(4, 4));
                final GlobalMatrix b = a.duplicate(ctx, "b");
                final GlobalMatrix c = a.duplicate(ctx, "c");
                final Tile one = Tile.of(new float[1], 1);
                final long[] first = {0};
                for (final double far : new double[] {1e39, -Double.MAX_VALUE}) {
                    refuses("GMT-386", "FLOAT", () -> a.fill(ctx, far));
                    refuses("GMT-386", "FLOAT", () -> MatrixMath.scale(ctx, a, far));
                    refuses("GMT-386", "FLOAT", () -> MatrixMath.add(ctx, far, a, 1, b, c));
                    refuses("GMT-386", "FLOAT", () -> MatrixMath.add(ctx, 1, a, far, b, c));
                    refuses("GMT-386", "FLOAT", () -> MatrixMath.multiply(ctx, far, a, b, 0, c));
                    refuses("GMT-386", "FLOAT", () -> MatrixMath.multiply(ctx, 1, a, b, far, c));
                    refuses("GMT-386", "FLOAT", () -> a.accumulate(ctx, a.box(), a.get(ctx, a.box()), far));
                    refuses("GMT-386", "FLOAT", () -> a.scatterAccumulate(ctx, far, one, first, first));
                    failsWith("GMT-386 the number", () -> MatrixMath.map(ctx, a, x -> far, c));
                }
                assertEquals(0, MatrixMath.dot(ctx, a, a), "nothing has changed");
                a.fill(ctx, Float.MAX_VALUE);
                a.fill(ctx, Double.POSITIVE_INFINITY);
                assertEquals(Float.POSITIVE_INFINITY, a.get(ctx, a.box()).floats()[0]);
            });
        }
    }

    @Test
    void shouldRefuseDistributionsBeyondAnyNumberOfNodes() {
        try (GmtCluster cluster = TestClusters.local(2, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final MatrixSpec ten = MatrixSpec.doubles(10, 10);
                refuses("GMT-380", "grid of [65536, 65536]", () -> GlobalMatrix.create(ctx, ten.grid(65536, 65536)));
                refuses("GMT-380", "grid of [1048576, 1048576]", () -> GlobalMatrix.create(ctx,
                    ten.blockCyclic(2, 2).grid(1 << 20, 1 << 20)));
                refuses("GMT-380", "4294967296 blocks in dimension 0", () -> GlobalMatrix.create(ctx,
                    MatrixSpec.ints(1L << 32).blockCyclic(1)));
                final long[] all = new long[1 << 16];
                Arrays.setAll(all, i -> i);
                refuses("GMT-380", "in 4294967296 blocks for 2", () -> GlobalMatrix.create(ctx,
                    MatrixSpec.ints(all.length, all.length).irregular(all, all)));
            });
        }
    }

    @Test
    void shouldRefuseTilesOfOtherDimensionsAndArraysThatAreNone() {
        try (GmtCluster cluster = TestClusters.local(1, MatrixTroubleTest.class)) {
            cluster.run(ctx -> {
                final LocalPatch plane = nine(ctx, MatrixSpec.longs(3, 3)).local().get(0);
                final LocalPatch line = nine(ctx, MatrixSpec.longs(9)).local().get(0);
                refuses("GMT-381", "of 1 dimensions", () -> plane.tile(Box.of(0, 2)));
                refuses("GMT-381", "of 2 dimensions", () -> line.tile(Box.of(0, 2, 0, 2)));
                refuses("GMT-381", "of 3 dimensions", () -> line.tile(Box.of(0, 0, 0, 0, 0, 0)));
                refuses("GMT-382", "has no array", () -> plane.tile(Box.of(0, 2, 0, 2)).longs());
                refuses("GMT-382", "type INT has no doubles", () -> Tile.of(new int[4], 4).doubles());
                refuses("GMT-382", "type DOUBLE has no ints", () -> Tile.of(new double[4], 4).ints());
                refuses("GMT-382", "type FLOAT has no longs", () -> Tile.of(new float[4], 4).longs());
                refuses("GMT-382", "type COMPLEX has no floats", () -> Tile.complex(new double[4], 2).floats());
                assertEquals(4, Tile.complex(new double[4], 2).doubles().length);
            });
        }
    }

    /** A node that cannot be reached is no node without memory. Nodes 1 and 2 never make a connection. */
    @Test
    void shouldNotCallALostNodeOneWithoutMemory() {
        final MemoryControlNetwork control = new MemoryControlNetwork(3);
        control.filter((source, destination, frame) -> source + destination != 3 || source * destination == 0);
        final ConnectConfig soon = ConnectConfig.DEFAULT.withTimeouts(400_000_000, 5_000_000, 50_000_000);
        try (LoopbackNetwork network = new LoopbackNetwork(3);
             GmtCluster cluster = TestClusters.builder(3, TestClusters.Plan.COMBINED, MatrixTroubleTest.class)
                 .transports(OnDemandTransport.factory(network, control, ConnectKey.random(), soon)).start()) {
            final String found = cluster.call(ctx -> ctx.call(1, node -> {
                try {
                    GlobalMatrix.create(node, MatrixSpec.doubles(30, 30).named("a"));
                    return "";
                } catch (final GmtException failure) {
                    return failure.code() + " " + failure.getMessage();
                }
            }));
            assertTrue(!found.startsWith("GMT-384") && found.contains("node 2"), found);
        }
    }
}
