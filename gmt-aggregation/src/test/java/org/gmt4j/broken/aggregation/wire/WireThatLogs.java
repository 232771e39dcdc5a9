package org.gmt4j.broken.aggregation.wire;

import org.slf4j.LoggerFactory;

/** Breaks: wire knows java and agrona only. */
public final class WireThatLogs {
    private WireThatLogs() {
    }

    static void log() {
        LoggerFactory.getLogger("wire").info("a record");
    }
}
