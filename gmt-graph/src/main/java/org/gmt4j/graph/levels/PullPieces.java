package org.gmt4j.graph.levels;

/**
 * Pieces of vertices to pull from, ascending: those of this node are one, which is here already; the others are as long
 * as they may be, whoever has them. So the rows of a node are looked at once for each such length of vertices, not for
 * each node. Immutable.
 *
 * @param begin of the vertices of this node
 * @param end   of these
 * @param all   vertices
 * @param most  vertices of a piece of others
 */
record PullPieces(long begin, long end, long all, int most) {
    /** Whether the piece that begins at a vertex is that of this node. */
    boolean isHere(final long from) {
        return from >= begin && from < end;
    }

    /** Where the piece that begins at a vertex ends. */
    long end(final long from) {
        return isHere(from) ? end : Math.min(from < begin ? begin : all, from + most);
    }

    /** The longest piece of others. */
    int longest() {
        return begin == end ? 0 : (int) Math.min(most, Math.max(begin, all - end));
    }
}
