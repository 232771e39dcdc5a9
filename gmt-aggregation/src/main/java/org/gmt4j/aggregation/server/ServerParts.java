package org.gmt4j.aggregation.server;

import org.gmt4j.aggregation.transport.Transport;

/**
 * Parts of a {@link CommunicationServer} that both its senders use, on its thread.
 *
 * @param job      number that buffers of this job carry
 * @param exchange null in a fully connected topology, where nothing is forwarded
 * @param failures tells peers that cannot be reached from those that refuse
 * @param standIn  answers blocks for a peer that cannot be reached
 */
record ServerParts(long job, Transport transport, ServerCounters counters, EdgeExchange exchange,
                   PeerFailures failures, StandIn standIn) {
}
