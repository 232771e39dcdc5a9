package org.gmt4j.graph.ranks;

import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.HostBoard;
import org.gmt4j.graph.memory.LocalView;

/**
 * All shares in one place for each host, where its nodes note them. A node with many edges for each vertex copies them
 * before it reads them: lines of a board that another core has written, and will write again, are read at random for
 * longer than all of it is copied.
 */
final class ShareBoard implements ShareStore {
    private final HostBoard board;
    private final LocalView[] all = new LocalView[2];
    private final LocalView[] noted = new LocalView[2];
    private int turn;
    /** The shares that are found; null where they are read on the board. */
    private final LocalView copy;

    ShareBoard(final TaskContext ctx, final HostBoard board, final Distribution vertices, final boolean isSingle,
               final boolean isCopied) {
        this.board = board;
        final int node = ctx.nodeId();
        for (int i = 0; i < 2; i++) {
            all[i] = board.view(i * vertices.size() * Shares.bytes(isSingle), vertices.size(), !isSingle);
            noted[i] = LocalView.at(all[i].address(vertices.start(node)), vertices.count(node), !isSingle);
        }
        copy = isCopied ? LocalView.allocate(vertices.size(), !isSingle) : null;
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
        board.send(ctx, noted[turn]);
    }

    @Override
    public LocalView find(final TaskContext ctx, final long from, final long to) {
        if (copy == null) {
            return all[1 - turn].from(from);
        }
        all[1 - turn].copyTo(copy, 0);
        return copy.from(from);
    }

    @Override
    public void close() {
        if (copy != null) {
            copy.close();
        }
    }
}
