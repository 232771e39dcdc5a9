package org.gmt4j.graph.independent;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.HostBoard;
import org.gmt4j.graph.memory.HostBoards;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of {@link MaximalIndependentSet}: vertices read the states of all vertices before the round, and
 * write their own, both in place on the board of the host. A state is written once and says in which round: whoever
 * reads one of the round under way takes it for undecided. One task spreads the rows over the threads of the node.
 */
final class SetSearch implements AutoCloseable {
    /** What new memory has. */
    private static final int UNDECIDED = 0;

    private final CsrPart part;
    private final DrawnOrder order;
    private final HostBoard board;
    private final LocalView known;
    private final LocalView states;
    /** Rows that are not decided; ascending. */
    private final LocalView open;
    private int openCount;

    SetSearch(final TaskContext ctx, final CsrGraph graph, final HostBoards boards, final long seed) {
        part = graph.part();
        order = new DrawnOrder(seed);
        board = boards.board(ctx);
        known = board.view(0, graph.vertexCount(), false);
        states = LocalView.at(known.address(part.firstVertex()), part.rowCount(), false);
        openCount = Math.toIntExact(part.rowCount());
        open = LocalView.allocate(openCount, false);
        for (int row = 0; row < openCount; row++) {
            open.set(row, row);
        }
    }

    /** Bytes of a board. */
    static long boardBytes(final long vertices) {
        return HostBoards.bytes(vertices * Integer.BYTES);
    }

    /** Decides what can be decided, and tells other hosts; returns how many rows of this node cannot. */
    static long decide(final TaskContext ctx, final NodeLocal<SetSearch> searches, final int round)
        throws SuspendExecution {
        final SetSearch search = searches.get();
        ctx.parFor(search.openCount, TaskContext.MEASURED, SpawnPolicy.LOCAL,
            (low, high, c) -> searches.get().decide(low, high, round));
        search.board.send(ctx, search.states);
        search.forgetDecided();
        return search.openCount;
    }

    private void decide(final long low, final long high, final int round) {
        for (long at = low; at < high; at++) {
            final int row = open.narrow(at);
            final int state = decide(row, round);
            if (state != UNDECIDED) {
                states.set(row, state);
            }
        }
    }

    private int decide(final int row, final int round) {
        final LocalView targets = part.targets();
        final LocalView all = known;
        final long rank = order.rank(part.firstVertex() + row);
        final long end = part.begin(row + 1L);
        boolean isFirst = true;
        for (long at = part.begin(row); at < end; at++) {
            final long target = targets.get(at);
            final int state = all.narrow(target);
            if (state > UNDECIDED && state < round) {
                return -round;
            }
            if (isFirst && (state == UNDECIDED || Math.abs(state) == round) && order.rank(target) < rank) {
                isFirst = false;
            }
        }
        return isFirst ? round : UNDECIDED;
    }

    private void forgetDecided() {
        int kept = 0;
        for (int at = 0; at < openCount; at++) {
            final int row = open.narrow(at);
            open.set(kept, row);
            kept += states.narrow(row) == UNDECIDED ? 1 : 0;
        }
        openCount = kept;
    }

    /** Copies the states of this node's rows, when all are decided. */
    void copyTo(final GlobalIntArray rounds) {
        states.copyTo(LocalView.of(rounds), 0);
    }

    @Override
    public void close() {
        open.close();
    }
}
