/**
 * Single hot paths, ready to be timed: gathering commands, walking buffers, executing blocks. No node, no transport, no
 * library for benchmarks: {@code gmt simulate} calibrates its model by them, and the JMH benchmarks of the checkout
 * wrap them. Read first: {@link org.gmt4j.bench.kernel.BlockExecution}, {@link org.gmt4j.bench.kernel.BufferWalk}.
 */
package org.gmt4j.bench.kernel;
