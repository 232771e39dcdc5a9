/**
 * The random sequence that the benchmarks share, and the proofs from it:
 * {@link org.gmt4j.bench.sequence.RandomIndex}, {@link org.gmt4j.bench.sequence.UpdateSums}. Nothing that runs on its
 * own.
 */
package org.gmt4j.bench.sequence;
