/**
 * The graph library: what programs see of it. {@link org.gmt4j.graph.Edges} say where a graph comes from,
 * {@link org.gmt4j.graph.Graph} is in the memory of the nodes, and its methods give results under the caller's own
 * names of vertices: {@link org.gmt4j.graph.Bfs}, {@link org.gmt4j.graph.Components},
 * {@link org.gmt4j.graph.PageRank}. Failures are {@link org.gmt4j.graph.GraphException}s with a code.
 *
 * <p>Rooms below, whose types no public method names (each knows those before it at most): {@code memory} (addresses),
 * {@code source} (edges), {@code file} and {@code real} (where edges come from), {@code serial} (one process),
 * {@code names} (of vertices), {@code csr} (distributed rows), {@code values} (answers), {@code bfs},
 * {@code components} and {@code ranks} (algorithms). The command line does not belong here.
 */
package org.gmt4j.graph;
