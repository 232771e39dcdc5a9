package org.gmt4j.graph.ranks;

import org.gmt4j.Distribution;
import org.gmt4j.Issuer;
import org.gmt4j.graph.memory.LocalView;

/**
 * What each vertex gives along each of its edges, as one node sees it: the shares of its rows, which others read; and a
 * piece of the shares of all vertices. Two arrays take turns: nodes write one while others may still read the other.
 */
interface Shares {
    /** Makes the shares written last those that are read. */
    void turn();

    /** Notes what a vertex of this node gives along each edge; returns it as it is noted. */
    double note(long row, double share);

    /** The vertices of the nodes. */
    Distribution distribution();

    /** Starts to get shares, to position {@code position} of the piece. */
    void getNb(Issuer issuer, long vertex, int position, int count);

    /**
     * Adds shares to a sum, one after the other.
     *
     * @param sources vertices whose shares are added
     * @param begin   position of the first one in {@code sources}
     * @param end     behind the last one
     * @param first   the vertex whose share the piece begins with
     */
    double add(double sum, LocalView sources, long begin, long end, long first);
}
