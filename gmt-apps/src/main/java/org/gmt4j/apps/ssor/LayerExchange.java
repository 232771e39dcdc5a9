package org.gmt4j.apps.ssor;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.Flags;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Brings the two layers of points around a block up to date: a put to each node that needs some of this node's points,
 * and its flag; a node whose part is one point wide has several such nodes on a side. Owned by one task.
 */
final class LayerExchange {
    /**
     * What another node needs of this one.
     *
     * @param index of the slab there
     * @param packed its inner planes
     */
    private record Outgoing(Mailbox to, int index, Part points, double[] packed, LocalBuffer buffer) {
    }

    private final Block block;
    private final ArmciMemory memory;
    private final Mailbox own;
    private final List<Outgoing> outgoing = new ArrayList<>();
    private final Packing packing;

    LayerExchange(final ProcessGrid grid, final Mailbox own, final Block block, final ArmciMemory memory) {
        this.block = block;
        this.memory = memory;
        this.own = own;
        packing = new Packing(block);
        for (int node = 0; node < grid.size(); node++) {
            if (node != own.node() && grid.areInLine(node, own.node())) {
                addOutgoing(new Mailbox(grid, node));
            }
        }
    }

    private void addOutgoing(final Mailbox to) {
        for (int s = 0; s < to.slabs().size(); s++) {
            if (to.slabs().get(s).source() == own.node()) {
                final double[] packed = new double[(int) (to.slabBytes(s) / Double.BYTES)];
                outgoing.add(new Outgoing(to, s, to.slabs().get(s).points(), packed, LocalBuffer.of(packed)));
            }
        }
    }

    /** Sends this node's points and waits for those of others. */
    void exchange(final TaskContext ctx, final long step) throws SuspendExecution {
        for (final Outgoing slab : outgoing) {
            put(ctx, slab, step);
        }
        for (int s = 0; s < own.slabs().size(); s++) {
            Flags.await(ctx, memory, own.slabFlag(s), step);
            unpack(s);
        }
        ctx.await();
    }

    private void put(final TaskContext ctx, final Outgoing slab, final long step) {
        int length = 0;
        for (int k = 1; k < block.n() - 1; k++) {
            length = packing.pack(block.state(), slab.points(), k, slab.packed(), length);
        }
        final int node = slab.to().node();
        Armci.of(ctx).putNb(slab.buffer(), 0, memory, node, slab.to().slab(slab.index()),
            (long) Double.BYTES * length);
        Flags.setNb(ctx, memory, node, slab.to().slabFlag(slab.index()), step);
    }

    private void unpack(final int s) {
        long offset = own.slab(s);
        for (int k = 1; k < block.n() - 1; k++) {
            offset = packing.unpack(memory.local(), offset, block.state(), own.slabs().get(s).points(), k);
        }
    }
}
