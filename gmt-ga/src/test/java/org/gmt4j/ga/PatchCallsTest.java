package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A patch is one one-sided operation for each owner, whatever its shape; {@link RandomPatches} counts, too. */
@Timeout(240)
class PatchCallsTest {
    private static final Class<?>[] PROGRAMS = {PatchCallsTest.class, RandomPatches.class};
    private static final int OPERATIONS = 40;

    static Stream<Arguments> clusters() {
        return Stream.of(2, 3, 5).flatMap(nodes -> Stream.of("auto", "off").map(shared ->
            Arguments.of(nodes, shared)));
    }

    private static GmtCluster start(final int nodes, final String shared) {
        return TestClusters.builder(nodes, TestClusters.Plan.COMBINED, PROGRAMS).set("gmt.armci.shared", shared)
            .start();
    }

    /** Long and short rows, whole and partial blocks, one to three dimensions; every verb, form and kind of patch. */
    static List<MatrixSpec> shapes() {
        return List.of(
            MatrixSpec.doubles(44, 150).blockCyclic(4, 25),         // rows of 200 B, whole blocks
            MatrixSpec.longs(45, 151).blockCyclic(7, 40),           // rows of 320 B, blocks cut at the end
            MatrixSpec.complex(33, 37).blockCyclic(5, 9),           // rows of 144 B
            MatrixSpec.ints(51, 61).blockCyclic(4, 3),              // rows of 12 B
            MatrixSpec.doubles(2000).blockCyclic(37),
            MatrixSpec.floats(11, 7, 130).blockCyclic(2, 3, 50),
            MatrixSpec.longs(9, 14, 17).blockCyclic(2, 3, 2),
            MatrixSpec.doubles(12, 150).ghosts(1, 1),               // blocks of one node each
            MatrixSpec.longs(3, 40));                               // fewer rows than boxes have around the edges
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void shouldCallEachOwnerOnce(final int nodes, final String shared) {
        try (GmtCluster cluster = start(nodes, shared)) {
            long number = 100L * nodes;
            for (final MatrixSpec spec : shapes()) {
                final long seed = number++;
                assertEquals("", cluster.call(ctx -> RandomPatches.run(ctx, spec.named("calls"), seed, OPERATIONS)));
            }
        }
    }

    /** 40 x 40 blocks whose borders the box cuts on all sides, and a box three times around each dimension. */
    @ParameterizedTest
    @MethodSource("clusters")
    void shouldCallEachOwnerOnceForALargeBox(final int nodes, final String shared) {
        try (GmtCluster cluster = start(nodes, shared)) {
            cluster.run(ctx -> {
                large(ctx, MatrixSpec.longs(900, 900).blockCyclic(40, 40), Box.of(1, 899, 1, 899), nodes, 1);
                large(ctx, MatrixSpec.longs(100, 120), Box.of(-150, 250, -3, 300), nodes, 0);
                large(ctx, MatrixSpec.longs(100, 120).blockCyclic(9, 17), Box.of(-150, 250, -3, 300), nodes, 0);
                large(ctx, MatrixSpec.longs(500), Box.of(-1000, 900), nodes, 0);
            });
        }
    }

    /** @param isInside 1 for a box within the matrix */
    private static void large(final TaskContext ctx, final MatrixSpec spec, final Box box, final int owners,
                              final int isInside) throws SuspendExecution {
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
        final long[] numbers = LongStream.range(0, matrix.box().size()).toArray();
        matrix.put(ctx, matrix.box(), Tile.of(numbers, matrix.box().extents()));
        assertEquals(owners, matrix.calls(ctx).operations(CallKind.PUT));
        final Tile tile = Tile.of(MatrixType.LONG, box.extents());
        final OperationHandle handle = ctx.newOperation();
        if (isInside == 1) {
            matrix.getNb(handle, box, tile);
        } else {
            matrix.getPeriodicNb(handle, box, tile);
        }
        ctx.await(handle);
        assertEquals(owners, matrix.calls(ctx).operations(CallKind.GET));
        final long[] expected = new long[tile.longs().length];
        Arrays.setAll(expected, i -> number(matrix, box, i));
        assertArrayEquals(expected, tile.longs());
        matrix.accumulatePeriodic(ctx, box, tile, 0);
        assertEquals(owners, matrix.calls(ctx).operations(CallKind.ACCUMULATE));
        assertArrayEquals(numbers, matrix.get(ctx, matrix.box()).longs());
        matrix.destroy(ctx);
    }

    /** Returns the number, in the order of rows, of the element that is one of a box around the edges. */
    private static long number(final GlobalMatrix matrix, final Box box, final long place) {
        long number = 0;
        long stride = 1;
        long rest = place;
        for (int dim = box.dims() - 1; dim >= 0; dim--) {
            number += Math.floorMod(box.from(dim) + rest % box.extent(dim), matrix.extent(dim)) * stride;
            rest /= box.extent(dim);
            stride *= matrix.extent(dim);
        }
        return number;
    }

    /** Threads that are no tasks, with and without waiting. */
    @ParameterizedTest
    @MethodSource("clusters")
    void shouldCallEachOwnerOnceForThreads(final int nodes, final String shared) {
        try (GmtCluster cluster = start(nodes, shared)) {
            final GlobalMatrix matrix = cluster.call(ctx -> GlobalMatrix.create(ctx,
                MatrixSpec.doubles(60, 200).blockCyclic(4, 30)));
            final BlockingMatrix blocking = new BlockingMatrix(cluster.armci(), matrix);
            final Box box = Box.of(1, 59, 2, 199);
            final long[] steps = {1, 1};
            final double[] ones = new double[58 * 197];
            Arrays.fill(ones, 1);
            final Tile tile = Tile.of(ones, 58, 197);
            blocking.put(box, tile);
            blocking.putNb(box, tile).join();
            blocking.putPeriodic(box.shift(-60, 400), tile);
            blocking.putStridedNb(box, steps, tile).join();
            blocking.accumulate(box, tile, 2);
            blocking.accumulatePeriodicNb(box.shift(7, 9), tile, -1).join();
            blocking.accumulatePeriodicNb(box.shift(7, 9), tile, 1).join();
            blocking.accumulateStrided(box, steps, tile, 1);
            final Tile found = Tile.of(MatrixType.DOUBLE, 58, 197);
            blocking.get(box, found);
            blocking.getNb(box, found).join();
            blocking.getPeriodicNb(box.shift(60, -200), found).join();
            blocking.getStrided(box, steps, found);
            Arrays.fill(ones, 4);
            assertArrayEquals(ones, found.doubles());
            for (final CallKind kind : List.of(CallKind.PUT, CallKind.ACCUMULATE, CallKind.GET)) {
                assertEquals(4L * nodes, cluster.call(matrix::calls).operations(kind), kind.name());
            }
        }
    }

    /** More patterns than are kept at a time: 140,000, one for each time and node. */
    @Test
    void shouldCutWhatWouldNeedTooMuchMemory() {
        try (GmtCluster cluster = start(2, "off")) {
            cluster.run(ctx -> {
                final GlobalMatrix matrix = GlobalMatrix.create(ctx, MatrixSpec.ints(3).named("small"));
                final int times = 70_000;
                final int[] ones = new int[3 * times];
                Arrays.fill(ones, 1);
                matrix.accumulatePeriodic(ctx, Box.of(0, 3 * times), Tile.of(ones, 3 * times), 1);
                assertArrayEquals(new int[] {times, times, times}, matrix.get(ctx, matrix.box()).ints());
                assertEquals(2 * 3, matrix.calls(ctx).operations(CallKind.ACCUMULATE));
            });
        }
    }

    // --- order ---

    /** Those behind the caller first, whether it owns a part or not. */
    @Test
    void shouldBeginBehindTheCaller() {
        assertEquals(List.of(1, 4, 5, 9), order(0));
        assertEquals(List.of(4, 5, 9, 1), order(1));
        assertEquals(List.of(4, 5, 9, 1), order(2));
        assertEquals(List.of(9, 1, 4, 5), order(5));
        assertEquals(List.of(1, 4, 5, 9), order(9));
        assertEquals(List.of(1, 4, 5, 9), order(12));
        Transfer.beginBehind(new ArrayList<>(), 3);
    }

    private static List<Integer> order(final int caller) {
        final List<Piece> pieces = new ArrayList<>();
        for (final int node : new int[] {1, 4, 5, 9}) {
            pieces.add(new Piece(node));
        }
        Transfer.beginBehind(pieces, caller);
        return pieces.stream().map(Piece::node).toList();
    }
}
