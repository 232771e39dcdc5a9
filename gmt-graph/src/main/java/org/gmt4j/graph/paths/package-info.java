/**
 * Shortest paths in a distributed graph with weights.
 *
 * <p>Floor: the runtime and {@code graph.csr}. Read first: {@link org.gmt4j.graph.paths.DeltaStepping},
 * {@code PathSearch}. Names of vertices do not belong here.
 */
package org.gmt4j.graph.paths;
