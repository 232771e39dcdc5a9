/**
 * The records that travel between nodes, byte by byte. Floor A0: knows nothing but memory addresses.
 *
 * <p>Three nested frames: a {@link org.gmt4j.aggregation.wire.BufferHeader buffer} is a transport's message to the
 * next hop; it holds {@link org.gmt4j.aggregation.wire.BlockHeader blocks}; a request block holds commands, each
 * beginning with one {@link org.gmt4j.aggregation.wire.CommandWord}; a reply block holds the values that the commands
 * of one request block produced, in their order. All numbers are little-endian, everything is aligned at eight bytes.
 *
 * <p>Read first: {@link org.gmt4j.aggregation.wire.WireFormat}, {@link org.gmt4j.aggregation.wire.BlockHeader},
 * {@link org.gmt4j.aggregation.wire.CommandType}. The <em>meaning</em> of commands does not belong here.
 */
package org.gmt4j.aggregation.wire;
