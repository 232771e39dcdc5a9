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
     * Adds shares to a sum, one after the other.
     *
     * @param given   shares of vertices in ascending order
     * @param sources vertices whose shares are added
     * @param begin   position of the first one in {@code sources}
     * @param end     behind the last one
     * @param first   the vertex whose share is the first of {@code given}
     */
    double add(double sum, LocalView given, LocalView sources, long begin, long end, long first);

    /**
     * Adds the shares of all sources of each row, in the same order.
     *
     * @param sums  set: of the rows from {@code row} on
     * @param given shares of all vertices
     * @param in    its targets are narrow, as those of all graphs that one piece is enough for
     */
    void addRows(double[] sums, int count, LocalView given, CsrPart in, long row);
}
