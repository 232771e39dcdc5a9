package org.gmt4j.ga;

import static org.gmt4j.ga.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tiles whose array or leading dimension is too short: each call that moves one refuses it, by its matrix's name. */
@Timeout(120)
class TileRefusalsTest {
    private static final Box BOX = Box.of(1, 3, 2, 5);
    private static final long[] STEPS = {1, 1};
    private static final String USE = "for the box [1..3, 2..5) of matrix 'a' of [8, 9] LONG, asked by node ";

    /** A tile of 2 x 3 longs, and what its refusal says. */
    private record Bad(Tile tile, String before, String behind) {
        String text(final String use) {
            return before + use + behind;
        }
    }

    private static List<Bad> bad(final long[] array) {
        final Tile tile = Tile.of(array, 2, 3);
        final String rows = " for rows of 3 elements in a tile of [2, 3] LONG, ";
        return List.of(
            new Bad(Tile.of(new long[5], 2, 3), "a tile of [2, 3] LONG from element 0 on ends at element 6, its array "
                + "has 5; ", ""),
            new Bad(tile.at(1), "from element 1 on ends at element 7, its array has 6; ", ""),
            new Bad(tile.at(-1), "from element -1 on ends at element 6, its array has 6; ", ""),
            new Bad(tile.at(Long.MAX_VALUE), "on ends beyond all arrays, its array has 6; ", ""),
            new Bad(tile.at(Long.MIN_VALUE), "from element -9223372036854775808 on ends at element 6, its array "
                + "has 6; ", ""),
            new Bad(tile.leading(4), "from element 0 on ends at element 7, its array has 6; ", ""),
            new Bad(tile.leading(3).at(2), "from element 2 on ends at element 8, its array has 6; ", ""),
            new Bad(tile.leading(Long.MAX_VALUE), "on ends beyond all arrays, its array has 6; ", ""),
            new Bad(tile.leading(2), "a leading dimension of 2" + rows, ": expected at least as many"),
            new Bad(tile.leading(2).at(3), "a leading dimension of 2" + rows, ": expected at least as many"),
            new Bad(tile.leading(0), "a leading dimension of 0" + rows, ": expected at least as many"),
            new Bad(tile.leading(-3), "a leading dimension of -3" + rows, ": expected at least as many"));
    }

    /** Every way in which a task moves a tile. */
    private static List<Refusals.Call> calls(final TaskContext node, final GlobalMatrix a, final Tile tile) {
        final OperationHandle handle = node.newOperation();
        return List.of(
            () -> a.get(node, BOX, tile), () -> a.put(node, BOX, tile), () -> a.accumulate(node, BOX, tile, 2),
            () -> a.getNb(node, BOX, tile), () -> a.putNb(node, BOX, tile), () -> a.accumulateNb(node, BOX, tile, 2),
            () -> a.getNb(handle, BOX, tile), () -> a.putNb(handle, BOX, tile),
            () -> a.accumulateNb(handle, BOX, tile), () -> a.getNb(node, handle, BOX, tile),
            () -> a.putNb(node, handle, BOX, tile), () -> a.accumulateNb(node, handle, BOX, tile, 2),
            () -> a.getPeriodic(node, BOX, tile), () -> a.putPeriodic(node, BOX, tile),
            () -> a.accumulatePeriodic(node, BOX, tile, 2), () -> a.getPeriodicNb(node, BOX, tile),
            () -> a.putPeriodicNb(handle, BOX, tile), () -> a.accumulatePeriodicNb(node, BOX, tile, 2),
            () -> a.getStrided(node, BOX, STEPS, tile), () -> a.putStrided(node, BOX, STEPS, tile),
            () -> a.accumulateStrided(node, BOX, STEPS, tile, 2), () -> a.getStridedNb(node, BOX, STEPS, tile),
            () -> a.putStridedNb(handle, BOX, STEPS, tile), () -> a.accumulateStridedNb(node, BOX, STEPS, tile, 2));
    }

