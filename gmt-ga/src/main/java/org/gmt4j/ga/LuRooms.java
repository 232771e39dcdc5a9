package org.gmt4j.ga;

/**
 * Where blocks of panels lie in the buffers of a node, in bytes: behind the signals all blocks on the diagonal, then
 * those below it of two steps in turn, then those beside it. The same on all nodes. Immutable; any thread.
 */
final class LuRooms {
    /** Steps that have room at once. */
    static final int STEPS = 2;

    private final LuGrid grid;
    private final long first;
    private final long block;

    LuRooms(final LuGrid grid) {
        this.grid = grid;
        first = LuSignals.bytes(grid.blocks(), grid.rows(), grid.columns());
        block = blockBytes(grid.side());
    }

    private static long blockBytes(final int side) {
        return (long) side * side * Double.BYTES;
    }

    private static int slots(final int blocks, final int nodes) {
        return (blocks - 1) / nodes + 1;
    }

    /** Returns the bytes of the buffers of a node, without the signals. */
    static long bytes(final int blocks, final int side, final int rows, final int columns) {
        return (blocks + (long) STEPS * (slots(blocks, rows) + slots(blocks, columns))) * blockBytes(side);
    }

    long diagonal(final int step) {
        return first + step * block;
    }

    /** Returns the place of block (i, step). */
    long left(final int step, final int i) {
        return first + (grid.blocks() + (long) (step % STEPS) * slots(grid.blocks(), grid.rows()) + grid.rowSlot(i))
            * block;
    }

    /** Returns the place of block (step, j). */
    long right(final int step, final int j) {
        return first + (grid.blocks() + (long) STEPS * slots(grid.blocks(), grid.rows())
            + (long) (step % STEPS) * slots(grid.blocks(), grid.columns()) + grid.columnSlot(j)) * block;
    }

    /** Returns the bytes of block (i, j). */
    long bytes(final int i, final int j) {
        return (long) grid.length(i) * grid.length(j) * Double.BYTES;
    }
}
