package org.gmt4j.broken.aggregation.server;

/** Breaks: no printing. */
public final class ServerThatPrints {
    void print() {
        System.out.println("sent");
    }
}
