/**
 * Rates of containers against serial Java in the same run. Read first:
 * {@link org.gmt4j.bench.containers.ContainersBenchmark}, {@link org.gmt4j.bench.containers.ContainerRow}. Programs use
 * the API alone, as those of users do.
 */
package org.gmt4j.bench.containers;
