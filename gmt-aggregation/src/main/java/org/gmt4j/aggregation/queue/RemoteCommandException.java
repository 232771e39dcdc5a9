package org.gmt4j.aggregation.queue;

/** A command was refused by the node that should have executed it. */
public final class RemoteCommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int nodeId;
    private final CommandFailure failure;

    public RemoteCommandException(final int nodeId, final CommandFailure failure) {
        super("GMT-210 node " + nodeId + " refused a command: " + failure.meaning());
        this.nodeId = nodeId;
        this.failure = failure;
    }

    public int nodeId() {
        return nodeId;
    }

    public CommandFailure failure() {
        return failure;
    }
}
