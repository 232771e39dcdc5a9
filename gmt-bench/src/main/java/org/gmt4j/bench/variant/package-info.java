/**
 * Several jobs with different settings on the same nodes, so that one run can compare settings trial by trial. Read
 * {@link org.gmt4j.bench.variant.VariantClusters}. Their use by benchmarks does not belong here.
 */
package org.gmt4j.bench.variant;
