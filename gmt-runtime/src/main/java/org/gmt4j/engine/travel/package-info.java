/**
 * Bodies, values and failures as bytes between nodes, and the watch over captured values. Floor R1, above
 * {@code function}.
 *
 * <p>Read {@link org.gmt4j.engine.travel.BodyCodec}, then {@link org.gmt4j.engine.travel.FailureCodec}. Records of
 * commands do not belong here.
 */
package org.gmt4j.engine.travel;
