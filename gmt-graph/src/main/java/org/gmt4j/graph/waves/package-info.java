/**
 * Searches that go ahead: a node follows several levels between two rounds of all nodes, and corrects them where a
 * shorter way comes from another one later. For graphs with many small levels, as road maps.
 *
 * <p>Floor: {@code graph.csr} and {@code graph.memory}. Read first: {@link org.gmt4j.graph.waves.Wave}. What travels
 * between nodes, and when, is the callers' business.
 */
package org.gmt4j.graph.waves;
