package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Sums of the sizes of the elements of each row or column. Where several nodes have parts of a line, they add them up
 * along a tree, always in the same order, so that a sum is the same in each call. Stateless; a double of memory for
 * each of up to {@value #LINES} lines at a time.
 */
final class LineSums {
    private static final int LINES = 1 << 18;

    private LineSums() {
    }

    /** Returns the greatest sum of a matrix of two dimensions. @param dim 0 for sums of rows, 1 for sums of columns */
    static double greatest(final Shares shares, final GlobalMatrix a, final int dim) throws SuspendExecution {
        return Norms.largest(shares.all(node -> greatestHere(node, a.part(), dim)));
    }

    /** Returns the greatest sum of the lines of which this node has a part. All nodes of a team call this. */
    private static double greatestHere(final TaskContext ctx, final MatrixPart a, final int dim)
        throws SuspendExecution {
        final Layout layout = LocalBoxes.working(a);
        final List<Box> own = LocalBoxes.owned(layout, ctx.nodeId());
        final boolean isShared = nodesAlong(layout, 1 - dim) > 1;
        final long end = layout.extent(dim);
        double greatest = 0;
        for (long from = 0; from < end; from += LINES) {
            final double[] sums = new double[(int) Math.min(LINES, end - from)];
            addHere(ctx, a, own, dim, from, sums);
            greatest = Math.max(greatest, largest(isShared ? a.team().allReduce(ctx, sums, ReduceOperator.SUM) : sums));
        }
        return greatest;
    }

    private static double largest(final double... sums) {
        return Arrays.stream(sums).reduce(0, Math::max);
    }

    private static int nodesAlong(final Layout layout, final int dim) {
        return layout instanceof CyclicLayout dealt ? Math.min(dealt.grid(dim), dealt.blocks(dim)) : layout.blocks(dim);
    }

    /** Adds what this node has of some lines. @param from the first of them */
    private static void addHere(final TaskContext ctx, final MatrixPart a, final List<Box> own, final int dim,
                                final long from, final double... sums) throws SuspendExecution {
        final Box lines = Box.whole(a.spec().extents()).with(dim, from, from + sums.length);
        final Tile tile = MatrixMath.scratch(a);
        final GivingWay way = new GivingWay();
        final List<Box> pieces = new ArrayList<>();
        for (final Box box : own) {
            LocalBoxes.cut(box.intersect(lines), LocalBoxes.PIECE, pieces);
        }
        for (final Box piece : pieces) {
            MatrixMath.read(ctx, a, piece, tile);
            final int columns = (int) piece.extent(1);
            final int first = (int) (piece.from(dim) - from);
            for (int i = 0; i < MatrixMath.count(piece); i++) {
                sums[first + (dim == 0 ? i / columns : i % columns)] += Math.abs(TileMath.value(tile, i));
            }
            way.between(ctx);
        }
    }
}
