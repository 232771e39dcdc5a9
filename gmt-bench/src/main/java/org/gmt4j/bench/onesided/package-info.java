/**
 * Benchmarks of the one-sided verbs between two nodes by size, after paper 002's figures 5 to 11: {@code latency}, one
 * at a time, and {@code bandwidth}, many at a time. Read {@link org.gmt4j.bench.onesided.OneSidedBenchmark},
 * {@link org.gmt4j.bench.onesided.OneSidedCell}. Work of more than two nodes at once does not belong here.
 */
package org.gmt4j.bench.onesided;