    private static GlobalMatrix matrix(final TaskContext ctx, final boolean isDealt) throws SuspendExecution {
        final MatrixSpec spec = MatrixSpec.longs(8, 9).named("a");
        final GlobalMatrix a = GlobalMatrix.create(ctx, isDealt ? spec.blockCyclic(1, 2) : spec);
        a.fill(ctx, 7);
        return a;
    }

    private static void assertUntouched(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        final CallTable table = a.calls(ctx);
        for (final CallKind kind : List.of(CallKind.PUT, CallKind.GET, CallKind.ACCUMULATE, CallKind.GATHER,
            CallKind.SCATTER, CallKind.SCATTER_ACCUMULATE)) {
            assertEquals(0, table.calls(kind), () -> "refused calls are no calls: " + kind);
        }
        final long[] sevens = new long[72];
        Arrays.fill(sevens, 7);
        assertArrayEquals(sevens, a.get(ctx, a.box()).longs());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNameMatrixBoxAndNodeInEveryCall(final boolean isDealt) {
        try (GmtCluster cluster = TestClusters.local(3, TileRefusalsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = matrix(ctx, isDealt);
                ctx.execute(2, node -> {
                    final long[] array = {1, 2, 3, 4, 5, 6};
                    for (final Bad bad : bad(array)) {
                        for (final Refusals.Call call : calls(node, a, bad.tile())) {
                            refuses("GMT-382", bad.text(USE + 2), call);
                        }
                    }
                    assertArrayEquals(new long[] {1, 2, 3, 4, 5, 6}, array);
                });
                assertUntouched(ctx, a);
            });
        }
    }

