package org.gmt4j.engine.bootstrap;

import java.util.concurrent.TimeUnit;

/**
 * The schedule of the seed: heartbeats, the end of the time to join, and of a member's silence. Owned by the
 * {@link SeedServer}'s thread.
 */
final class SeedClock {
    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(3);

    final long joinTimeoutNs;
    private final long silenceLimitNs;
    private long startNs;       // shifted by each pause
    private long lastTickNs;
    private long lastBeatNs;

    SeedClock(final BootstrapConfig config, final long nowNs) {
        joinTimeoutNs = TimeUnit.MILLISECONDS.toNanos(config.joinTimeoutMs());
        silenceLimitNs = TimeUnit.MILLISECONDS.toNanos(config.silenceLimitMs());
        startNs = nowNs;
        lastTickNs = nowNs;
        lastBeatNs = nowNs;
    }

    /**
     * Called in each turn. Returns true after the whole job was stopped for a while (^Z): silence is no proof then, and
     * all limits start anew.
     */
    boolean hasPaused(final long nowNs) {
        final long sinceTickNs = nowNs - lastTickNs;
        lastTickNs = nowNs;
        if (sinceTickNs <= Math.min(LONGEST_PAUSE_NS, silenceLimitNs / 2)) {
            return false;
        }
        startNs += sinceTickNs;
        return true;
    }

    boolean isTooLong(final long silentNs) {
        return silentNs > silenceLimitNs;
    }

    boolean isJoiningOver(final long nowNs) {
        return nowNs - startNs > joinTimeoutNs;
    }

    /** Returns true once for each heartbeat. */
    boolean isBeatDue(final long nowNs) {
        if (nowNs - lastBeatNs <= silenceLimitNs / 3) {
            return false;
        }
        lastBeatNs = nowNs;
        return true;
    }
}
