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
        final long[] apart = apart(layout, block);
        final int outer = outer(lattice, counts, apart, local);
        final long run = product(counts, outer);
        Patch there = Patch.of(layout.place(block, index) * length, run * length);
        Patch here = Patch.of(tile.place(distance) * length, run * length);
        for (int done = 0; done < outer; done++) {
            final int dim = outer - 1 - done;
            if (counts[dim] > 1) {
                there = there.times(counts[dim], apart[dim] * lattice.step(dim) * length);
                here = here.times(counts[dim], local[dim] * length);
            }
        }
        sink.add(layout.owner(block), there, here);
    }

    /** Returns the elements of a block from one index to the next in each dimension. */
    private static long[] apart(final Layout layout, final int[] block) {
        final long[] apart = new long[block.length];
        for (int dim = 0; dim < apart.length; dim++) {
            apart[dim] = apart(layout, block, dim);
        }
        return apart;
    }

    private static long apart(final Layout layout, final int[] block, final int dim) {
        long apart = 1;
        for (int inner = dim + 1; inner < block.length; inner++) {
            apart *= layout.pitch(inner, block[inner]);
        }
        return apart;
    }

    /** Returns how many of the first dimensions are not in one run, which those behind them make on both sides. */
    private static int outer(final Lattice lattice, final long[] counts, final long[] apart, final long[] local) {
        int outer = counts.length;
        while (outer > 0 && isOneRun(lattice, counts, outer - 1, apart, local)) {
            outer--;
        }
        return outer;
    }

    private static boolean isOneRun(final Lattice lattice, final long[] counts, final int dim, final long[] apart,
                                    final long[] local) {
        final long run = product(counts, dim + 1);
        return counts[dim] == 1 || lattice.step(dim) == 1 && apart[dim] == run && local[dim] == run;
    }

    /** Returns the product of the numbers from one on. */
    private static long product(final long[] numbers, final int from) {
        long product = 1;
        for (int i = from; i < numbers.length; i++) {
            product *= numbers[i];
        }
        return product;
    }
}
