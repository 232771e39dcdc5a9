/**
 * Moves whole buffers between nodes: claims on one side, deliveries on the other, and nothing about their contents. The
 * lowest floor of the aggregation module: it imports nothing of ours.
 *
 * <p>Read first: {@link org.gmt4j.aggregation.transport.Transport}, the port;
 * {@link org.gmt4j.aggregation.transport.LoopbackNetwork}, the simplest implementation;
 * {@link org.gmt4j.aggregation.transport.AeronTransport}, the real one, over shared memory or UDP.
 *
 * <p>Not here: blocks, queues, credits, routes, heartbeats, wire records. Those who need them sit above.
 */
package org.gmt4j.aggregation.transport;
