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
    private static final int LARGEST_QUEUE = 1 << 30;

    /** Capacity of a queue for {@code entries}, which settings may make more than an array holds. */
    static int queueCapacity(final long entries) {
        return (int) Math.min(LARGEST_QUEUE, entries);
    }
}
