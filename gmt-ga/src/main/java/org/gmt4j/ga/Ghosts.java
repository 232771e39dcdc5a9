package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/** Fills the border around this node's block from the blocks beside it. Stateless. */
final class Ghosts {
    private Ghosts() {
    }

    /**
     * Gets the border of this node, corners included, all pieces at once, and waits.
     *
     * @param isPeriodic whether the matrix goes on at its other side; otherwise elements beyond it stay as they are
     * @param directions -1, 0 or 1 for each dimension, one direction behind the other: the pieces that lie there; null
     *                   for all
     */
    static void fetch(final TaskContext ctx, final MatrixPart part, final boolean isPeriodic, final int[] directions)
        throws SuspendExecution {
        for (final int[] block : LocalBoxes.blocks(part.layout(), part.nodeId())) {
            final LocalPatch patch = LocalPatch.of(part, block);
            final int dims = part.layout().dims();
            for (int code = 0; code < codes(dims); code++) {
                final int[] way = way(code, dims);
                if (directions == null ? !isCentre(way) : isOneOf(way, directions)) {
                    fetch(ctx, part, patch, way, isPeriodic);
                }
            }
        }
        ctx.await();
    }

    /**
     * Returns the numbers of checked directions, ascending and without those in which there are no ghosts; of all where
     * none are chosen.
     */
    static int[] chosen(final MatrixPart part, final int[][] directions) {
        final int[] all = joined(part, directions);
        final int dims = part.layout().dims();
        final int[] codes = new int[codes(dims)];
        int count = 0;
        for (int code = 0; code < codes.length; code++) {
            final int[] way = way(code, dims);
            if ((all.length == 0 ? !isCentre(way) : isOneOf(way, all)) && hasGhosts(part.layout(), way)) {
                codes[count] = code;
                count++;
            }
        }
        return Arrays.copyOf(codes, count);
    }

    private static boolean hasGhosts(final Layout layout, final int[] way) {
        for (int dim = 0; dim < way.length; dim++) {
            if (way[dim] != 0 && layout.ghost(dim) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns checked directions, one behind the other. */
    static int[] joined(final MatrixPart part, final int[][] directions) {
        final int dims = part.layout().dims();
        final int[] all = new int[directions.length * dims];
        for (int i = 0; i < directions.length; i++) {
            check(part, directions[i]);
            System.arraycopy(directions[i], 0, all, i * dims, dims);
        }
        return all;
    }

    /** Requires -1, 0 or 1 for each dimension, not all of them 0. */
    static void check(final MatrixPart part, final int[] direction) {
        if (direction.length != part.layout().dims()) {
            throw bad(part, direction, "a step for each dimension");
        }
        for (final int step : direction) {
            if (step < -1 || step > 1) {
                throw bad(part, direction, "-1, 0 or 1");
            }
        }
        if (isCentre(direction)) {
            throw bad(part, direction, "one that leads to a border, not 0 alone");
        }
    }

    private static MatrixException bad(final MatrixPart part, final int[] direction, final String expected) {
        return MatrixSpec.bad("a direction of " + Arrays.toString(direction) + " for " + part.spec() + part.asked()
            + ": expected " + expected);
    }

    private static boolean isOneOf(final int[] way, final int[] directions) {
        for (int from = 0; from < directions.length; from += way.length) {
            if (Arrays.equals(way, 0, way.length, directions, from, from + way.length)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number of directions, the one that leads nowhere included. */
    static int codes(final int dims) {
        return dims == 0 ? 1 : 3 * codes(dims - 1);
    }

    /** Returns the number of a direction. */
    static int code(final int... way) {
        int code = 0;
        for (final int step : way) {
            code = 3 * code + step + 1;
        }
        return code;
    }

    /** Returns the direction with a number. */
    static int[] way(final int code, final int dims) {
        final int[] way = new int[dims];
        int rest = code;
        for (int dim = dims - 1; dim >= 0; dim--) {
            way[dim] = rest % 3 - 1;
            rest /= 3;
        }
        return way;
    }

    static boolean isCentre(final int[] way) {
        for (final int step : way) {
            if (step != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the piece of the border around a block that lies in a direction. */
    static Box border(final Layout layout, final Box block, final int[] way) {
        Box border = block;
        for (int dim = 0; dim < way.length; dim++) {
            final int width = layout.ghost(dim);
            if (way[dim] < 0) {
                border = border.with(dim, border.from(dim) - width, border.from(dim));
            } else if (way[dim] > 0) {
                border = border.with(dim, border.to(dim), border.to(dim) + width);
            }
        }
        return border;
    }

    /** Returns the elements of a block that the block in a direction has in its border. */
    static Box edge(final Layout layout, final Box block, final int[] way) {
        Box edge = block;
        for (int dim = 0; dim < way.length; dim++) {
            final int width = layout.ghost(dim);
            if (way[dim] < 0) {
                edge = edge.with(dim, edge.from(dim), edge.from(dim) + width);
            } else if (way[dim] > 0) {
                edge = edge.with(dim, edge.to(dim) - width, edge.to(dim));
            }
        }
        return edge;
    }

    private static void fetch(final TaskContext ctx, final MatrixPart part, final LocalPatch patch, final int[] way,
                              final boolean isPeriodic) {
        final Box border = border(part.layout(), patch.box(), way);
        for (final Box piece : Periodic.pieces(part.layout(), border)) {
            final Box inside = Periodic.inside(part.layout(), piece);
            if (!piece.isEmpty() && (isPeriodic || inside.equals(piece))) {
                Transfer.uncalled(part, inside, patch.tile(piece), CallKind.GET, null).start(ctx, null);
            }
        }
    }
}
