package org.gmt4j.graph.ranks;

import java.util.stream.IntStream;
import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * All shares in one place for each host, where its nodes note them and read them in place: a cache that they share has
 * them once. Nodes whose memory is not shared have a board each. A node sends what it has noted to all other boards.
 */
final class ShareBoard implements ShareStore {
    private final ArmciMemory memory;
    private final int nodeId;
    /** The node that has this node's board. */
    private final int owner;
    /** The nodes that have the other boards, beginning behind this node's. */
    private final int[] others;
    private final LocalView[] boards = new LocalView[2];
    private final LocalView[] noted = new LocalView[2];
    private int turn;

    /** @param owners the node that has the board of each node */
    ShareBoard(final TaskContext ctx, final ArmciMemory memory, final int[] owners, final Distribution vertices,
               final boolean isSingle) {
        this.memory = memory;
        nodeId = ctx.nodeId();
        owner = owners[nodeId];
        final int nodes = owners.length;
        others = IntStream.range(1, nodes).map(i -> (owner + i) % nodes).filter(node -> owners[node] == node).toArray();
        final long length = vertices.size() * Shares.bytes(isSingle);
        for (int i = 0; i < 2; i++) {
            boards[i] = LocalView.at(memory.address(owner) + i * length, vertices.size(), !isSingle);
            noted[i] = LocalView.at(boards[i].address(vertices.start(nodeId)), vertices.count(nodeId), !isSingle);
        }
    }

    @Override
    public void turn() {
        turn = 1 - turn;
    }

    @Override
    public LocalView noted() {
        return noted[turn];
    }

    @Override
    public void send(final TaskContext ctx) throws SuspendExecution {
        final LocalView rows = noted[turn];
        final long bytes = rows.bytes();
        if (others.length == 0 || bytes == 0) {
            return;
        }
        final Armci armci = Armci.of(ctx);
        final long from = rows.address(0) - memory.address(owner);
        for (final int node : others) {
            armci.putNb(memory.local(owner), from, memory, node, from, bytes);
        }
        ctx.await();
    }

    @Override
    public LocalView find(final TaskContext ctx, final long from, final long to) {
        return boards[1 - turn].from(from);
    }
}
