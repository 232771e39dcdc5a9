/**
 * The cost of connecting nodes: the three modes side by side, inside one process. Read first:
 * {@link org.gmt4j.bench.connect.ConnectTrial}. Not here: the command line of it, {@code ConnectBenchmark}.
 */
package org.gmt4j.bench.connect;
