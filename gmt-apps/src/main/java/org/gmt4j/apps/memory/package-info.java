/**
 * Memory of this node outside of the heap, as nouns: the only room of the applications that knows addresses. Start with
 * {@link org.gmt4j.apps.memory.LocalView}, {@link org.gmt4j.apps.memory.Bitmap} and
 * {@link org.gmt4j.apps.memory.WordBuckets}. Below the graphs; the meaning of elements and bits does not belong here.
 */
package org.gmt4j.apps.memory;
