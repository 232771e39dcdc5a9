package org.gmt4j.broken.aggregation.queue;

/** Breaks nothing; others call it. */
public final class BrokenBase {
    private BrokenBase() {
    }

    public static void call() {
    }
}
