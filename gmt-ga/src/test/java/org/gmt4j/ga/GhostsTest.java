package org.gmt4j.ga;

import static org.gmt4j.ga.Indices.index;
import static org.gmt4j.ga.Indices.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The border around each block: every ghost of every node is looked at. */
@Timeout(120)
class GhostsTest {
    private static final int UNTOUCHED = -1;

    @ParameterizedTest
    @CsvSource({"1,2,false", "1,1,true", "2,1,true", "3,2,false", "5,1,true", "7,1,false", "7,2,true"})
    void shouldHoldTheNeighboursElements(final int nodes, final int width, final boolean isPeriodic) {
        try (GmtCluster cluster = TestClusters.local(nodes, GhostsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix plane = GlobalMatrix.create(ctx, MatrixSpec.longs(17, 20).ghosts(width, 1));
                final GlobalMatrix room = GlobalMatrix.create(ctx, MatrixSpec.longs(15, 3, 16).ghosts(width, 0, 1));
                for (final GlobalMatrix matrix : new GlobalMatrix[] {plane, room}) {
                    ctx.executeOnAll(node -> fill(matrix));
                    matrix.updateGhosts(ctx, isPeriodic);
                    ctx.executeOnAll(node -> check(matrix, isPeriodic));
                }
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"0,1", "-1,0", "1,-1"})
    void shouldFetchOneDirectionAlone(final int rows, final int columns) {
        try (GmtCluster cluster = TestClusters.local(4, GhostsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix plane = GlobalMatrix.create(ctx,
                    MatrixSpec.longs(17, 20).grid(2, 2).ghosts(1, 1));
                ctx.executeOnAll(node -> fill(plane));
                ctx.executeOnAll(node -> plane.fetchGhosts(node, true, rows, columns));
                final int[] direction = {rows, columns};
                ctx.executeOnAll(node -> check(plane, true, direction));
            });
        }
    }

    /** Each direction alone, and each with one other. */
    @ParameterizedTest
    @CsvSource({"1,false", "1,true", "2,true", "3,false", "3,true", "5,true", "7,false", "7,true"})
    void shouldUpdateChosenDirections(final int nodes, final boolean isPeriodic) {
        try (GmtCluster cluster = TestClusters.local(nodes, GhostsTest.class)) {
            cluster.run(ctx -> {
                update(ctx, GlobalMatrix.create(ctx, MatrixSpec.longs(23).ghosts(3)), isPeriodic);
                update(ctx, GlobalMatrix.create(ctx, MatrixSpec.longs(1, 9).ghosts(1, 1)), isPeriodic);
                update(ctx, GlobalMatrix.create(ctx, MatrixSpec.longs(17, 20).ghosts(2, 1)), isPeriodic);
                update(ctx, GlobalMatrix.create(ctx, MatrixSpec.longs(15, 2, 16).ghosts(1, 0, 2)), isPeriodic);
                update(ctx, GlobalMatrix.create(ctx, MatrixSpec.longs(8, 7, 9).ghosts(1, 1, 1)), isPeriodic);
            });
        }
    }

    private static void update(final TaskContext ctx, final GlobalMatrix matrix, final boolean isPeriodic)
        throws SuspendExecution {
        final int[][] all = directions(matrix.dims());
        for (int i = 0; i < all.length; i++) {
            final int[] one = all[i];
            final int[] other = all[(i * 5 + 1) % all.length];
            ctx.executeOnAll(node -> fill(matrix));
            matrix.updateGhosts(ctx, isPeriodic, one);
            ctx.executeOnAll(node -> check(matrix, isPeriodic, one));
            matrix.updateGhosts(ctx, isPeriodic, other, one);
            ctx.executeOnAll(node -> check(matrix, isPeriodic, one, other));
        }
        matrix.updateGhosts(ctx, isPeriodic, all);
        ctx.executeOnAll(node -> check(matrix, isPeriodic));
        matrix.destroy(ctx);
    }

    private static int[][] directions(final int dims) {
        final List<int[]> directions = new ArrayList<>();
        final long[] from = new long[dims];
        final long[] to = new long[dims];
        Arrays.fill(from, -1);
        Arrays.fill(to, 2);
        final Box around = Box.of(from, to);
        for (long number = 0; number < around.size(); number++) {
            final int[] one = Arrays.stream(index(around, number)).mapToInt(step -> (int) step).toArray();
            if (Arrays.stream(one).anyMatch(step -> step != 0)) {
                directions.add(one);
            }
        }
        return directions.toArray(new int[0][]);
    }

