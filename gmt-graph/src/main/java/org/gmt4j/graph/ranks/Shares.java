package org.gmt4j.graph.ranks;

import org.gmt4j.graph.csr.CsrPart;
import org.gmt4j.graph.memory.LocalView;

/** What each vertex gives along each of its edges, as numbers of one length. Stateless; any thread. */
interface Shares {
    /** Those of a length. */
    static Shares of(final boolean isSingle) {
        return isSingle ? new SingleShares() : new DoubleShares();
    }

    /** Bytes of a share. */
    static int bytes(final boolean isSingle) {
        return isSingle ? Float.BYTES : Double.BYTES;
    }

    /** Notes a share; returns it as it is noted. */
    double note(LocalView noted, long row, double share);

    /**
     * Adds the shares of some sources of a row to its two sums: the first one to {@code even}, the next one to
     * {@code odd}, and so on in turn.
     *
     * @param given   shares of vertices in ascending order
     * @param first   the vertex whose share is the first of {@code given}
     * @param sources vertices whose shares are added
     * @param begin   position of the first one in {@code sources}
     * @param end     behind the last one
     * @param sums    has the two sums
     */
    void add(LocalView given, long first, LocalView sources, long begin, long end, LocalView sums, long even,
             long odd);

    /**
     * Adds the shares of all sources of each row as {@link #add} does, and its two sums at the end.
     *
     * @param sums  set: of the rows from {@code row} on
     * @param given shares of all vertices
     * @param in    its targets are narrow, as those of all graphs that one piece is enough for
     */
    void addRows(double[] sums, int count, LocalView given, CsrPart in, long row);
}
