/**
 * Where the edges of a graph come from, before it is distributed: sources, generators, and what is done to edges on
 * their way.
 *
 * <p>Floor: plain Java; knows nothing of nodes, tasks or global arrays. Every {@link org.gmt4j.graph.source.EdgeSource}
 * is read in <em>parts</em>: node {@code p} of {@code n} opens part {@code p} of {@code n} and sees only its own edges,
 * so that nobody ever holds the whole edge list. The union of the parts is the same multiset of edges for every {@code
 * n}.
 *
 * <p>Read first: {@link org.gmt4j.graph.source.EdgeSource}, {@link org.gmt4j.graph.source.EdgeBatch},
 * {@link org.gmt4j.graph.source.KroneckerSource}. Files live in {@code graph.file}, graphs extracted from this machine
 * in {@code graph.real}. Distributed graphs do not belong here.
 */
package org.gmt4j.graph.source;
