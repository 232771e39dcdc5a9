package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/** Copies between boxes of two matrices. Stateless. */
final class Copying {
    private Copying() {
    }

    static void copy(final TaskContext ctx, final GlobalMatrix from, final Box source, final GlobalMatrix to,
                     final Box target) throws SuspendExecution {
        check(from, source, to, target);
        ctx.executeOnAll(node -> anyHere(node, from, source, to, target));
    }

    /** This node's share of {@link #copy}. */
    static void copyPart(final TaskContext ctx, final GlobalMatrix from, final Box source, final GlobalMatrix to,
                         final Box target) throws SuspendExecution {
        check(from, source, to, target);
        anyHere(ctx, from, source, to, target);
    }

    private static void check(final GlobalMatrix from, final Box source, final GlobalMatrix to, final Box target) {
        from.part().check(source);
        to.part().check(target);
        if (from.type() != to.type() || source.size() != target.size()) {
            throw from.part().different("copying the box " + source + " of " + from + " to the box " + target + " of "
                + to, "the same type and number of elements");
        }
        Arguments.requireApart(from, source, to, target);
    }

    private static void anyHere(final TaskContext ctx, final GlobalMatrix from, final Box source,
                                final GlobalMatrix to, final Box target) throws SuspendExecution {
        if (Arrays.equals(source.extents(), target.extents())) {
            copyHere(ctx, from.part(), source, to.part(), target, MatrixMath.isAlike(from, source, to, target));
        } else {
            reshapeHere(ctx, from.part(), source, to.part(), target);
        }
    }

    /** Gets what belongs to this node; of small blocks dealt in turn, its share of what belongs to all. */
    private static void copyHere(final TaskContext ctx, final MatrixPart from, final Box source, final MatrixPart to,
                                 final Box target, final boolean isAlike) throws SuspendExecution {
        final Tile tile = MatrixMath.scratch(to);
        final GivingWay way = new GivingWay();
        for (final Box piece : LocalBoxes.of(to, target, isAlike)) {
            MatrixMath.read(ctx, from, MatrixMath.moved(piece, target, source), tile);
            MatrixMath.write(ctx, to, piece, tile);
            way.between(ctx);
        }
    }

    /** Each node takes as many of the elements, in the order of rows. */
    private static void reshapeHere(final TaskContext ctx, final MatrixPart from, final Box source,
                                    final MatrixPart to, final Box target) throws SuspendExecution {
        final long size = source.size();
        final long begin = share(size, ctx.nodeId(), ctx.nodeCount());
        final long end = share(size, ctx.nodeId() + 1, ctx.nodeCount());
        final Tile tile = MatrixMath.scratch(to);
        final GivingWay way = new GivingWay();
        for (long at = begin; at < end; at += LocalBoxes.PIECE) {
            final long last = Math.min(end, at + LocalBoxes.PIECE);
            move(ctx, from, range(source, at, last), tile, CallKind.GET);
            move(ctx, to, range(target, at, last), tile, CallKind.PUT);
            way.between(ctx);
        }
    }

    private static long share(final long size, final int node, final int nodes) {
        return size / nodes * node + Math.min(node, size % nodes);
    }

    /** Moves boxes that lie one behind the other in the tile. */
    private static void move(final TaskContext ctx, final MatrixPart part, final List<Box> boxes, final Tile tile,
                             final CallKind kind) throws SuspendExecution {
        long at = 0;
        for (final Box box : boxes) {
            Transfer.uncalled(part, box, tile.shaped(box.extents(), at), kind, null).start(ctx, null);
            at += box.size();
        }
        ctx.await();
    }

    /** Returns boxes that together are elements {@code from} to {@code to - 1} of a box, in the order of rows. */
    static List<Box> range(final Box box, final long from, final long to) {
        final List<Box> boxes = new ArrayList<>();
        add(box, 0, from, to, boxes);
        return boxes;
    }

    /** Begins with what is left of the first line of a dimension, then whole lines together, then the last one. */
    private static void add(final Box box, final int dim, final long from, final long to, final List<Box> boxes) {
        if (from >= to) {
            return;
        }
        long line = 1;
        for (int inner = dim + 1; inner < box.dims(); inner++) {
            line *= box.extent(inner);
        }
        final long first = from / line;
        final long whole = from % line == 0 ? first : first + 1;
        final long end = to / line;
        if (whole > end) {                                           // within one line
            add(box.with(dim, box.from(dim) + first, box.from(dim) + first + 1), dim + 1, from % line,
                to - first * line, boxes);
            return;
        }
        if (whole > first) {
            add(box.with(dim, box.from(dim) + first, box.from(dim) + whole), dim + 1, from % line, line, boxes);
        }
        if (end > whole) {
            boxes.add(box.with(dim, box.from(dim) + whole, box.from(dim) + end));
        }
        if (to % line > 0) {
            add(box.with(dim, box.from(dim) + end, box.from(dim) + end + 1), dim + 1, 0, to % line, boxes);
        }
    }
}
