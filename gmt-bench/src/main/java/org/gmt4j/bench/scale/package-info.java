/**
 * {@code gmt scale}: weak and strong scaling series of any application or benchmark, job after job in processes of
 * their own. Read {@link org.gmt4j.bench.scale.ScaleCommand}, {@link org.gmt4j.bench.scale.SeriesPlan},
 * {@link org.gmt4j.bench.scale.SeriesRun}. The series itself belongs to {@code series}, its presentation to
 * {@code report}.
 */
package org.gmt4j.bench.scale;
