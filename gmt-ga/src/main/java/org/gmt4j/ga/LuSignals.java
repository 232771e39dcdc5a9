package org.gmt4j.ga;

import java.lang.invoke.VarHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.Flags;
import org.gmt4j.fibers.SuspendExecution;

/**
 * What the nodes of an LU factorisation tell each other: a flag of each node for each step and kind. A flag is set once
 * and stays. Owned by one task of a node; the flags are at the beginning of the memory of the factorisation.
 */
final class LuSignals {
    /** The block on the diagonal of a step is there. */
    static final int DIAGONAL = 0;
    /** The blocks below are there. */
    static final int LEFT = 1;
    /** The blocks beside are there. */
    static final int RIGHT = 2;
    private static final int TAKEN = 3;
    private static final long LOOK_NS = 20_000_000;

    private final LuGrid grid;
    private final ArmciMemory memory;

    LuSignals(final LuGrid grid, final ArmciMemory memory) {
        this.grid = grid;
        this.memory = memory;
    }

    /** Returns the bytes of the flags of a node. */
    static long bytes(final int blocks, final int rows, final int columns) {
        return ((long) (TAKEN + rows + columns) * blocks + 1) * Long.BYTES;
    }

    /** The kind of: a column of the grid has taken the blocks below out of its buffers. */
    int takenLeft(final int gridColumn) {
        return TAKEN + grid.rows() + gridColumn;
    }

    /** The kind of: a row of the grid has taken the blocks beside out of its buffers. */
    int takenRight(final int gridRow) {
        return TAKEN + gridRow;
    }

    private long offset(final int kind, final int step) {
        return ((long) kind * grid.blocks() + step) * Long.BYTES;
    }

    private long failed() {
        return offset(TAKEN + grid.rows() + grid.columns(), 0);
    }

    void set(final TaskContext ctx, final int node, final int kind, final int step) {
        Flags.setNb(ctx, memory, node, offset(kind, step), 1);
    }

    /** Tells all others that there is nothing to wait for any more. */
    void fail(final TaskContext ctx) {
        for (int place = 0; place < grid.rows() * grid.columns(); place++) {
            final int node = grid.node(place / grid.columns(), place % grid.columns());
            if (memory.isOwnedBy(node) && memory.lengthInBytes(node) > 0) {
                Flags.setNb(ctx, memory, node, failed(), 1);
            }
        }
    }

    /** Returns whether a flag of this node is set. @param wait returns when it is */
    boolean has(final TaskContext ctx, final int kind, final int step, final boolean wait) throws SuspendExecution {
        final long at = offset(kind, step);
        boolean isSet = memory.local().getLong(at) != 0;
        while (wait && !isSet) {
            isSet = Flags.await(ctx, memory, at, 1, LOOK_NS);
            if (!isSet && memory.local().getLong(failed()) != 0) {
                throw new Abandoned();
            }
        }
        // behind the flag is what it announces; the other side sets it when that has arrived
        VarHandle.acquireFence();
        return isSet;
    }

    /** Another node has failed, and says why. */
    static final class Abandoned extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Abandoned() {
            super(null, null, false, false);
        }
    }
}