    @Test
    void shouldNameBoxesAroundTheEdgesAndInSteps() {
        try (GmtCluster cluster = TestClusters.local(2, TileRefusalsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = matrix(ctx, false);
                final String of = " of matrix 'a' of [8, 9] LONG, asked by node 1";
                ctx.execute(1, node -> {
                    final Tile tile = Tile.of(new long[6], 2, 3);
                    refuses("GMT-382", "has 6; for the box [-1..1, 8..11)" + of,
                        () -> a.putPeriodic(node, Box.of(-1, 1, 8, 11), tile.at(1)));
                    refuses("GMT-382", "of 2 for rows of 3 elements in a tile of [2, 3] LONG, for the box "
                        + "[0..4, 0..9) in steps of [2, 4]" + of, () -> a.putStrided(node, Box.of(0, 4, 0, 9),
                            new long[] {2, 4}, tile.leading(2)));
                    refuses("GMT-382", "has 6; for the box [0..1000000000000, 0..9)" + of,
                        () -> a.getPeriodic(node, Box.of(0, 1_000_000_000_000L, 0, 9),
                            Tile.of(new long[6], 1_000_000_000_000L, 9)));
                });
                assertUntouched(ctx, a);
            });
        }
    }

    @Test
    void shouldNameTheMatrixOfLists() {
        try (GmtCluster cluster = TestClusters.local(2, TileRefusalsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = matrix(ctx, false);
                ctx.execute(1, node -> {
                    final long[] at = {0, 1, 2, 3};
                    for (final long extent : new long[] {4, 1L << 40, Long.MAX_VALUE}) {
                        final Tile values = Tile.of(new long[3], extent);
                        final String text = "its array has 3; for matrix 'a' of [8, 9] LONG, asked by node 1";
                        refuses("GMT-382", text, () -> a.gather(node, values, at, at));
                        refuses("GMT-382", text, () -> a.scatter(node, values, at, at));
                        refuses("GMT-382", text, () -> a.scatterAccumulate(node, 2, values, at, at));
                    }
                });
                assertUntouched(ctx, a);
            });
        }
    }

    /** Loads and stores of the own block, and a tile in the memory of a node that leads out of it. */
    @Test
    void shouldRefuseThemInTheOwnBlock() {
        try (GmtCluster cluster = TestClusters.local(2, TileRefusalsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = matrix(ctx, false);
                ctx.execute(1, node -> {
                    final LocalPatch patch = a.local().get(0);
                    final Box own = Box.of(patch.box().from(0), patch.box().from(0) + 2, patch.box().from(1),
                        patch.box().from(1) + 3);
                    final String use = "for the box " + own + " of matrix 'a' of [8, 9] LONG, asked by node 1";
                    for (final Bad bad : bad(new long[6])) {
                        refuses("GMT-382", bad.text(use), () -> patch.get(own, bad.tile()));
                        refuses("GMT-382", bad.text(use), () -> patch.put(own, bad.tile()));
                    }
                    final Tile here = patch.tile(own);
                    for (final Tile beyond : List.of(here.at(-1), here.at(1L << 30), here.leading(1L << 30),
                        here.leading(2))) {
                        refuses("GMT-382", USE + 1, () -> a.get(node, BOX, beyond));
                        refuses("GMT-382", USE + 1, () -> a.putNb(node, BOX, beyond));
                        refuses("GMT-382", use, () -> patch.get(own, beyond));
                    }
                });
                assertUntouched(ctx, a);
            });
        }
    }

    @Test
    void shouldRefuseThemToThreads() throws SuspendExecution {
        try (GmtCluster cluster = TestClusters.local(2, TileRefusalsTest.class)) {
            final GlobalMatrix a = cluster.call(ctx -> matrix(ctx, false));
            final BlockingMatrix blocking = new BlockingMatrix(cluster.armci(), a);
            for (final Bad bad : bad(new long[6])) {
                refuses("GMT-382", bad.text(USE + 0), () -> blocking.get(BOX, bad.tile()));
                refuses("GMT-382", bad.text(USE + 0), () -> blocking.put(BOX, bad.tile()));
                refuses("GMT-382", bad.text(USE + 0), () -> blocking.accumulate(BOX, bad.tile(), 2));
            }
            cluster.run(ctx -> assertUntouched(ctx, a));
        }
    }

    /** Too large for an array of Java, which the call itself would make. */
    @Test
    void shouldNameABoxThatNoArrayHolds() {
        try (GmtCluster cluster = TestClusters.local(1, TileRefusalsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.ints(1 << 20, 1).named("a"));
                final MatrixPart part = a.part();
                refuses("GMT-382", "is more than a Java array holds; for the box [0..65536, 0..65536) of matrix 'a' of "
                    + "[1048576, 1] INT, asked by node 0", () -> Tile.of(part, Box.of(0, 1 << 16, 0, 1 << 16)));
            });
        }
    }

    /** What functions move in pieces passes the same wall. */
    @Test
    void shouldRefuseThemToTheLibraryItself() {
        try (GmtCluster cluster = TestClusters.local(2, TileRefusalsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = matrix(ctx, false);
                final MatrixPart part = a.part();
                for (final Bad bad : bad(new long[6])) {
                    refuses("GMT-382", bad.text(USE + 0), () -> Transfer.uncalled(part, BOX, bad.tile(), CallKind.GET,
                        null).run(ctx));
                }
                final Tile room = Tile.of(MatrixType.LONG, 5);
                refuses("GMT-382", USE + 0, () -> MatrixMath.read(ctx, part, BOX, room));
                refuses("GMT-382", USE + 0, () -> MatrixMath.write(ctx, part, BOX, room));
                assertUntouched(ctx, a);
            });
        }
    }

    /** What is only on the way to a tile that fits, or never moved, is nobody's trouble. */
    @Test
    void shouldTakeWhatFitsInTheEnd() {
        try (GmtCluster cluster = TestClusters.local(2, TileRefusalsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = matrix(ctx, false);
                final long[] array = new long[9];
                final Tile wide = Tile.of(array, 2, 3).at(4).leading(2);
                assertEquals(9, wide.longs().length);
                a.get(ctx, BOX, wide.at(1).leading(4));
                assertArrayEquals(new long[] {0, 7, 7, 7, 0, 7, 7, 7, 0}, array);
                a.put(ctx, Box.of(3, 3, 0, 4), Tile.of(array, 0, 4).at(100));       // nothing of it
            });
        }
    }
}
