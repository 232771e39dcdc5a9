/**
 * A scaling series with its measurements and conclusions, and its file. Immutable values; read
 * {@link org.gmt4j.bench.scale.series.Series} first, then {@link org.gmt4j.bench.scale.series.SeriesRates}. Running
 * series and showing them do not belong here.
 */
package org.gmt4j.bench.scale.series;
