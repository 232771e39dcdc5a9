/**
 * Loops whose iterations cost very different amounts of time, with and without balance: {@code gmt bench skew}. Read
 * {@link org.gmt4j.bench.skew.SkewBenchmark}, then {@link org.gmt4j.bench.skew.SkewShape}. How idle nodes find chunks
 * does not belong here but in {@code engine.task}.
 */
package org.gmt4j.bench.skew;
