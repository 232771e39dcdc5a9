package org.gmt4j.bench.simulate;

import java.util.Locale;

/** The streams that a server's poll looks at. */
enum Polling {
    /** As the runtime does: see {@link org.gmt4j.aggregation.transport.StreamAttention}. */
    ATTENTIVE,
    /** The streams of every open connection, each time, as the runtime did before. */
    ALL;

    String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
