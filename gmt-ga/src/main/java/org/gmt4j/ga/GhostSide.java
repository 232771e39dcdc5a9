package org.gmt4j.ga;

import org.gmt4j.Patch;

/**
 * What a node does in an update of the ghosts in one direction, worked out once: where it puts an edge of its block,
 * and what it takes for its border. Immutable but for the arrays, which nobody changes.
 *
 * @param to     rank of the other node in whose border the edge lies; {@link #NOBODY} where there is none
 * @param node   that node
 * @param edge   the edge, in bytes of this node's part
 * @param places where that node has room for it, in bytes of its part
 * @param from   rank of the other node whose edge lies in this one's border; {@link #NOBODY} where there is none
 * @param given  where this node finds what the other one has given, in either place, or its own edge; empty where
 *               nothing lies in this direction
 * @param border the ghosts
 */
record GhostSide(int to, int node, Patch edge, Patch[] places, int from, Tile[] given, Tile border) {
    static final int NOBODY = -1;

    /** @param way for each dimension -1, 0 or 1, with ghosts there */
    static GhostSide of(final MatrixPart part, final boolean isPeriodic, final int... way) {
        final BlockedLayout layout = (BlockedLayout) part.layout();
        final int[] block = layout.blockOf(part.nodeId());
        final LocalPatch patch = LocalPatch.of(part, block);
        final Box edge = Ghosts.edge(layout, patch.box(), back(way));
        final Box border = Ghosts.border(layout, patch.box(), way);
        final int[] behind = behind(layout, block, isPeriodic, way);
        final int[] ahead = beside(layout, block, isPeriodic, way);
        final int to = other(part, behind);
        final int from = other(part, ahead);
        final Patch pattern = patch.pattern(edge);
        final Patch[] places = new Patch[GhostRoom.PLACES];
        final Tile[] given = new Tile[ahead == null ? 0 : GhostRoom.PLACES];
        for (int place = 0; place < GhostRoom.PLACES; place++) {
            places[place] = to == NOBODY ? null
                : Patch.of(GhostRoom.at(layout, behind, way, place) * part.spec().type().length(), pattern.size());
            if (ahead != null) {
                given[place] = from == NOBODY ? patch.tile(edge)
                    : room(part, patch, border, GhostRoom.at(layout, block, way, place));
            }
        }
        return new GhostSide(to, to == NOBODY ? NOBODY : layout.owner(behind), pattern, places, from, given,
            patch.tile(border));
    }

    /** Returns the block in whose border an edge lies in this direction; null where there is none. */
    static int[] behind(final BlockedLayout layout, final int[] block, final boolean isPeriodic, final int... way) {
        return beside(layout, block, isPeriodic, back(way));
    }

    private static int[] back(final int... way) {
        final int[] back = new int[way.length];
        for (int dim = 0; dim < way.length; dim++) {
            back[dim] = -way[dim];
        }
        return back;
    }

    /** Returns the block beside one; null where there is none. */
    private static int[] beside(final BlockedLayout layout, final int[] block, final boolean isPeriodic,
                                final int... way) {
        final int[] beside = new int[way.length];
        for (int dim = 0; dim < way.length; dim++) {
            final int blocks = layout.blocks(dim);
            final int at = block[dim] + way[dim];
            if (!isPeriodic && (at < 0 || at >= blocks)) {
                return null;
            }
            beside[dim] = Math.floorMod(at, blocks);
        }
        return beside;
    }

    /** Returns the rank of the node of a block, if that is another one. */
    private static int other(final MatrixPart part, final int... block) {
        return block == null || part.layout().owner(block) == part.nodeId() ? NOBODY
            : ((BlockedLayout) part.layout()).rank(block);
    }

    private static Tile room(final MatrixPart part, final LocalPatch patch, final Box border, final long at) {
        final long[] steps = new long[border.dims()];
        long step = 1;
        for (int dim = steps.length - 1; dim >= 0; dim--) {
            steps[dim] = step;
            step *= border.extent(dim);
        }
        return Tile.in(part, border, patch.box(), at, steps);
    }
}
