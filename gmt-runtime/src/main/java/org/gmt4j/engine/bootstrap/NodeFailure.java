package org.gmt4j.engine.bootstrap;

/**
 * A node is gone without having left.
 *
 * @param nodeId which node, or {@link #SEED}
 * @param reason what was observed, in words
 */
public record NodeFailure(int nodeId, String reason) {

    /** The meeting point itself was lost: launcher, or node 0 of a job joined by hand. */
    public static final int SEED = -1;

    /** @return a message that names the node, with code */
    public String message() {
        return nodeId == SEED ? BootstrapException.SEED_LOST + " the seed of the job is lost: " + reason + "."
            : BootstrapException.NODE_FAILED + " node " + nodeId + " failed: " + reason + ".";
    }
}
