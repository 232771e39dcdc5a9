package org.gmt4j.graph.values;

/**
 * A table that has been written. Immutable.
 *
 * @param rows  of it
 * @param bytes of the file
 */
public record Written(long rows, long bytes) {
}
