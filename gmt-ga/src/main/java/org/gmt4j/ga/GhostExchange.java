package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.PartnerExchange;
import org.gmt4j.armci.ProcessGroup;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Fills the ghosts of the blocks of a matrix, by one task of each node that has a block, each of which waits for the
 * nodes beside its own alone:
 *
 * <pre>
 * edges to the neighbours' {@link GhostRoom} | word to them, and theirs | from the own room to the ghosts
 * </pre>
 *
 * <p>A node's ghosts change in its own call only, and its edges have been read when that returns, so no barrier is
 * needed before or behind. A neighbour that is faster writes to the other place of the room, and no further: its next
 * word but one comes after mine of the call in between, and I give that when I have emptied the first place. So nodes
 * give word in both ways also where pieces go in one. The word says which place was written, so that a team which has
 * failed halfway leaves nothing to agree on.
 *
 * <p>One for each node and matrix; used by one task at a time.
 */
final class GhostExchange {
    private final ProcessGroup members;
    /** For each member, by rank, the place of its room that is written next. */
    private final byte[] places;
    /** By direction, of updates that go around the edges and of others; null before the first one. */
    private final GhostSide[][] sides = new GhostSide[2][];

    GhostExchange(final ProcessGroup members) {
        this.members = members;
        places = new byte[members.size()];
    }

    /** Fills the ghosts in some directions. @param codes see {@link Ghosts#chosen} */
    void run(final TaskContext ctx, final MatrixPart part, final boolean isPeriodic, final int... codes)
        throws SuspendExecution {
        if (LocalBoxes.blocks(part.layout(), part.nodeId()).isEmpty()) {
            return;
        }
        final GhostSide[] chosen = sides(part, isPeriodic, codes);
        final int[] partners = partners(chosen);
        byte[][] words = {};
        if (members.size() > 1) {
            // refused here, before a place is written that a neighbour may still be reading
            final PartnerExchange exchange = members.beginExchange(ctx, partners);
            give(ctx, part, chosen);
            words = exchange.swap(words(partners));
        }
        for (final GhostSide side : chosen) {
            if (side.given().length > 0) {
                TileCopy.copy(side.given()[written(side, partners, words)], side.border());
            }
        }
    }

    private void give(final TaskContext ctx, final MatrixPart part, final GhostSide... chosen)
        throws SuspendExecution {
        final OperationHandle moves = ctx.newOperation();
        for (final GhostSide side : chosen) {
            if (side.to() != GhostSide.NOBODY) {
                give(ctx, moves, part, side);
            }
        }
        ctx.await(moves);
    }

    private GhostSide[] sides(final MatrixPart part, final boolean isPeriodic, final int... codes) {
        final int kind = isPeriodic ? 1 : 0;
        final int dims = part.layout().dims();
        if (sides[kind] == null) {
            sides[kind] = new GhostSide[Ghosts.codes(dims)];
        }
        final GhostSide[] chosen = new GhostSide[codes.length];
        for (int i = 0; i < codes.length; i++) {
            if (sides[kind][codes[i]] == null) {
                sides[kind][codes[i]] = GhostSide.of(part, isPeriodic, Ghosts.way(codes[i], dims));
            }
            chosen[i] = sides[kind][codes[i]];
        }
        return chosen;
    }

    /** Puts an edge to the room of the neighbour in whose border it lies. */
    private void give(final TaskContext ctx, final OperationHandle moves, final MatrixPart part,
                      final GhostSide side) {
        Armci.of(ctx).putStridedNb(moves, part.memory().local(), side.edge(), part.memory(), side.node(),
            side.places()[places[side.to()]]);
        part.statistics().issued(CallKind.PUT, 1);
        part.statistics().moved(CallKind.PUT, side.edge().size(), true);
    }

    /** Returns the ranks of the other nodes to which pieces go, and from which they come, each once. */
    private static int[] partners(final GhostSide... sides) {
        final int[] ranks = new int[2 * sides.length];
        int count = 0;
        for (final GhostSide side : sides) {
            count = add(ranks, count, side.to());
            count = add(ranks, count, side.from());
        }
        return Arrays.copyOf(ranks, count);
    }

    private static int add(final int[] ranks, final int count, final int rank) {
        for (int i = 0; i < count; i++) {
            if (ranks[i] == rank) {
                return count;
            }
        }
        ranks[count] = rank;
        return rank == GhostSide.NOBODY ? count : count + 1;
    }

    /** Returns which places have been written; the next call takes the others. */
    private byte[][] words(final int... partners) {
        final byte[][] words = new byte[partners.length][1];
        for (int i = 0; i < partners.length; i++) {
            words[i][0] = places[partners[i]];
            places[partners[i]] = (byte) ((words[i][0] + 1) % GhostRoom.PLACES);
        }
        return words;
    }

    /** Returns the place that the node on a side has written; any where what is there is this node's own. */
    private static int written(final GhostSide side, final int[] partners, final byte[][] words) {
        int i = 0;
        while (side.from() != GhostSide.NOBODY && partners[i] != side.from()) {
            i++;
        }
        return side.from() == GhostSide.NOBODY ? 0 : words[i][0];
    }
}
