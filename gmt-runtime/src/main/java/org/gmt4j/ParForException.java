package org.gmt4j;

/**
 * Chunks of a loop, or a task, have failed. The cause is the first exception that arrived, with the stack of the node
 * that threw it, and of its original class where this node knows that class and can make the exception: one that
 * serialises to 64 KB at most, or has a constructor for its message and no fields of its own. Otherwise a
 * {@link RemoteFailure} stands in for it, and so for a cause alone. Further failures are counted.
 */
public final class ParForException extends GmtException {
    private static final long serialVersionUID = 1L;
    private final long failureCount;
    private final RemoteFailure first;

    /**
     * Creates an exception. For use by the runtime.
     *
     * @param failureCount number of failed chunks and tasks, including {@code first}
     */
    public ParForException(final RemoteFailure first, final long failureCount) {
        super("GMT-239", first.className() + " on node " + first.nodeId() + ": " + first.remoteMessage()
            + (failureCount > 1 ? " (and " + (failureCount - 1) + " more failures)" : ""), first.thrown());
        this.first = first;
        this.failureCount = failureCount;
    }

    /** Returns the number of failed chunks and tasks, including the first. */
    public long failureCount() {
        return failureCount;
    }

    /** Returns the first failure, with the node where it happened. */
    public RemoteFailure first() {
        return first;
    }
}
