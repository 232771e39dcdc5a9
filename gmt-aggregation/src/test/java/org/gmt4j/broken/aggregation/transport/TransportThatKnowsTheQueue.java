package org.gmt4j.broken.aggregation.transport;

import org.gmt4j.broken.aggregation.queue.BrokenBase;

/** Breaks: queue and transport do not know each other. */
public final class TransportThatKnowsTheQueue {
    private TransportThatKnowsTheQueue() {
    }

    public static void call() {
        BrokenBase.call();
    }
}
