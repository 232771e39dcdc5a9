/**
 * JMH benchmarks, one class for each hot path and named after it: gathering commands, walking buffers, executing
 * blocks, switching fibers. Run by {@code gmt bench jmh [pattern]} or {@code java -cp ... org.openjdk.jmh.Main}. Read
 * first: {@link org.gmt4j.bench.micro.AggregatorBenchmark}, {@link org.gmt4j.bench.micro.CommandExecutorBenchmark},
 * {@link org.gmt4j.bench.micro.FiberSwitchBenchmark}. No node, no transport: what needs them is measured in
 * {@link org.gmt4j.bench}.
 */
package org.gmt4j.bench.micro;
