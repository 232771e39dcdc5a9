/**
 * {@code gmt run bfs}: options, warm-up, rates, memory, comparisons with one thread, answers as files.
 *
 * <p>Floor: the command line and {@code org.gmt4j.graph}. Read first: {@link org.gmt4j.apps.bfs.BfsApp}, {@code
 * BfsSession}. Searches and their verifier do not belong here but in {@code org.gmt4j.graph.bfs}.
 */
package org.gmt4j.apps.bfs;
