package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.Issuer;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.fibers.SuspendExecution;

/** Boxes that go on at the other side where they leave the matrix. Stateless; linear in the times they wrap around. */
final class Periodic {
    private Periodic() {
    }

    /** Moves a box that may lie anywhere, and waits. @param sum what an accumulate does; null for others */
    static void run(final TaskContext ctx, final MatrixPart part, final Box box, final Tile tile, final CallKind kind,
                    final Accumulate sum) throws SuspendExecution {
        start(ctx, part, box, tile, kind, sum);
        ctx.await();
    }

    /** Starts to move a box that may lie anywhere. @param issuer the task, or its handle that is to be waited for */
    static void start(final Issuer issuer, final MatrixPart part, final Box box, final Tile tile, final CallKind kind,
                      final Accumulate sum) {
        if (box.dims() != part.layout().dims()) {
            part.check(box);
        }
        tile.fit(part, Lattice.of(box));
        final List<Box> pieces = box.isEmpty() ? List.of() : pieces(part.layout(), box);
        if (tile.isIn(part)) {
            requireApart(part, box, tile, kind, pieces);
        }
        part.statistics().call(kind);
        for (final Box piece : pieces) {
            Transfer.uncalled(part, inside(part.layout(), piece), tile.part(box, piece), kind, sum).start(issuer);
        }
    }

    /** Refuses pieces that write what another one reads. A get of elements to where they are already writes nothing. */
    private static void requireApart(final MatrixPart part, final Box box, final Tile tile, final CallKind kind,
                                     final List<Box> pieces) {
        for (final Box piece : pieces) {
            final Tile here = tile.part(box, piece);
            if (kind != CallKind.GET || !here.isAt(part, inside(part.layout(), piece))) {
                for (final Box other : pieces) {
                    here.requireApart(part, Lattice.of(inside(part.layout(), other)));
                }
            }
        }
    }

    /** Returns the pieces of a box between the borders of all copies of the matrix. */
    static List<Box> pieces(final Layout layout, final Box box) {
        List<Box> pieces = List.of(box);
        for (int dim = 0; dim < box.dims(); dim++) {
            final List<Box> finer = new ArrayList<>();
            for (final Box piece : pieces) {
                cut(piece, dim, layout.extent(dim), finer);
            }
            pieces = finer;
        }
        return pieces;
    }

    private static void cut(final Box box, final int dim, final long extent, final List<Box> pieces) {
        for (long from = box.from(dim); from < box.to(dim); ) {
            final long rest = extent - Math.floorMod(from, extent);
            final long to = box.to(dim) - from <= rest ? box.to(dim) : from + rest;
            pieces.add(box.with(dim, from, to));
            from = to;
        }
    }

    /** Returns the place within the matrix of a piece that crosses no border. */
    static Box inside(final Layout layout, final Box piece) {
        Box inside = piece;
        for (int dim = 0; dim < piece.dims(); dim++) {
            final long first = Math.floorMod(piece.from(dim), layout.extent(dim));
            inside = inside.with(dim, first, first + piece.extent(dim));
        }
        return inside;
    }
}
