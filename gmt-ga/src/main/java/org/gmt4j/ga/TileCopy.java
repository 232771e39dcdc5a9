package org.gmt4j.ga;

/** Copies tiles within the memory and the arrays of this node: no transfer, and nothing to wait for. Stateless. */
final class TileCopy {
    private TileCopy() {
    }

    /** Copies all elements, run by run, to a tile of the same type and extents; both have been found to fit. */
    static void copy(final Tile from, final Tile to) {
        final long[] steps = from.strides();
        final long[] stepsTo = to.strides();
        long run = 1;
        int dims = steps.length;
        while (dims > 0 && (from.extent(dims - 1) == 1 || steps[dims - 1] == run && stepsTo[dims - 1] == run)) {
            dims--;
            run *= from.extent(dims);
        }
        final long[] first = new long[steps.length];
        final int length = from.type().length();
        final Runs runs = new Runs(from, to, dims, length, run * length);
        runs.copy(0, from.place(first), to.place(first));
    }

    /**
     * The runs of two tiles.
     *
     * @param dims   the dimensions before those that lie together
     * @param length bytes of an element
     * @param bytes  of a run
     */
    private record Runs(Tile from, Tile to, int dims, int length, long bytes) {
        void copy(final int dim, final long at, final long atTo) {
            if (dim == dims) {
                from.buffer().copyTo(at * length, to.buffer(), atTo * length, bytes);
                return;
            }
            for (long i = 0; i < from.extent(dim); i++) {
                copy(dim + 1, at + i * from.strides()[dim], atTo + i * to.strides()[dim]);
            }
        }
    }
}
