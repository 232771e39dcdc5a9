package org.gmt4j.aggregation.transport;

import org.agrona.ErrorHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the complaints of drivers and their clients: counts all, logs the first few without their stacks, remembers
 * the last. Any thread; grade: set-up.
 */
final class DriverErrors implements ErrorHandler {
    private static final Logger LOG = LoggerFactory.getLogger(DriverErrors.class);
    private static final int LOGGED_AT_MOST = 20;

    private final String who;
    private long count;               // guarded by this
    private String last;              // guarded by this

    DriverErrors(final String who) {
        this.who = who;
    }

    @Override
    public synchronized void onError(final Throwable error) {
        count++;
        last = error.getClass().getSimpleName() + ": " + error.getMessage();
        if (count <= LOGGED_AT_MOST) {
            LOG.warn("{}: {}{}", who, last, count == LOGGED_AT_MOST ? " (further errors are only counted)" : "");
            LOG.debug("{}", who, error);
        }
    }

    synchronized long count() {
        return count;
    }

    /** The last complaint, or the given words when there was none. */
    synchronized String lastOr(final String words) {
        return last == null ? words : last;
    }
}
