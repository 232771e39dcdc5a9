package org.gmt4j.ga;

/**
 * A part of a box that lies in the memory of one node.
 *
 * @param node owner
 * @param box  indices of the matrix
 */
public record Share(int node, Box box) {
}
