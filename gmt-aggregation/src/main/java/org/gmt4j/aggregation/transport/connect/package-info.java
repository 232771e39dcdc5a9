/**
 * Connections made when they are needed: a handshake over a channel that may lose, double and reorder, proof of the
 * job's key on both sides, closing of idle connections. Above {@code transport}, which knows nothing of it: any
 * {@link org.gmt4j.aggregation.transport.LinkedTransport} can be put behind it.
 *
 * <p>Read first: {@link org.gmt4j.aggregation.transport.connect.Connection}, the state machine;
 * {@link org.gmt4j.aggregation.transport.connect.OnDemandTransport}, which drives it;
 * {@link org.gmt4j.aggregation.transport.connect.ControlChannel}, its channel.
 *
 * <p>Not here: buffers of data, credits, heartbeats of nodes.
 *
 * @see "Vishnu, Krishnan: Efficient On-Demand Connection Management Mechanisms with PGAS Models over InfiniBand, 2010"
 */
package org.gmt4j.aggregation.transport.connect;
