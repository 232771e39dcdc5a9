/**
 * What a scaling series is and has measured. Immutable values; read {@link org.gmt4j.bench.scale.series.Series} first. Running series, statistics
 * and reports do not belong here.
 */
package org.gmt4j.bench.scale.series;
