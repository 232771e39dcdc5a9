package org.gmt4j.apps.ssor;

import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.Flags;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Passes the edges of a plane on while a sweep goes over the nodes as a wavefront: a node has a plane as soon as its
 * neighbours before it in the sweep have theirs. An edge is put into the neighbour's memory, its flag behind it; nobody
 * waits for an answer. Owned by one task.
 */
final class Wavefront {
    private final Block block;
    private final ArmciMemory memory;
    private final Mailbox own;
    private final Mailbox[] neighbours = new Mailbox[Side.values().length];
    private final Packing packing;
    private final double[] edge;
    private final LocalBuffer edgeBuffer;

    Wavefront(final ProcessGrid grid, final Mailbox own, final Block block, final ArmciMemory memory) {
        this.block = block;
        this.memory = memory;
        this.own = own;
        for (final Side side : Side.values()) {
            final int node = grid.neighbour(own.node(), side);
            neighbours[side.ordinal()] = node == ProcessGrid.NOBODY ? null : new Mailbox(grid, node);
        }
        packing = new Packing(block);
        edge = new double[Gas.VALUES * Math.max(block.part().width(), block.part().depth())];
        edgeBuffer = LocalBuffer.of(edge);
    }

    /** Waits for the neighbour's edge of a plane, and takes it; at once where there is no neighbour. */
    void take(final TaskContext ctx, final Side side, final int k, final long step) throws SuspendExecution {
        if (neighbours[side.ordinal()] != null) {
            Flags.await(ctx, memory, own.edgeFlag(side, k), step);
            packing.unpack(memory.local(), own.edge(side, k), block.residual(),
                side.edge(block.part(), true), k);
        }
    }

    /** Passes the edge of a plane on to the neighbour, without waiting; nothing where there is none. */
    void pass(final TaskContext ctx, final Side side, final int k, final long step) {
        final Mailbox to = neighbours[side.ordinal()];
        if (to != null) {
            final Side there = side.opposite();
            final int length = packing.pack(block.residual(), side.edge(block.part(), false), k, edge, 0);
            Armci.of(ctx).putNb(edgeBuffer, 0, memory, to.node(), to.edge(there, k),
                (long) Double.BYTES * length);
            Flags.setNb(ctx, memory, to.node(), to.edgeFlag(there, k), step);
        }
    }
}
