package org.gmt4j;

/** Another node, or the seed of the job, has been lost. All waits of the job end with this exception. */
public final class NodeFailedException extends GmtException {
    private static final long serialVersionUID = 1L;
    private final int nodeId;

    /** Creates an exception. For use by the runtime. */
    public NodeFailedException(final int nodeId, final String reason) {
        super("GMT-240", reason);
        this.nodeId = nodeId;
    }

    /** Returns the id of the lost node; -1 for the seed. */
    public int nodeId() {
        return nodeId;
    }
}
