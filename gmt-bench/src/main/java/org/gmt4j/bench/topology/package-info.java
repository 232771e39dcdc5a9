/**
 * Programs of the papers under several virtual topologies in turn, after paper 000's figures 8 and 9. Read
 * {@link org.gmt4j.bench.topology.TopologiesBenchmark}. The programs themselves are in gmt-apps
 * ({@link org.gmt4j.apps.trial.JudgedProgram}).
 */
package org.gmt4j.bench.topology;
