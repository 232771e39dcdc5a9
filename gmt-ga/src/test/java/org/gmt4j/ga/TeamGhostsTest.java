package org.gmt4j.ga;

import static org.gmt4j.ga.Indices.index;
import static org.gmt4j.ga.Indices.value;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtTimeoutException;
import org.gmt4j.ParForException;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.armci.ProcessGroup;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ghosts that the members of a team update for each other, without a barrier: blocks change in each round, members run
 * at different speeds, and every ghost of every node is looked at in each round.
 */
@Timeout(120)
class TeamGhostsTest {
    private static final int ROUNDS = 24;
    /** More than the value of any index. */
    private static final long ROUND = 1_000_000_000L;
    private static final int NEVER = -1;

    @ParameterizedTest
    @CsvSource({"1,false", "1,true", "2,false", "2,true", "3,false", "3,true", "5,true", "7,false", "7,true"})
    void shouldHoldWhatTheBlocksBesideWere(final int nodes, final boolean isPeriodic) {
        try (GmtCluster cluster = TestClusters.local(nodes, TeamGhostsTest.class)) {
            cluster.run(ctx -> {
                final ProcessGroup some = ProcessGroup.create(ctx, nodes > 2 ? new int[] {2, 0} : new int[] {0});
                for (final MatrixSpec spec : List.of(MatrixSpec.longs(23).ghosts(3),
                    MatrixSpec.longs(1, 9).ghosts(1, 1), MatrixSpec.longs(17, 20).ghosts(2, 1),
                    MatrixSpec.longs(15, 2, 16).ghosts(1, 0, 2), MatrixSpec.longs(8, 7, 5).ghosts(1, 1, 0),
                    MatrixSpec.longs(9, 11).irregular(nodes > 2 ? new long[] {0, 2, 3} : new long[] {0},
                        nodes > 5 ? new long[] {0, 10} : new long[] {0}).ghosts(1, 1),
                    MatrixSpec.longs(6, 10).on(some).ghosts(1, 2), MatrixSpec.longs(4, 5))) {
                    final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
                    ctx.executeOnAll(node -> update(node, matrix, isPeriodic));
                    matrix.destroy(ctx);
                }
            });
        }
    }

    /** Changes the own block and updates ghosts, in other directions each time. */
    private static void update(final TaskContext node, final GlobalMatrix matrix, final boolean isPeriodic)
        throws SuspendExecution {
        final Random random = new Random(node.nodeId());
        final int[] last = new int[Ghosts.codes(matrix.dims())];
        Arrays.fill(last, NEVER);
        for (final LocalPatch patch : matrix.local()) {
            final Box wide = wide(matrix, patch);
            final Tile nothing = Tile.of(MatrixType.LONG, wide.extents());
            Arrays.fill(nothing.longs(), NEVER);
            patch.put(wide, nothing);
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (final LocalPatch patch : matrix.local()) {
                patch.put(patch.box(), block(matrix, patch, round));
            }
            final int[][] directions = directions(matrix.dims(), round);
            TeamMath.updateGhosts(node, matrix, isPeriodic, directions);
            for (int code = 0; code < last.length; code++) {
                final int[] way = Ghosts.way(code, matrix.dims());
                if (directions.length == 0 || Arrays.stream(directions).anyMatch(one -> Arrays.equals(one, way))) {
                    last[code] = round;
                }
            }
            for (int turn = random.nextInt(8); turn > 0; turn--) {
                node.yield();
            }
            check(matrix, isPeriodic, round, last);
        }
    }

    /** None, which stands for all; the sides; one side alone, so that pieces go in one way; and a third of all. */
    private static int[][] directions(final int dims, final int round) {
        final int[][] all = new int[Ghosts.codes(dims)][];
        Arrays.setAll(all, code -> Ghosts.way(code, dims));
        return switch (round % 4) {
            case 0 -> new int[0][];
            case 1 -> Arrays.stream(all).filter(way -> Arrays.stream(way).map(Math::abs).sum() == 1)
                .toArray(int[][]::new);
            case 2 -> new int[][] {all[round / 4 % (all.length / 2)]};
            default -> Arrays.stream(all).filter(way -> !Ghosts.isCentre(way) && Ghosts.code(way) % 3 == 0)
                .toArray(int[][]::new);
        };
    }

    private static Tile block(final GlobalMatrix matrix, final LocalPatch patch, final int round) {
        final Tile block = Tile.of(MatrixType.LONG, patch.box().extents());
        for (int number = 0; number < block.longs().length; number++) {
            block.longs()[number] = value(matrix, index(patch.box(), number)) + round * ROUND;
        }
        return block;
    }

