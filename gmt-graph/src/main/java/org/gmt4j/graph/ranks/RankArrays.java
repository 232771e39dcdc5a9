package org.gmt4j.graph.ranks;

import org.gmt4j.FloatingArray;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.GlobalFloatArray;
import org.gmt4j.graph.csr.CsrGraph;

/**
 * What an iteration reads and writes. Immutable but for the elements; travels as a captured value.
 *
 * @param rows        of out-edges
 * @param inRows      of in-edges
 * @param ranks       per vertex
 * @param even        what each vertex gives along each of its edges, in iterations of even number: floats or doubles
 * @param odd         the same in those of odd number
 * @param pieceLength most vertices whose shares a node has at a time
 */
record RankArrays(CsrGraph rows, CsrGraph inRows, GlobalDoubleArray ranks, FloatingArray even, FloatingArray odd,
                  int pieceLength) {
    /** The shares as this node sees them. */
    Shares shares() {
        final int piece = (int) Math.min(pieceLength, even.size());
        return even instanceof GlobalFloatArray single ? new SingleShares(single, (GlobalFloatArray) odd, piece)
            : new DoubleShares((GlobalDoubleArray) even, (GlobalDoubleArray) odd, piece);
    }
}
