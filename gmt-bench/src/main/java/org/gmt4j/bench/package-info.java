/**
 * Benchmarks of the whole system, each a {@link org.gmt4j.cli.GmtApp} behind {@code gmt bench NAME}: the work of a
 * user's program, timed from node 0, checked afterwards, medians of several trials. Read first:
 * {@link org.gmt4j.bench.GupsBenchmark}, {@link org.gmt4j.bench.trial.TrialSeries},
 * {@link org.gmt4j.bench.ceiling.CeilingNode}.
 *
 * <p>Bodies that run on all nodes live in classes of their own ({@code ...Bodies}), because those classes are
 * registered and travel. The highest floor: applications never import it. Single classes are measured in
 * {@link org.gmt4j.bench.kernel}.
 */
package org.gmt4j.bench;
