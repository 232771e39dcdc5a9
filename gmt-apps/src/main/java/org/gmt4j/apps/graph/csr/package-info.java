/**
 * Graphs in the global address space: built in parallel from {@link org.gmt4j.apps.graph.EdgeSource}s, each node
 * reading its own part, and owned row by row by the nodes.
 *
 * <p>Floor: the runtime's arrays and tasks; knows nothing of kernels. Read first:
 * {@link org.gmt4j.apps.graph.csr.CsrGraph}, {@link org.gmt4j.apps.graph.csr.CsrBuilder},
 * {@link org.gmt4j.apps.graph.csr.CsrPart}. Formats and generators belong to {@code graph} and {@code graph.file},
 * searches to their own packages.
 */
package org.gmt4j.apps.graph.csr;
