/**
 * A scaling series for people and other programs: table, CSV, pictures, page, and the comparison with another one. Read
 * {@link org.gmt4j.bench.scale.report.SeriesText}, {@link org.gmt4j.bench.scale.report.SeriesPage} and
 * {@link org.gmt4j.bench.scale.report.Comparison}. Numbers are made in {@code bench.scale.series}, not here.
 */
package org.gmt4j.bench.scale.report;
