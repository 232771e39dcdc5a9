/**
 * {@code gmt tune}: measures the limits by size and suggests settings. Read {@link org.gmt4j.bench.tune.TuneCommand},
 * {@link org.gmt4j.bench.tune.Threshold}. The measurement belongs to {@link org.gmt4j.bench.onesided}.
 */
package org.gmt4j.bench.tune;
