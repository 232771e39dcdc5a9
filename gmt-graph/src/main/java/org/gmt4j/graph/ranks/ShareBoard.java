package org.gmt4j.graph.ranks;

import org.gmt4j.Distribution;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.memory.HostBoard;
import org.gmt4j.graph.memory.LocalView;

/** All shares in one place for each host, where its nodes note them and read them in place. */
final class ShareBoard implements ShareStore {
    private final HostBoard board;
    private final LocalView[] all = new LocalView[2];
    private final LocalView[] noted = new LocalView[2];
    private int turn;

    ShareBoard(final TaskContext ctx, final HostBoard board, final Distribution vertices, final boolean isSingle) {
        this.board = board;
        final int node = ctx.nodeId();
        for (int i = 0; i < 2; i++) {
            all[i] = board.view(i * vertices.size() * Shares.bytes(isSingle), vertices.size(), !isSingle);
            noted[i] = LocalView.at(all[i].address(vertices.start(node)), vertices.count(node), !isSingle);
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
        board.send(ctx, noted[turn]);
    }

    @Override
    public LocalView find(final TaskContext ctx, final long from, final long to) {
        return all[1 - turn].from(from);
    }
}
