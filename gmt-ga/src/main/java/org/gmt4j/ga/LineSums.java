package org.gmt4j.ga;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/** Sums of the sizes of the elements of each row or column. Stateless; a double of memory for each line. */
final class LineSums {
    private LineSums() {
    }

    /** Returns the greatest sum of a matrix of two dimensions. @param dim 0 for sums of rows, 1 for sums of columns */
    static double greatest(final TaskContext ctx, final GlobalMatrix a, final int dim) throws SuspendExecution {
        final GlobalMatrix sums = GlobalMatrix.create(ctx, MatrixSpec.doubles(a.extent(dim)));
        try {
            ctx.executeOnAll(node -> addHere(node, a.part(), dim, sums));
            return MatrixMath.greatest(ctx, sums).value();
        } finally {
            sums.destroy(ctx);
        }
    }

    private static void addHere(final TaskContext ctx, final MatrixPart a, final int dim, final GlobalMatrix sums)
        throws SuspendExecution {
        final Tile tile = MatrixMath.scratch(a);
        final GivingWay way = new GivingWay();
        for (final Box piece : LocalBoxes.of(a)) {
            MatrixMath.read(ctx, a, piece, tile);
            final int columns = (int) piece.extent(1);
            final double[] lines = new double[(int) piece.extent(dim)];
            for (int i = 0; i < MatrixMath.count(piece); i++) {
                lines[dim == 0 ? i / columns : i % columns] += Math.abs(TileMath.value(tile, i));
            }
            sums.accumulate(ctx, Box.of(piece.from(dim), piece.to(dim)), Tile.of(lines, lines.length), 1);
            way.between(ctx);
        }
    }
}
