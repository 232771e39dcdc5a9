/**
 * How fast graphs are built: {@code gmt bench construct}. Read {@link org.gmt4j.bench.construct.ConstructBenchmark}.
 * How they are built does not belong here but in {@code apps.graph.csr}.
 */
package org.gmt4j.bench.construct;
