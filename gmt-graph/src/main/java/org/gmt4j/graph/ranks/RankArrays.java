package org.gmt4j.graph.ranks;

import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.graph.csr.CsrGraph;

/**
 * What an iteration reads and writes. Immutable but for the elements; travels as a captured value.
 *
 * @param rows   of out-edges
 * @param inRows of in-edges
 * @param ranks  per vertex
 * @param shares what each vertex gives along each of its edges
 */
record RankArrays(CsrGraph rows, CsrGraph inRows, GlobalDoubleArray ranks, ShareMemory shares) {
}
