/**
 * Operations on one hot node while others do the same, after paper 000's figures 6 and 7, on the real runtime. Read
 * {@link org.gmt4j.bench.contention.ContentionBenchmark}, {@link org.gmt4j.bench.contention.HotSpotPass}. The same
 * program over a model of many nodes is in {@link org.gmt4j.bench.simulate}.
 */
package org.gmt4j.bench.contention;
