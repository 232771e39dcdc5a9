/**
 * Benchmark of the operations of all nodes together: rounds one after the other, each timed at every node. Read
 * {@link org.gmt4j.bench.collectives.CollectivesBenchmark}. Operations of single nodes do not belong here.
 */
package org.gmt4j.bench.collectives;
