package org.gmt4j.aggregation.transport.connect;

/**
 * How long one side of a connection still waits for the other, and when it says its last message again: at doubling
 * distances. Owned by the thread of the transport; grade: set-up.
 */
final class Patience {
    /** Time between two looks counts for at most this part of the time-out: a pause is rather ours than the peer's. */
    private static final int LOOKS_AT_LEAST = 20;

    private final ConnectConfig config;
    private long leftNs;
    private long lastLookNs;
    private boolean isTimed;
    private long nextSendNs;
    private long sendIntervalNs;

    Patience(final ConnectConfig config) {
        this.config = config;
    }

    /** Waits anew. */
    void reset(final long nowNs) {
        isTimed = false;
        leftNs = config.timeoutNs();
        sendIntervalNs = config.retransmitNs();
        nextSendNs = nowNs + sendIntervalNs;
    }

    /** A look while the peer owes an answer. @return false when it has been waited for long enough */
    boolean spend(final long nowNs) {
        leftNs -= isTimed ? Math.min(nowNs - lastLookNs, config.timeoutNs() / LOOKS_AT_LEAST) : 0;
        isTimed = true;
        lastLookNs = nowNs;
        return leftNs > 0;
    }

    /** True when the last message is to be said again now; the next distance is twice as long. */
    boolean isTimeToRepeat(final long nowNs) {
        if (nowNs - nextSendNs < 0) {
            return false;
        }
        sendIntervalNs = Math.min(2 * sendIntervalNs, Math.max(config.retransmitNs(), ConnectConfig.MAX_RETRANSMIT_NS));
        nextSendNs = nowNs + sendIntervalNs;
        return true;
    }
}
