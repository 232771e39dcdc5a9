/**
 * Memory of this node outside of the heap, as nouns: the only room of the library that knows addresses. Start with
 * {@link org.gmt4j.graph.memory.LocalView}, {@link org.gmt4j.graph.memory.Bitmap} and
 * {@link org.gmt4j.graph.memory.WordBuckets}; {@link org.gmt4j.graph.memory.Room} bounds what grows. Below the graphs;
 * the meaning of elements and bits does not belong here.
 */
package org.gmt4j.graph.memory;
