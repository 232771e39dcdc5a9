package org.gmt4j.aggregation.transport;

/**
 * The way of one class of buffers between two nodes.
 *
 * @param source      node that sends
 * @param destination node that receives
 * @param endpoint    where the destination listens, see {@link AeronAddress}
 */
record AeronRoute(int source, int destination, TrafficClass cls, String endpoint) {
}
