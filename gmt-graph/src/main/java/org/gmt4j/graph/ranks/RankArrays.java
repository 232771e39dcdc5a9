package org.gmt4j.graph.ranks;

import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.graph.csr.CsrGraph;

/**
 * What an iteration reads and writes. Immutable but for the elements; travels as a captured value.
 *
 * @param rows        of out-edges
 * @param inRows      of in-edges
 * @param ranks       per vertex
 * @param even        what each vertex gives along each of its edges, in iterations of even number; others read it
 * @param odd         the same in those of odd number: nodes write one of them while others may still read the other
 * @param pieceLength most vertices of another node whose shares a node has at a time
 */
record RankArrays(CsrGraph rows, CsrGraph inRows, GlobalDoubleArray ranks, GlobalDoubleArray even,
                  GlobalDoubleArray odd, int pieceLength) {
}
