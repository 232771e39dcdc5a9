/**
 * Random walks: {@link org.gmt4j.graph.walks.WalkSearch} is the whole of it, seen by one task; a node's side is
 * package-private. Knows distributed rows; names of vertices and results do not belong here.
 */
package org.gmt4j.graph.walks;
