/**
 * Graphs before they are distributed: where edges come from, a serial compressed graph, and the rules by which a BFS is
 * judged.
 *
 * <p>Floor: plain Java; knows nothing of nodes, tasks or global arrays. Every {@link org.gmt4j.apps.graph.EdgeSource}
 * is read in <em>parts</em>: node {@code p} of {@code n} opens part {@code p} of {@code n} and sees only its own edges,
 * so that nobody ever holds the whole edge list. The union of the parts is the same multiset of edges for every {@code
 * n}.
 *
 * <p>Read first: {@link org.gmt4j.apps.graph.EdgeSource}, {@link org.gmt4j.apps.graph.KroneckerSource},
 * {@link org.gmt4j.apps.graph.LocalCsr}. Files live in {@code graph.file}, graphs extracted from this machine in
 * {@code graph.real}, options and commands in {@code graph.command}. Distributed graphs and kernels do not belong here.
 */
package org.gmt4j.apps.graph;
