/**
 * Graphs of one process, serial searches of them, and the rules by which a search is judged.
 *
 * <p>Floor: plain Java above {@code graph.source}; knows nothing of nodes, tasks or global arrays. Read first:
 * {@link org.gmt4j.graph.serial.LocalCsr}, {@link org.gmt4j.graph.serial.SerialBfs},
 * {@link org.gmt4j.graph.serial.BfsRule}. Distributed searches belong to {@code graph.bfs}.
 */
package org.gmt4j.graph.serial;
