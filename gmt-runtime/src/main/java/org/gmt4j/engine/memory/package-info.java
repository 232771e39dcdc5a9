/**
 * The memory of global arrays. Floor R0: knows neither arrays nor tasks.
 *
 * <p>Read {@link org.gmt4j.engine.memory.Segment}, then {@link org.gmt4j.engine.memory.SegmentTable}.
 */
package org.gmt4j.engine.memory;
