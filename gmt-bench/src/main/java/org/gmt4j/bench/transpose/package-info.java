/**
 * The transpose of Global Arrays, after paper 001: by remote gets and by remote puts, with several eager limits and
 * ways to wait. Read {@link org.gmt4j.bench.transpose.TransposeBenchmark}.
 */
package org.gmt4j.bench.transpose;
