/**
 * {@code gmt run randomaccess}: HPC Challenge's RandomAccess on one-sided memory, in several ways, with every update
 * checked. Read first: {@link org.gmt4j.bench.randomaccess.RandomAccessApp},
 * {@link org.gmt4j.bench.randomaccess.UpdateBodies}, {@link org.gmt4j.bench.randomaccess.PartBodies}. It is here, not
 * among the applications, because it can compare settings within one run ({@link org.gmt4j.bench.variant}).
 */
package org.gmt4j.bench.randomaccess;
