/**
 * Bytes that lie in an array of Java or outside of the heap. Floor A0: knows nothing of nodes and commands.
 *
 * <p>Read first: {@link org.gmt4j.aggregation.memory.ArrayOrMemory}, which says why nothing else may access a base
 * that may be null. What the bytes mean does not belong here.
 */
package org.gmt4j.aggregation.memory;
