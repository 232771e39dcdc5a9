package org.gmt4j.ga;

/**
 * Where a block of a matrix with ghosts keeps what the blocks beside it have given for its border, until its own node
 * takes it: two places for each direction, behind the block, so that the next piece has a place while the last one is
 * taken. In elements. Stateless.
 */
final class GhostRoom {
    /** Places of a piece of the border. */
    static final int PLACES = 2;

    private GhostRoom() {
    }

    /** Returns the elements of all places of a node, 0 where it has no block. */
    static long elements(final BlockedLayout layout, final int node) {
        final int[] block = layout.blockOf(node);
        return block == null ? 0 : before(layout, layout.box(block), Ghosts.codes(layout.dims()));
    }

    /** Returns the first element of a place in the memory of a block's node. @param place 0 or 1 */
    static long at(final BlockedLayout layout, final int[] block, final int[] way, final int place) {
        final Box box = layout.box(block);
        return layout.elements(layout.owner(block)) + before(layout, box, Ghosts.code(way))
            + place * Ghosts.border(layout, box, way).size();
    }

    private static long before(final BlockedLayout layout, final Box box, final int code) {
        final int dims = layout.dims();
        long elements = 0;
        for (int earlier = 0; earlier < code; earlier++) {
            final int[] way = Ghosts.way(earlier, dims);
            if (!Ghosts.isCentre(way)) {
                elements += PLACES * Ghosts.border(layout, box, way).size();
            }
        }
        return elements;
    }
}
