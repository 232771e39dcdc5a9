package org.gmt4j.bench.simulate;

import java.util.Locale;

/** The way of an answer. */
enum Replies {
    /** Straight to the node that asked, over a connection made for it. */
    DIRECT,
    /**
     * Over the edges of the topology, as requests; without credits, since answers are never more than the processes.
     */
    ROUTED;

    String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
