package org.gmt4j;

/** Another node, or the meeting point of the job, is gone; every wait of the job ends with this. */
public final class NodeFailedException extends GmtException {
    private static final long serialVersionUID = 1L;
    private final int nodeId;

    /** For the runtime. */
    public NodeFailedException(final int nodeId, final String reason) {
        super("GMT-240", reason);
        this.nodeId = nodeId;
    }

    /** The node that is gone; -1 for the seed. */
    public int nodeId() {
        return nodeId;
    }
}
