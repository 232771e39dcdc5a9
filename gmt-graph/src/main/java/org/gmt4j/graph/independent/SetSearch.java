package org.gmt4j.graph.independent;

import org.gmt4j.GlobalIntArray;
import org.gmt4j.NodeLocal;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.ArrayCopy;
import org.gmt4j.graph.memory.LocalView;

/**
 * One node's side of {@link MaximalIndependentSet}: vertices read the states of all vertices before the round, and
 * write their own. One task spreads the rows over the threads of the node.
 */
final class SetSearch implements AutoCloseable {
    private static final int UNDECIDED = 0;

    private final CsrPart part;
    private final DrawnOrder order;
    private final LocalView states;
    private final ArrayCopy before;

    SetSearch(final CsrGraph graph, final GlobalIntArray states, final long seed) {
        part = graph.part();
        order = new DrawnOrder(seed);
        this.states = LocalView.of(states);
        this.states.fill(UNDECIDED);
        before = new ArrayCopy(states);
    }

    /** Takes the states that the last round has left on all nodes. */
    static void look(final TaskContext ctx, final NodeLocal<SetSearch> searches) throws SuspendExecution {
        searches.get().before.take(ctx);
    }

    /** Decides what can be decided; returns how many rows of this node cannot. */
    static long decide(final TaskContext ctx, final NodeLocal<SetSearch> searches, final int round)
        throws SuspendExecution {
        return ctx.loop(searches.get().part.rowCount(), TaskContext.MEASURED).with(SpawnPolicy.LOCAL)
            .sum((low, high, c) -> searches.get().decide(low, high, round));
    }

    private long decide(final long low, final long high, final int round) {
        long undecided = 0;
        for (long row = low; row < high; row++) {
            if (states.narrow(row) == UNDECIDED) {
                final int state = decide(row, round);
                states.set(row, state);
                undecided += state == UNDECIDED ? 1 : 0;
            }
        }
        return undecided;
    }

    private int decide(final long row, final int round) {
        final LocalView targets = part.targets();
        final LocalView known = before.elements();
        final long rank = order.rank(part.firstVertex() + row);
        final long end = part.begin(row + 1);
        boolean isFirst = true;
        for (long at = part.begin(row); at < end; at++) {
            final long target = targets.get(at);
            final int state = known.narrow(target);
            if (state > UNDECIDED) {
                return -round;
            }
            if (isFirst && state == UNDECIDED && order.rank(target) < rank) {
                isFirst = false;
            }
        }
        return isFirst ? round : UNDECIDED;
    }

    @Override
    public void close() {
        before.close();
    }
}
