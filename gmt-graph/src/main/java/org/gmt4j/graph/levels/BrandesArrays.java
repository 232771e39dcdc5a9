package org.gmt4j.graph.levels;

import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.graph.csr.CsrGraph;

/**
 * What the nodes share. Immutable; travels as a captured value.
 *
 * @param rows        of out-edges
 * @param inRows      of in-edges
 * @param scores      per vertex
 * @param given       per vertex what a level gives to its neighbours; 0 of all others
 * @param pieceLength vertices of other nodes that are got together at most
 */
record BrandesArrays(CsrGraph rows, CsrGraph inRows, GlobalDoubleArray scores, GlobalDoubleArray given,
                     int pieceLength) {
}