    private static void check(final GlobalMatrix matrix, final boolean isPeriodic, final int round, final int... last) {
        for (final LocalPatch patch : matrix.local()) {
            final Box wide = wide(matrix, patch);
            final Tile found = Tile.of(MatrixType.LONG, wide.extents());
            patch.get(wide, found);
            for (int number = 0; number < found.longs().length; number++) {
                final long[] index = index(wide, number);
                final int[] way = way(patch.box(), index);
                final int of = Ghosts.isCentre(way) ? round : isPeriodic || isInside(matrix.box(), index)
                    ? last[Ghosts.code(way)] : NEVER;
                assertEquals(of == NEVER ? NEVER : value(matrix, index) + of * ROUND, found.longs()[number],
                    () -> "at " + Arrays.toString(index) + " of the block " + patch.box() + " in round " + round);
            }
        }
    }

    private static int[] way(final Box block, final long... index) {
        final int[] way = new int[index.length];
        Arrays.setAll(way, dim -> index[dim] < block.from(dim) ? -1 : index[dim] >= block.to(dim) ? 1 : 0);
        return way;
    }

    private static boolean isInside(final Box box, final long... index) {
        return Ghosts.isCentre(way(box, index));
    }

    private static Box wide(final GlobalMatrix matrix, final LocalPatch patch) {
        final Layout layout = matrix.part().layout();
        Box wide = patch.box();
        for (int dim = 0; dim < wide.dims(); dim++) {
            wide = wide.with(dim, wide.from(dim) - layout.ghost(dim), wide.to(dim) + layout.ghost(dim));
        }
        return wide;
    }

    /** A team that may not meet has not written a place that a neighbour may be reading. */
    @Test
    void shouldRefuseBeforeAnythingMoves() {
        try (GmtCluster cluster = TestClusters.local(2, TeamGhostsTest.class)) {
            cluster.run(ctx -> {
                final ProcessGroup both = ProcessGroup.create(ctx, 0, 1);
                final GlobalMatrix matrix = GlobalMatrix.create(ctx, MatrixSpec.longs(8, 6).grid(2, 1).ghosts(1, 0));
                ctx.executeOnAll(node -> {
                    if (node.nodeId() == 0) {
                        assertTrue(hasExpired(node, both));
                        assertTrue(refusal(node, matrix, -1, 0).startsWith("GMT-248 "));
                    }
                });
                assertEquals(0, matrix.calls(ctx).operations(CallKind.PUT));
                ctx.executeOnAll(node -> update(node, matrix, true));
            });
        }
    }

    private static boolean hasExpired(final TaskContext node, final ProcessGroup group) throws SuspendExecution {
        try {
            group.collectives(node).within(1_000_000).barrier();
            return false;
        } catch (final GmtTimeoutException expected) {
            return true;
        }
    }

