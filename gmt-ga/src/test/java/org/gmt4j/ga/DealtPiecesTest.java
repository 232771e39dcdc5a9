package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.gmt4j.GmtCluster;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Boxes over many dealt blocks: one one-sided operation for each owner, and the right elements. */
@Timeout(120)
class DealtPiecesTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldCallEachOwnerOnce(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, DealtPiecesTest.class)) {
            cluster.run(ctx -> {
                calls(ctx, MatrixSpec.doubles(60, 70).blockCyclic(1, 1));
                calls(ctx, MatrixSpec.longs(61, 73).blockCyclic(4, 3));
                calls(ctx, MatrixSpec.ints(400).blockCyclic(7));
                calls(ctx, MatrixSpec.complex(9, 14, 17).blockCyclic(2, 3, 2));
                calls(ctx, MatrixSpec.floats(40, 40));
                calls(ctx, MatrixSpec.doubles(40, 200).blockCyclic(5, 40));
            });
        }
    }

    /** Gets, puts and accumulates of random boxes from a random node, compared with an array. */
    private static void calls(final TaskContext ctx, final MatrixSpec spec) throws SuspendExecution {
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
        final Random random = new Random(spec.dims());
        final double[] model = new double[(int) matrix.box().size()];
        for (int i = 0; i < 30; i++) {
            final Box box = box(matrix, random);
            final double[] values = new double[(int) box.size()];
            Arrays.setAll(values, at -> random.nextInt(1000));
            final int verb = i % 3;
            final int caller = random.nextInt(ctx.nodeCount());
            final String wrong = ctx.call(caller, node -> one(node, matrix, box, values, verb));
            assertEquals("", wrong, spec.toString());
            update(matrix, box, model, values, verb);
        }
        final Tile all = matrix.get(ctx, matrix.box());
        for (int i = 0; i < model.length; i++) {
            final int part = spec.type() == MatrixType.COMPLEX ? 2 * i : i;
            assertEquals(model[i], spec.type() == MatrixType.COMPLEX ? all.doubles()[part] : TileMath.value(all, i));
        }
        matrix.destroy(ctx);
    }

    private static Box box(final GlobalMatrix matrix, final Random random) {
        final long[] from = new long[matrix.dims()];
        final long[] to = new long[matrix.dims()];
        for (int dim = 0; dim < from.length; dim++) {
            final int extent = (int) matrix.extent(dim);
            from[dim] = random.nextInt(extent);
            to[dim] = from[dim] + 1 + random.nextInt(extent - (int) from[dim]);
        }
        return Box.of(from, to);
    }

    private static String one(final TaskContext ctx, final GlobalMatrix matrix, final Box box, final double[] values,
                              final int verb) throws SuspendExecution {
        final Tile tile = Tile.of(matrix.type(), box.extents());
        for (int i = 0; i < values.length; i++) {
            if (tile.type() == MatrixType.COMPLEX) {
                tile.doubles()[2 * i] = values[i];
            } else {
                TileMath.set(tile, i, values[i]);
            }
        }
        final CallKind kind = List.of(CallKind.GET, CallKind.PUT, CallKind.ACCUMULATE).get(verb);
        final long before = matrix.callsHere().operations(kind);
        final OperationHandle handle = ctx.newOperation();
        switch (kind) {
            case GET -> matrix.getNb(ctx, handle, box, tile);
            case PUT -> matrix.putNb(ctx, handle, box, tile);
            default -> matrix.accumulateNb(ctx, handle, box, tile, 3);
        }
        ctx.await(handle);
        final long operations = matrix.callsHere().operations(kind) - before;
        final long owners = matrix.locate(box).stream().mapToInt(Share::node).distinct().count();
        return operations == owners ? ""
            : operations + " operations for " + owners + " owners of " + box;
    }

    private static void update(final GlobalMatrix matrix, final Box box, final double[] model, final double[] values,
                               final int verb) {
        for (int i = 0; i < values.length && verb > 0; i++) {
            long at = 0;
            long rest = i;
            long stride = 1;
            for (int dim = box.dims() - 1; dim >= 0; dim--) {
                at += (box.from(dim) + rest % box.extent(dim)) * stride;
                rest /= box.extent(dim);
                stride *= matrix.extent(dim);
            }
            model[(int) at] = verb == 1 ? values[i] : model[(int) at] + 3 * values[i];
        }
    }

    /** More runs than a vector of runs takes: one of patterns. */
    @Test
    void shouldMoveMoreRunsThanOneListHolds() {
        try (GmtCluster cluster = TestClusters.local(2, DealtPiecesTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix matrix = GlobalMatrix.create(ctx, MatrixSpec.ints(601, 603).blockCyclic(1, 2));
                final Box box = Box.of(0, 601, 1, 602);
                final int[] numbers = new int[(int) box.size()];
                Arrays.setAll(numbers, i -> i + 1);
                matrix.put(ctx, box, Tile.of(numbers, 601, 601));
                assertEquals(2, matrix.callsHere().operations(CallKind.PUT));
                final int[] all = matrix.get(ctx, matrix.box()).ints();
                for (int i = 0; i < all.length; i++) {
                    final boolean isInside = i % 603 >= 1 && i % 603 < 602;
                    assertEquals(isInside ? i / 603 * 601 + i % 603 : 0, all[i]);
                }
            });
        }
    }
}
