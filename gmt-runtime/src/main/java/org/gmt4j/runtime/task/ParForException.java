package org.gmt4j.runtime.task;

import org.gmt4j.GmtException;

/**
 * Chunks of a loop, or a task, have failed. The cause is the first failure that came in, with the stack of the node where it
 * happened; the others are counted.
 */
public final class ParForException extends GmtException {
    private static final long serialVersionUID = 1L;
    private final long failureCount;

    ParForException(final RemoteFailure first, final long failureCount) {
        super("GMT-239", first.describe() + (failureCount > 1 ? " (and " + (failureCount - 1) + " more failures)" : ""), first);
        this.failureCount = failureCount;
    }

    /** How many chunks have failed, the first included. */
    public long failureCount() {
        return failureCount;
    }

    /** The first failure. */
    public RemoteFailure first() {
        return (RemoteFailure) getCause();
    }
}
