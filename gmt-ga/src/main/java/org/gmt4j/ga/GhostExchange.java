package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.OperationHandle;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Armci;
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

    GhostExchange(final ProcessGroup members) {
        this.members = members;
        places = new byte[members.size()];
    }

    /** A call: what it has to do at this node. */
    private record Update(MatrixPart part, BlockedLayout layout, int[] block, LocalPatch patch, boolean isPeriodic) {
        /**
         * Returns the block that lies in a direction, null where there is none.
         *
         * @param sign 1 for the direction, -1 for the opposite one
         */
        int[] beside(final int[] way, final int sign) {
            final int[] beside = block.clone();
            for (int dim = 0; dim < way.length; dim++) {
                final int blocks = layout.blocks(dim);
                final int at = block[dim] + sign * way[dim];
                if (!isPeriodic && (at < 0 || at >= blocks)) {
                    return null;
                }
                beside[dim] = Math.floorMod(at, blocks);
            }
            return beside;
        }

        boolean isOther(final int[] beside) {
            return beside != null && layout.owner(beside) != part.nodeId();
        }
    }

    /** Fills the ghosts in some directions. @param ways see {@link Ghosts#chosen} */
    void run(final TaskContext ctx, final MatrixPart part, final boolean isPeriodic, final List<int[]> ways)
        throws SuspendExecution {
        final BlockedLayout layout = (BlockedLayout) part.layout();
        final int[] block = layout.blockOf(part.nodeId());
        if (block == null) {
            return;
        }
        final Update update = new Update(part, layout, block, LocalPatch.of(part, block), isPeriodic);
        final OperationHandle moves = ctx.newOperation();
        for (final int[] way : ways) {
            give(ctx, moves, update, way);
        }
        ctx.await(moves);
        final int[] partners = partners(update, ways);
        final byte[][] words = members.exchangeWith(ctx, partners, words(partners));
        final byte[] written = new byte[places.length];
        for (int i = 0; i < partners.length; i++) {
            written[partners[i]] = words[i][0];
        }
        for (final int[] way : ways) {
            take(update, way, written);
        }
    }

    /** Puts an edge to the room of the neighbour whose border in this direction it is. */
    private void give(final TaskContext ctx, final OperationHandle moves, final Update update, final int[] way) {
        final int[] to = update.beside(way, -1);
        if (!update.isOther(to)) {
            return;
        }
        final MatrixPart part = update.part;
        final int node = update.layout.owner(to);
        final Patch here = update.patch.pattern(edge(update, way));
        final long at = GhostRoom.at(update.layout, to, way, places[update.layout.rank(to)]);
        final Patch there = Patch.of(at * part.spec().type().length(), here.size());
        Armci.of(ctx).putStridedNb(moves, part.memory().local(), here, part.memory(), node, there);
        part.statistics().issued(CallKind.PUT, 1);
        part.statistics().moved(CallKind.PUT, here.size(), true);
    }

    /** Returns the edge that lies in the border in this direction of the block behind it. */
    private static Box edge(final Update update, final int[] way) {
        final int[] back = way.clone();
        for (int dim = 0; dim < back.length; dim++) {
            back[dim] = -way[dim];
        }
        return Ghosts.edge(update.layout, update.patch.box(), back);
    }

    /** Returns the ranks of the other nodes beside this one in the directions, and in the opposite ones. */
    private static int[] partners(final Update update, final List<int[]> ways) {
        final List<Integer> ranks = new ArrayList<>();
        for (final int[] way : ways) {
            for (int sign = -1; sign <= 1; sign += 2) {
                final int[] beside = update.beside(way, sign);
                if (update.isOther(beside) && !ranks.contains(update.layout.rank(beside))) {
                    ranks.add(update.layout.rank(beside));
                }
            }
        }
        return ranks.stream().mapToInt(Integer::intValue).toArray();
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

    /** Takes what has come for the border in a direction; what comes from the own block, from there. */
    private static void take(final Update update, final int[] way, final byte[] written) {
        final int[] from = update.beside(way, 1);
        if (from == null) {
            return;
        }
        final Box border = Ghosts.border(update.layout, update.patch.box(), way);
        final Tile source = update.isOther(from)
            ? room(update, border, GhostRoom.at(update.layout, update.block, way, written[update.layout.rank(from)]))
            : update.patch.tile(edge(update, way));
        TileCopy.copy(source, update.patch.tile(border));
    }

    private static Tile room(final Update update, final Box border, final long at) {
        final long[] steps = new long[border.dims()];
        long step = 1;
        for (int dim = steps.length - 1; dim >= 0; dim--) {
            steps[dim] = step;
            step *= border.extent(dim);
        }
        return Tile.in(update.part, border, update.patch.box(), at, steps);
    }
}
