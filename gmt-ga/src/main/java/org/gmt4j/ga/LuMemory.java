package org.gmt4j.ga;

/**
 * The memory of {@link LuFactorisation} on the node that has most, in bytes, for estimates before there is a matrix.
 *
 * @param matrix  the node's part of the matrix
 * @param heap    arrays of Java while it is factored
 * @param buffers one-sided memory while it is factored
 */
public record LuMemory(double matrix, double heap, double buffers) {
    /** Of an array of Java besides its elements, with the reference to it. Blocks have one for each row. */
    private static final double ARRAY_BYTES = 24;

    /**
     * Returns what a matrix of {@code size} rows in blocks of {@code side} takes on the squarest grid of nodes.
     * Doubles, since the numbers of a matrix that nobody can have do not fit others.
     */
    public static LuMemory of(final long size, final long side, final int nodes, final LuForm form) {
        final long blocks = (size - 1) / side + 1;
        final int[] grid = NodeGrid.squarest(new long[] {size, size}, new long[] {blocks, blocks}, nodes);
        final double rows = (blocks - 1) / grid[0] + 1;
        final double columns = (blocks - 1) / grid[1] + 1;
        final double block = 8.0 * Math.min(side, size) * Math.min(side, size);
        final double cells = block + ARRAY_BYTES * (Math.min(side, size) + 1);
        final double flags = 8.0 * blocks * (grid[0] + grid[1] + 3);
        return new LuMemory(rows * columns * block,
            rows * columns * cells + 2 * (rows + columns + 1) * (block + ARRAY_BYTES),
            flags + (form == LuForm.PUT_NB ? (blocks + 2 * (rows + columns)) * block : 0));
    }
}
