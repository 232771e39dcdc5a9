package org.gmt4j.ga;

import org.gmt4j.Patch;

/** A box of a matrix, or every so many index of it, cut into one pattern for each block that it meets. Stateless. */
final class BlockPieces {
    private BlockPieces() {
    }

    /** Finds the patterns in the order of the grid. */
    static void of(final MatrixPart part, final Lattice lattice, final Tile tile, final Piece.Sink sink) {
        part.layout().visit(lattice.box(), block -> add(part, lattice, tile, block, sink));
    }

    /** Adds what a block has of the box: one run where its rows lie one behind the other on both sides. */
    private static void add(final MatrixPart part, final Lattice lattice, final Tile tile, final int[] block,
                            final Piece.Sink sink) {
        final Layout layout = part.layout();
        final Box shared = lattice.within(layout.box(block));
        if (shared.isEmpty()) {
            return;
        }
        final int dims = shared.dims();
        final long[] index = new long[dims];
        final long[] distance = new long[dims];
        final long[] counts = new long[dims];
        for (int dim = 0; dim < dims; dim++) {
            index[dim] = shared.from(dim);
            distance[dim] = lattice.place(dim, index[dim]);
            counts[dim] = lattice.count(dim, index[dim], shared.to(dim));
        }
        final int length = part.spec().type().length();
        final long[] local = tile.strides();
        long run = 1;
        long pitch = 1;
        int dim = dims - 1;
        while (dim >= 0 && (counts[dim] == 1 || lattice.step(dim) == 1 && pitch == run && local[dim] == run)) {
            run *= counts[dim];
            pitch *= layout.pitch(dim, block[dim]);
            dim--;
        }
        Patch there = Patch.of(layout.place(block, index) * length, run * length);
        Patch here = Patch.of(tile.place(distance) * length, run * length);
        for (; dim >= 0; dim--) {
            if (counts[dim] > 1) {
                there = there.times(counts[dim], pitch * lattice.step(dim) * length);
                here = here.times(counts[dim], local[dim] * length);
            }
            pitch *= layout.pitch(dim, block[dim]);
        }
        sink.add(layout.owner(block), there, here);
    }
}
