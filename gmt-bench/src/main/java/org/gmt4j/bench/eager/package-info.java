/**
 * Eager limits and their effect on a program, after paper 001's matrix transpose. Read
 * {@link org.gmt4j.bench.eager.EagerBenchmark}, {@link org.gmt4j.bench.eager.Transpose}. Limits are suggested by
 * {@link org.gmt4j.bench.tune}.
 */
package org.gmt4j.bench.eager;
