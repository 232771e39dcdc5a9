/**
 * How things are measured: trial after trial in turn, medians, shares within one trial. Read
 * {@link org.gmt4j.bench.trial.TrialSeries}. The measured operations do not belong here.
 */
package org.gmt4j.bench.trial;
