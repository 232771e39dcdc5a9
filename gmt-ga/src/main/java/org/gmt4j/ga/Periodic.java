package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.gmt4j.armci.Accumulate;

/**
 * Boxes that go on at the other side where they leave the matrix: one call for each owner, however often they go
 * around. Stateless; linear in the times that they do.
 */
final class Periodic {
    private Periodic() {
    }

    /**
     * Cuts a box that may lie anywhere.
     *
     * @param sum what an accumulate does; null for others
     * @return what moves it, not yet started
     */
    static Transfer of(final MatrixPart part, final Box box, final Tile tile, final CallKind kind,
                       final Accumulate sum) {
        if (box.dims() != part.layout().dims()) {
            part.check(box);
        }
        tile.fit(part, Lattice.of(box));
        if (tile.isIn(part)) {
            requireApart(part, box, tile, kind, pieces(part.layout(), box));
        }
        return Transfer.ofSeveral(part, tile, kind, sum, transfer -> each(part.layout(), box,
            piece -> transfer.add(Lattice.of(inside(part.layout(), piece)), tile.part(box, piece))));
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

    /** Returns the pieces of a box between the borders of all copies of the matrix; none of an empty box. */
    static List<Box> pieces(final Layout layout, final Box box) {
        final List<Box> pieces = new ArrayList<>();
        each(layout, box, pieces::add);
        return pieces;
    }

    private static void each(final Layout layout, final Box box, final Consumer<Box> piece) {
        if (!box.isEmpty()) {
            cut(layout, box, 0, piece);
        }
    }

    /** Finds the pieces one by one. @param dim the first dimension in which the box is still to be cut */
    private static void cut(final Layout layout, final Box box, final int dim, final Consumer<Box> piece) {
        if (dim == box.dims()) {
            piece.accept(box);
            return;
        }
        final long extent = layout.extent(dim);
        for (long from = box.from(dim); from < box.to(dim); ) {
            final long rest = extent - Math.floorMod(from, extent);
            final long to = box.to(dim) - from <= rest ? box.to(dim) : from + rest;
            cut(layout, box.with(dim, from, to), dim + 1, piece);
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
