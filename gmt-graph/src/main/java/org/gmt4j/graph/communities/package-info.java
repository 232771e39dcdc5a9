/**
 * Communities of a distributed graph.
 *
 * <p>Floor: the runtime and {@code graph.csr}. Read first: {@link org.gmt4j.graph.communities.LabelPropagation},
 * {@code LabelSearch}. Names of vertices do not belong here.
 */
package org.gmt4j.graph.communities;
