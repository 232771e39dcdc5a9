package org.gmt4j.aggregation.queue;

/** A command was refused by the node that should have executed it. */
public final class RemoteCommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int nodeId;
    private final CommandFailure failure;

    public RemoteCommandException(final int nodeId, final CommandFailure failure) {
        this(nodeId, failure, "");
    }

    private RemoteCommandException(final int nodeId, final CommandFailure failure, final String more) {
        super("GMT-210 node " + nodeId + " refused a command: " + failure.meaning() + more);
        this.nodeId = nodeId;
        this.failure = failure;
    }

    /** @param count failed commands that the reply could not list */
    static RemoteCommandException unlisted(final int nodeId, final int count) {
        return new RemoteCommandException(nodeId, CommandFailure.UNLISTED, " (" + count + " more than were listed)");
    }

    /** @param reached in vain: the destination itself, or a node on the way to it */
    static RemoteCommandException unreachable(final int destination, final int reached) {
        return new RemoteCommandException(reached, CommandFailure.UNREACHABLE,
            reached == destination ? "" : "; commands for node " + destination + " go by way of it");
    }

    /** The node that has refused, or that could not be reached. */
    public int nodeId() {
        return nodeId;
    }

    public CommandFailure failure() {
        return failure;
    }
}
