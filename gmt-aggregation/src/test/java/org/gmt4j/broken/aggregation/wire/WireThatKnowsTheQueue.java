package org.gmt4j.broken.aggregation.wire;

import org.gmt4j.broken.aggregation.queue.BrokenBase;

/** Breaks: the floors. */
public final class WireThatKnowsTheQueue {
    private WireThatKnowsTheQueue() {
    }

    static void call() {
        BrokenBase.call();
    }
}
