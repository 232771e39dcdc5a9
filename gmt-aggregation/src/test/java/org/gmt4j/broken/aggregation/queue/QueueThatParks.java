package org.gmt4j.broken.aggregation.queue;

import java.util.concurrent.locks.LockSupport;

/** Breaks: nothing waits. */
public final class QueueThatParks {
    void rest() {
        LockSupport.parkNanos(1);
    }
}
