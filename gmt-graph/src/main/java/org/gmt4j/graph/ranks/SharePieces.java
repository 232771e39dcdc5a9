package org.gmt4j.graph.ranks;

import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.LocalView;

/**
 * Each node has the shares of its own rows, and gets those of all vertices piece by piece: in graphs whose shares are
 * too many for one node, or for its caches.
 *
 * <pre>
 * a node's part    shares of its rows | shares of its rows, the other set | piece
 * </pre>
 */
final class SharePieces implements ShareStore {
    private final ArmciMemory memory;
    private final Distribution vertices;
    private final int width;
    private final LocalView piece;
    private final LocalView[] noted = new LocalView[2];
    private int turn;

    SharePieces(final TaskContext ctx, final ArmciMemory memory, final Distribution vertices, final boolean isSingle,
                final int pieceLength) {
        this.memory = memory;
        this.vertices = vertices;
        width = Shares.bytes(isSingle);
        final int node = ctx.nodeId();
        for (int i = 0; i < 2; i++) {
            noted[i] = LocalView.at(memory.address() + set(i, node), vertices.count(node), !isSingle);
        }
        piece = LocalView.at(memory.address() + set(2, node), pieceLength, !isSingle);
    }

    /** Offset of a set of shares in the part of a node; of the piece for 2. */
    private long set(final int number, final int node) {
        return number * vertices.count(node) * width;
    }

    /** Bytes of the part of a node. */
    static long bytes(final long rows, final boolean isSingle, final int pieceLength) {
        return (2 * rows + pieceLength) * Shares.bytes(isSingle);
    }

    @Override
    public void turn() {
        turn = 1 - turn;
    }

    @Override
    public LocalView noted() {
        return noted[turn];
    }

    /** Others get what they need. */
    @Override
    public void send(final TaskContext ctx) {
    }

    /** Gets the piece from the nodes, from this one first: so nodes do not ask one and the same. */
    @Override
    public LocalView find(final TaskContext ctx, final long from, final long to) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final long at = piece.address(0) - memory.address();
        for (int i = 0; i < ctx.nodeCount(); i++) {
            final int node = (ctx.nodeId() + i) % ctx.nodeCount();
            final long first = vertices.start(node);
            final long low = Math.max(from, first);
            final long high = Math.min(to, first + vertices.count(node));
            if (low < high) {
                armci.getNb(memory, node, set(1 - turn, node) + (low - first) * width,
                    memory.local(), at + (low - from) * width, (high - low) * width);
            }
        }
        ctx.await();
        return piece;
    }

    /** The memory is that of all nodes. */
    @Override
    public void close() {
    }
}
