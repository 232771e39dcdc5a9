package org.gmt4j.ga;

import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/** The least or greatest element of a matrix, and where it is. Stateless. */
final class Extremes {
    private Extremes() {
    }

    /** Returns what {@link MatrixMath#least} or {@link MatrixMath#greatest} does. @param sign -1 for the least, or 1 */
    static Found find(final Shares shares, final GlobalMatrix a, final int sign) throws SuspendExecution {
        Arguments.requireAlive(a);
        Found best = null;
        for (final Found found : shares.all(node -> findHere(node, a.part(), sign))) {
            best = better(best, found.isNone() ? null : found, sign);
        }
        return best;
    }

    private static Found better(final Found one, final Found other, final int sign) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        final int order = sign * Double.compare(other.value(), one.value());
        return order > 0 || order == 0 && other.isBefore(one) ? other : one;
    }

    private static Found findHere(final TaskContext ctx, final MatrixPart a, final int sign)
        throws SuspendExecution {
        final Tile tile = MatrixMath.scratch(a);
        Found best = null;
        final GivingWay way = new GivingWay();
        for (final Box piece : LocalBoxes.of(a)) {
            MatrixMath.read(ctx, a, piece, tile);
            int at = 0;
            final int count = MatrixMath.count(piece);
            for (int i = 0; i < count; i++) {
                if (sign * Double.compare(TileMath.exact(tile, i), TileMath.value(tile, at)) > 0) {
                    at = i;
                }
            }
            best = better(best, new Found(TileMath.value(tile, at), index(piece, at)), sign);
            way.between(ctx);
        }
        return best == null ? new Found(0, new long[0]) : best;
    }

    /** Returns the index of an element of a box by its number in the order of rows. */
    private static long[] index(final Box box, final int number) {
        final long[] index = new long[box.dims()];
        long rest = number;
        for (int dim = index.length - 1; dim >= 0; dim--) {
            index[dim] = box.from(dim) + rest % box.extent(dim);
            rest /= box.extent(dim);
        }
        return index;
    }
}
