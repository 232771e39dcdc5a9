/**
 * Breadth-first search of a distributed graph, in three variants, with a verifier that knows neither.
 *
 * <p>Floor: the runtime and {@code graph.csr}. Read first: {@link org.gmt4j.graph.bfs.BfsKernel}, {@code HybridSearch}
 * (the loop that matters), {@link org.gmt4j.graph.bfs.BfsVerifier}. Graphs and their formats do not belong here.
 */
package org.gmt4j.graph.bfs;
