/**
 * LU of the NAS Parallel Benchmarks: a flow of gas in a cube, solved by symmetric successive over-relaxation in the
 * manner of a wavefront, as the paper on virtual topologies ran it. Written from the benchmark's specification, not
 * from one of its programs. Read first: {@link org.gmt4j.apps.ssor.SsorApp}, {@code SsorTask}, {@code TriangularSweep}.
 */
package org.gmt4j.apps.ssor;
