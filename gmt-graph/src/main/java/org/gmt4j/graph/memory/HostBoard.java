package org.gmt4j.graph.memory;

import java.util.stream.IntStream;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;

/**
 * One of {@link HostBoards}, as a node sees it. Loads and stores are plain: who reads what another node has stored has
 * had word of it behind the stores. Any thread of the node; {@link #send} by one task.
 */
public final class HostBoard {
    private final ArmciMemory memory;
    /** The node that has this board. */
    private final int owner;
    /** The nodes that have the other boards, beginning behind this one's. */
    private final int[] others;

    HostBoard(final TaskContext ctx, final ArmciMemory memory, final int[] owners) {
        this.memory = memory;
        owner = owners[ctx.nodeId()];
        final int nodes = owners.length;
        others = IntStream.range(1, nodes).map(i -> (owner + i) % nodes).filter(node -> owners[node] == node).toArray();
    }

    /**
     * Elements of the board.
     *
     * @param offset of the first one, in bytes
     * @param isWide elements of 8 bytes, not 4
     */
    public LocalView view(final long offset, final long count, final boolean isWide) {
        return LocalView.at(memory.address(owner) + offset, count, isWide);
    }

    /** Puts a part of this board to the same place of all others, which have it when this returns. */
    public void send(final TaskContext ctx, final LocalView part) throws SuspendExecution {
        final long bytes = part.bytes();
        if (others.length == 0 || bytes == 0) {
            return;
        }
        final Armci armci = Armci.of(ctx);
        final long from = part.address(0) - memory.address(owner);
        for (final int node : others) {
            armci.putNb(memory.local(owner), from, memory, node, from, bytes);
        }
        ctx.await();
    }
}
