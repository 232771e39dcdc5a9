package org.gmt4j.graph.bfs;

import org.gmt4j.graph.csr.CsrPart;

/**
 * Counts on one node what a search has reached, from the bits of the vertices it has seen: in time of a bit a row, and
 * of the edges of the rows that were reached or of those that were not, whichever are fewer. Owned by the task that
 * runs the levels of a node. Memory: a bit a row.
 */
final class SeenTally {
    private final CsrPart part;
    /** Rows at whose vertices edges are listed. */
    private final long[] listing;
    private final long listingRows;
    private final long listedEdges;

    SeenTally(final CsrPart part) {
        this.part = part;
        listing = new long[Math.toIntExact(part.rowCount() + 63 >>> 6)];
        long rows = 0;
        long edges = 0;
        for (long row = 0; row < part.rowCount(); row++) {
            final int listed = part.listedEdges(row);
            if (listed > 0) {
                listing[(int) (row >>> 6)] |= 1L << row;
                rows++;
                edges += listed;
            }
        }
        listingRows = rows;
        listedEdges = edges;
    }

    /** @param seen exact */
    BfsTally count(final SeenFilter seen) {
        long reached = 0;
        long listingReached = 0;
        for (int i = 0; i < listing.length; i++) {
            final long word = word(seen, i);
            reached += Long.bitCount(word);
            listingReached += Long.bitCount(word & listing[i]);
        }
        return new BfsTally(reached,
            listingReached <= listingRows / 2 ? edges(seen, 0) : listedEdges - edges(seen, -1));
    }

    /** Edges of the rows that have been seen; with {@code flip} -1 of the others. */
    private long edges(final SeenFilter seen, final long flip) {
        long edges = 0;
        for (int i = 0; i < listing.length; i++) {
            for (long word = (word(seen, i) ^ flip) & listing[i]; word != 0; word &= word - 1) {
                edges += part.listedEdges((long) i << 6 | Long.numberOfTrailingZeros(word));
            }
        }
        return edges;
    }

    /** 64 rows; behind the last one come the vertices of another node. */
    private long word(final SeenFilter seen, final int index) {
        final long first = (long) index << 6;
        final long rows = part.rowCount() - first;
        final long bits = seen.bitsFrom(part.firstVertex() + first);
        return rows < Long.SIZE ? bits & (1L << rows) - 1 : bits;
    }
}
