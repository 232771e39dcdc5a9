/**
 * Maximal independent sets of a distributed graph.
 *
 * <p>Floor: the runtime and {@code graph.csr}. Read first:
 * {@link org.gmt4j.graph.independent.MaximalIndependentSet}, {@code SetSearch}. Names of vertices do not belong here.
 */
package org.gmt4j.graph.independent;