    /** Edges in several commands, by rendezvous, and through windows. */
    @ParameterizedTest
    @CsvSource({"3,off,64", "4,off,64", "5,off,1k", "4,auto,64"})
    void shouldHoldWhateverTheWayOfAnEdge(final int nodes, final String shared, final String eager) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(TeamGhostsTest.class)
            .set("gmt.armci.shared", shared).set("gmt.armci.eager.put", eager).set("gmt.armci.eager.strided", eager)
            .start()) {
            cluster.run(ctx -> {
                for (final MatrixSpec spec : List.of(MatrixSpec.longs(61, 67).ghosts(2, 3),
                    MatrixSpec.longs(40, 90).grid(nodes, 1).ghosts(4, 0))) {
                    final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
                    ctx.executeOnAll(node -> update(node, matrix, true));
                    matrix.destroy(ctx);
                }
            });
        }
    }

    /** Also from where the next team goes on: what was halfway is of no account. */
    @Test
    void shouldEndTheWaitForAMemberThatFails() {
        try (GmtCluster cluster = TestClusters.local(4, TeamGhostsTest.class)) {
            final GlobalMatrix matrix = cluster.call(ctx -> GlobalMatrix.create(ctx,
                MatrixSpec.longs(16, 8).grid(4, 1).ghosts(1, 0)));
            for (int time = 0; time < 3; time++) {
                final int rounds = time;
                final ParForException failure = assertThrows(ParForException.class, () -> cluster.run(ctx ->
                    ctx.executeOnAll(node -> {
                        for (int round = 0; round < rounds; round++) {
                            TeamMath.updateGhosts(node, matrix, false);
                        }
                        if (node.nodeId() == 2) {
                            throw new IllegalStateException("as planned");
                        }
                        while (true) {
                            TeamMath.updateGhosts(node, matrix, false);
                        }
                    })));
                assertTrue(failure.getMessage().contains("as planned"), failure::getMessage);
                cluster.run(ctx -> ctx.executeOnAll(node -> update(node, matrix, true)));
            }
        }
    }

    /** Blocks of 8 x 10, of which each has two beside it. */
    @Test
    void shouldPutOncePerNeighbour() {
        try (GmtCluster cluster = TestClusters.local(4, TeamGhostsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix matrix = GlobalMatrix.create(ctx,
                    MatrixSpec.longs(16, 20).grid(2, 2).ghosts(1, 1));
                ctx.executeOnAll(node -> TeamMath.updateGhosts(node, matrix, false, new int[] {-1, 0},
                    new int[] {1, 0}, new int[] {0, -1}, new int[] {0, 1}));
                final CallTable table = matrix.calls(ctx);
                assertEquals(4 * 2, table.operations(CallKind.PUT));
                assertEquals(4 * (8 + 10) * Long.BYTES, table.remoteBytes(CallKind.PUT));
                assertEquals(table.remoteBytes(CallKind.PUT), table.bytes(CallKind.PUT));
                assertEquals(0, table.calls(CallKind.PUT) + table.operations(CallKind.GET));
                ctx.executeOnAll(node -> TeamMath.updateGhosts(node, matrix, false));
                assertEquals(4 * 2 + 4 * 3, matrix.calls(ctx).operations(CallKind.PUT), "with corners");
            });
        }
    }

    @Test
    void shouldRefuseWhatIsNoDirection() {
        try (GmtCluster cluster = TestClusters.local(2, TeamGhostsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix plane = GlobalMatrix.create(ctx, MatrixSpec.longs(8, 6).ghosts(1, 1).named("p"));
                ctx.executeOnAll(node -> {
                    for (final int[] wrong : new int[][] {{0, 0}, {1}, {1, 0, 0}, {2, 0}, {0, -2}}) {
                        final String text = refusal(node, plane, wrong);
                        assertTrue(text.startsWith("GMT-380 ") && text.contains("'p'"), text);
                    }
                });
                assertEquals(0, plane.calls(ctx).operations(CallKind.PUT));
            });
        }
    }

    private static String refusal(final TaskContext node, final GlobalMatrix plane, final int... wrong)
        throws SuspendExecution {
        try {
            TeamMath.updateGhosts(node, plane, false, new int[] {1, 0}, wrong);
            return "nothing refused";
        } catch (final MatrixException | IllegalStateException refusal) {
            return refusal.getMessage();
        }
    }

    @Test
    void shouldRefuseToCopyABoxOverAnother() {
        try (GmtCluster cluster = TestClusters.local(1, TeamGhostsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix plane = GlobalMatrix.create(ctx, MatrixSpec.longs(4, 4).ghosts(1, 1));
                final LocalPatch patch = plane.local().get(0);
                for (final long width : new long[] {3, 4}) {
                    final Box upper = Box.of(-1, 2, 0, width);
                    final Box lower = Box.of(0, 3, 0, width);
                    assertTrue(assertThrows(MatrixException.class, () -> patch.put(lower, patch.tile(upper)))
                        .getMessage().startsWith("GMT-385 "));
                    assertThrows(MatrixException.class, () -> patch.get(upper, patch.tile(lower)));
                    patch.put(lower, patch.tile(lower));
                }
                patch.setLong(0, 0, 7);
                patch.put(Box.of(-1, 0, 0, 4), patch.tile(Box.of(0, 1, 0, 4)));
                assertEquals(7, patch.getLong(-1, 0));
            });
        }
    }

    @Test
    void shouldCopyBoxesOfTheBlockWithItsGhosts() {
        try (GmtCluster cluster = TestClusters.local(1, TeamGhostsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix plane = GlobalMatrix.create(ctx, MatrixSpec.ints(3, 4).ghosts(1, 2));
                final LocalPatch patch = plane.local().get(0);
                patch.put(Box.of(-1, 2, -2, 1), Tile.of(new int[] {0, 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9}, 3, 3).at(1)
                    .leading(4));
                assertEquals(4, patch.getInt(0, -2));
                final int[] values = new int[8];
                patch.get(Box.of(1, 2, -1, 2), Tile.of(values, 1, 3).at(2));
                assertArrayEquals(new int[] {0, 0, 8, 9, 0, 0, 0, 0}, values);
                patch.get(Box.of(0, 0, 0, 4), Tile.of(values, 0, 4));
                refuses("GMT-381", () -> patch.get(Box.of(-2, 2, 0, 1), Tile.of(values, 4, 1)));
                refuses("GMT-382", () -> patch.put(Box.of(0, 2, 0, 1), Tile.of(values, 2, 2)));
                refuses("GMT-382", () -> patch.get(Box.of(0, 2, 0, 1), Tile.of(new long[2], 2, 1)));
            });
        }
    }

    private static void refuses(final String code, final Runnable call) {
        final String text = assertThrows(MatrixException.class, call::run).getMessage();
        assertTrue(text.startsWith(code), text);
    }
}
