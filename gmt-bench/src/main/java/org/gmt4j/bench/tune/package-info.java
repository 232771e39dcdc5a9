/**
 * {@code gmt tune}: measures the limits by size and suggests settings. Read {@link org.gmt4j.bench.tune.TuneCommand},
 * {@link org.gmt4j.bench.tune.Threshold}. What is measured belongs to {@link org.gmt4j.bench.onesided}.
 */
package org.gmt4j.bench.tune;
