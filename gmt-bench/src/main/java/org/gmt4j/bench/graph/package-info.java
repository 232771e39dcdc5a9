/**
 * Kernels of the graph library against one thread of plain Java with the same algorithm, on several graphs. Read first:
 * {@link org.gmt4j.bench.graph.GraphBenchmark}, {@code GraphKernel}, the table of kernels, {@code KernelPair}. The
 * algorithms are the library's; they do not belong here.
 */
package org.gmt4j.bench.graph;
