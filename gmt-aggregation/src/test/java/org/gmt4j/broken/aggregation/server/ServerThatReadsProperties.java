package org.gmt4j.broken.aggregation.server;

/** Breaks: settings come from settings. */
public final class ServerThatReadsProperties {
    String read() {
        return System.getProperty("gmt.credits");
    }
}
