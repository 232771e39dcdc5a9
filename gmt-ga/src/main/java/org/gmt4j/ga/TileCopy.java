package org.gmt4j.ga;

/** Copies tiles within the memory and the arrays of this node: no transfer, and nothing to wait for. Stateless. */
final class TileCopy {
    private TileCopy() {
    }

    /** Copies all elements, run by run, to a tile of the same type and extents. */
    static void copy(final Tile from, final Tile to) {
        final long[] steps = from.strides();
        final long[] stepsTo = to.strides();
        long run = 1;
        int dims = steps.length;
        while (dims > 0 && (from.extent(dims - 1) == 1 || steps[dims - 1] == run && stepsTo[dims - 1] == run)) {
            dims--;
            run *= from.extent(dims);
        }
        copy(from, from.place(new long[steps.length]), to, to.place(new long[steps.length]), new int[] {0, dims}, run);
    }

    /** @param dims the dimension to go through, and the one from which on elements lie together */
    private static void copy(final Tile from, final long at, final Tile to, final long atTo, final int[] dims,
                             final long run) {
        final int length = from.type().length();
        final int dim = dims[0];
        if (dim == dims[1]) {
            from.buffer().copyTo(at * length, to.buffer(), atTo * length, run * length);
            return;
        }
        final int[] inner = {dim + 1, dims[1]};
        for (long i = 0; i < from.extent(dim); i++) {
            copy(from, at + i * from.strides()[dim], to, atTo + i * to.strides()[dim], inner, run);
        }
    }
}
