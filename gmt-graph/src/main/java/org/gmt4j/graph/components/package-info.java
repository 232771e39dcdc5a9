/**
 * Connected components of a distributed graph.
 *
 * <p>Floor: the runtime and {@code graph.csr}. Read first: {@link org.gmt4j.graph.components.ConnectedComponents},
 * {@code ComponentSearch}. Names of vertices do not belong here.
 */
package org.gmt4j.graph.components;
