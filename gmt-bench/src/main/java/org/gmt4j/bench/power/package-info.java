/**
 * Benchmarks of waiting and its cost: {@code ring}, the displaced ring of the power experiments, in which each
 * process talks to all others in turn, beginning with its neighbour, and nobody waits for anybody's step; and
 * {@code idle}, a job that does nothing.
 *
 * <p>Read {@link org.gmt4j.bench.power.RingBenchmark}, {@link org.gmt4j.bench.power.RingExperiment},
 * {@link org.gmt4j.bench.power.RingBodies}.
 */
package org.gmt4j.bench.power;
