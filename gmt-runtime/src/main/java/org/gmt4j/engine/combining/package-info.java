/**
 * Combining of operations on arrays before they travel: updates that a lane holds back and combines, and changes of
 * write-once elements that it remembers. Floor R1: knows memory and commands, neither arrays nor tasks.
 *
 * <p>Read {@link org.gmt4j.engine.combining.ArrayCombining}, then {@link org.gmt4j.engine.combining.HeldUpdates}. The
 * other half is at the owners of elements: {@link org.gmt4j.engine.memory.Segment#admits}.
 */
package org.gmt4j.engine.combining;
