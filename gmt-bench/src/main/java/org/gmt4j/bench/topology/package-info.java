/**
 * Programs of the papers under several virtual topologies, and with several settings, in turn: paper 000's figures 8
 * and 9, paper 001's graphs 4-5 to 4-7 and 6-3. Read {@link org.gmt4j.bench.topology.TopologiesBenchmark}. The programs
 * themselves are in gmt-apps ({@link org.gmt4j.apps.trial.JudgedProgram}).
 */
package org.gmt4j.bench.topology;
