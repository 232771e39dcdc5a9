package org.gmt4j;

/**
 * Chunks of a loop, or a task, have failed. The cause is the first exception that came in, of its own class where that
 * is known here, with the stack of the node where it was thrown; the others are counted.
 */
public final class ParForException extends GmtException {
    private static final long serialVersionUID = 1L;
    private final long failureCount;
    private final RemoteFailure first;

    /**
     * For the runtime.
     *
     * @param failureCount of chunks and tasks, {@code first} included
     */
    public ParForException(final RemoteFailure first, final long failureCount) {
        super("GMT-239", first.className() + " on node " + first.nodeId() + ": " + first.remoteMessage()
            + (failureCount > 1 ? " (and " + (failureCount - 1) + " more failures)" : ""), first.thrown());
        this.first = first;
        this.failureCount = failureCount;
    }

    /** How many chunks have failed, the first included. */
    public long failureCount() {
        return failureCount;
    }

    /** The first failure, as it has travelled: with the node where it happened. */
    public RemoteFailure first() {
        return first;
    }
}
