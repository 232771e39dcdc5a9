package org.gmt4j.broken.aggregation.queue;

/** Breaks: no monitors. */
public final class QueueWithMonitor {
    synchronized void add() {
    }
}
