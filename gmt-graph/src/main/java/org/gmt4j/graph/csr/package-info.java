/**
 * Graphs in the global address space: built in parallel from {@link org.gmt4j.graph.source.EdgeSource}s, each node
 * reading its own part, and owned row by row by the nodes.
 *
 * <p>Floor: the runtime's arrays and tasks; knows nothing of kernels. Read first:
 * {@link org.gmt4j.graph.csr.CsrGraph}, {@link org.gmt4j.graph.csr.CsrBuilder},
 * {@link org.gmt4j.graph.csr.CsrPart}. Generators belong to {@code graph.source}, formats to {@code graph.file},
 * searches to their own packages.
 */
package org.gmt4j.graph.csr;
