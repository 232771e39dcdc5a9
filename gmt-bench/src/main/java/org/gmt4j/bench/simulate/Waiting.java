package org.gmt4j.bench.simulate;

import java.util.Locale;

/** The behaviour of a server without work. */
enum Waiting {
    /** Polls for ever: nothing ever pays a wake-up. */
    POLL,
    /** Sleeps at once: the first message always pays one. */
    BLOCK,
    /** Polls for a while, then sleeps. */
    ADAPTIVE;

    /** How long it polls, in picoseconds. */
    long windowPs(final CostModel costs) {
        return switch (this) {
            case POLL -> Long.MAX_VALUE;
            case BLOCK -> -1;
            case ADAPTIVE -> costs.ps(Cost.WINDOW);
        };
    }

    String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
