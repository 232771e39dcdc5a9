package org.gmt4j.broken.aggregation.topology;

import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.broken.aggregation.queue.BrokenBase;

/** Breaks: topologies are pure, and know nothing of queues. */
public final class TopologyThatCounts {
    private final AtomicLong routes = new AtomicLong();

    public long count() {
        BrokenBase.call();
        return routes.incrementAndGet();
    }
}