    @Test
    void shouldRefuseWhatIsNoDirection() {
        try (GmtCluster cluster = TestClusters.local(2, GhostsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix plane = GlobalMatrix.create(ctx, MatrixSpec.longs(8, 6).ghosts(1, 1).named("p"));
                ctx.executeOnAll(node -> fill(plane));
                for (final int[] wrong : new int[][] {{0, 0}, {1}, {1, 0, 0}, {2, 0}, {0, -2}}) {
                    final String text = refusal(ctx, plane, wrong);
                    assertTrue(text.startsWith("GMT-380 ") && text.contains("'p'"), text);
                }
                ctx.executeOnAll(node -> check(plane, false, new int[] {2, 2}));        // nothing has come
            });
        }
    }

    private static String refusal(final TaskContext ctx, final GlobalMatrix plane, final int[] wrong)
        throws SuspendExecution {
        try {
            plane.updateGhosts(ctx, false, new int[] {1, 0}, wrong);
            return "nothing refused";
        } catch (final MatrixException refusal) {
            return refusal.getMessage();
        }
    }

    private static void fill(final GlobalMatrix matrix) throws SuspendExecution {
        for (final LocalPatch patch : matrix.local()) {
            final Box wide = wide(matrix, patch);
            for (long number = 0; number < wide.size(); number++) {
                final long[] index = index(wide, number);
                set(patch, index, isInside(patch.box(), index) ? value(matrix, index) : UNTOUCHED);
            }
        }
    }

    private static void check(final GlobalMatrix matrix, final boolean isPeriodic, final int[]... directions)
        throws SuspendExecution {
        for (final LocalPatch patch : matrix.local()) {
            final Box wide = wide(matrix, patch);
            for (long number = 0; number < wide.size(); number++) {
                final long[] index = index(wide, number);
                final boolean isKnown = isInside(patch.box(), index)
                    || (isPeriodic || isInside(matrix.box(), index)) && isIn(patch.box(), index, directions);
                assertEquals(isKnown ? value(matrix, index) : UNTOUCHED, get(patch, index),
                    () -> "at " + Arrays.toString(index) + " of the block " + patch.box());
            }
        }
    }

    /** @param directions none for all */
    private static boolean isIn(final Box block, final long[] index, final int[]... directions) {
        final int[] way = new int[index.length];
        for (int dim = 0; dim < index.length; dim++) {
            way[dim] = index[dim] < block.from(dim) ? -1 : index[dim] >= block.to(dim) ? 1 : 0;
        }
        return directions.length == 0 || Arrays.stream(directions).anyMatch(one -> Arrays.equals(one, way));
    }

    private static Box wide(final GlobalMatrix matrix, final LocalPatch patch) {
        final Layout layout = matrix.part().layout();
        Box wide = patch.box();
        for (int dim = 0; dim < wide.dims(); dim++) {
            wide = wide.with(dim, wide.from(dim) - layout.ghost(dim), wide.to(dim) + layout.ghost(dim));
        }
        return wide;
    }

    private static boolean isInside(final Box box, final long[] index) {
        for (int dim = 0; dim < index.length; dim++) {
            if (index[dim] < box.from(dim) || index[dim] >= box.to(dim)) {
                return false;
            }
        }
        return true;
    }

    /** Through the tile of a single element, which is right for any number of dimensions. */
    private static void set(final LocalPatch patch, final long[] index, final long value) {
        final Tile tile = one(patch, index);
        tile.buffer().putLong(tile.place(new long[index.length]) * 8, value);
    }

    private static long get(final LocalPatch patch, final long[] index) {
        final Tile tile = one(patch, index);
        return tile.buffer().getLong(tile.place(new long[index.length]) * 8);
    }

    private static Tile one(final LocalPatch patch, final long[] index) {
        final long[] ends = index.clone();
        Arrays.setAll(ends, dim -> index[dim] + 1);
        return patch.tile(Box.of(index, ends));
    }

    /** Ghosts are no elements of the matrix: they may come from the same block. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldReadABlockWithItsBorderInPlace(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, GhostsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix plane = GlobalMatrix.create(ctx, MatrixSpec.longs(8, 6).ghosts(2, 1));
                ctx.executeOnAll(node -> fill(plane));
                ctx.executeOnAll(node -> {
                    final LocalPatch mine = plane.local().get(0);
                    final Box wide = wide(plane, mine);
                    plane.getPeriodic(node, wide, mine.tile(wide));
                });
                ctx.executeOnAll(node -> check(plane, true));
            });
        }
    }
}
