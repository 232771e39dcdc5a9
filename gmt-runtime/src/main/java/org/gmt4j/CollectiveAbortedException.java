package org.gmt4j;

/**
 * A collective cannot complete because a member of its team has failed. Thrown to every member that waits in a
 * collective of the team or calls one later. The spawner of the team gets the failure itself, see
 * {@link ParForException}.
 *
 * @see Collectives
 */
public final class CollectiveAbortedException extends GmtException {
    private static final long serialVersionUID = 1L;
    private final int failedNodeId;
    private final String reason;

    /**
     * Creates an exception. For use by the runtime.
     *
     * @param what name of the collective
     */
    public CollectiveAbortedException(final String what, final int failedNodeId, final String reason) {
        super("GMT-247", "the " + what + " cannot complete: a task of its team has failed on node " + failedNodeId
            + ": " + reason);
        this.failedNodeId = failedNodeId;
        this.reason = reason;
    }

    /** Returns the id of the node whose task has failed. */
    public int failedNodeId() {
        return failedNodeId;
    }

    /** Returns class and message of the failure. */
    public String reason() {
        return reason;
    }
}
