/**
 * The communication server: the only thread of a node that touches the transport. Floor A3.
 *
 * <p>Read {@link org.gmt4j.aggregation.server.CommunicationServer} first, then
 * {@link org.gmt4j.aggregation.server.BufferReader}. The meaning of blocks does not belong here.
 */
package org.gmt4j.aggregation.server;
