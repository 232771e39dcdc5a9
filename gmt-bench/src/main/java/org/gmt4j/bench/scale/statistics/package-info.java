/**
 * Statistics of samples that come in launches: medians, their ratios, and how sure one may be of them. Knows nothing of
 * series, files or pictures. Read {@link org.gmt4j.bench.scale.statistics.LaunchSamples}, then
 * {@link org.gmt4j.bench.scale.statistics.MedianRatio}.
 */
package org.gmt4j.bench.scale.statistics;
