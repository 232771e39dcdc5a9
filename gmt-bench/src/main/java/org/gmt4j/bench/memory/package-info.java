/**
 * The memory of a node of this runtime: resident memory and request buffers against the number of nodes, after paper
 * 000's figure 5, from jobs of their own. Read {@link org.gmt4j.bench.memory.MemoryBenchmark},
 * {@link org.gmt4j.bench.job.ChildJob}. Formulas for any number of nodes are in {@link org.gmt4j.bench.simulate}.
 */
package org.gmt4j.bench.memory;
