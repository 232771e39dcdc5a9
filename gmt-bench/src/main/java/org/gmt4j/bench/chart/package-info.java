/**
 * Line charts as SVG text, for the figures of experiments: no library, no fonts, no scripts. Knows nothing of
 * benchmarks.
 *
 * <p>Read {@link org.gmt4j.bench.chart.LineChart}; {@link org.gmt4j.bench.chart.ChartSheet} puts several on one sheet,
 * {@link org.gmt4j.bench.chart.PngPicture} makes a PNG of one (the only place with a library).
 */
package org.gmt4j.bench.chart;
