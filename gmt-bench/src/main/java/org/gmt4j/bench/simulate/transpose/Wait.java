package org.gmt4j.bench.simulate.transpose;

import java.util.Locale;

/** What a server without work does. */
enum Wait {
    /** Looks again and again, and so always wants its core. */
    POLL,
    /** Sleeps until a message wakes it. */
    BLOCK;

    String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
