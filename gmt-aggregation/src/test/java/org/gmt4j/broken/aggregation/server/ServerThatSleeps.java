package org.gmt4j.broken.aggregation.server;

/** Breaks: nothing waits. */
public final class ServerThatSleeps {
    void rest() throws InterruptedException {
        Thread.sleep(1);
    }
}
