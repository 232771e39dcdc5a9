package org.gmt4j.broken.aggregation.queue;

import org.gmt4j.broken.aggregation.transport.TransportThatKnowsTheQueue;

/** Breaks: queue and transport do not know each other; together with its partner: no cycles. */
public final class QueueThatKnowsTheTransport {
    private QueueThatKnowsTheTransport() {
    }

    public static void call() {
        TransportThatKnowsTheQueue.call();
    }
}
