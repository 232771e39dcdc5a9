/**
 * Searches by levels that do more than to reach vertices: {@link org.gmt4j.graph.levels.Brandes} adds up betweenness,
 * {@link org.gmt4j.graph.levels.ManySearch} searches from many sources at once; a node's sides are package-private.
 * Knows distributed rows; names of vertices and results do not belong here.
 */
package org.gmt4j.graph.levels;
