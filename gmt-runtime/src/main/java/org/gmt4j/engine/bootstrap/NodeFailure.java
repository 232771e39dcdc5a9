package org.gmt4j.engine.bootstrap;

/**
 * The failure of a node: it is gone without having left.
 *
 * @param nodeId id of the node, or {@link #SEED}
 * @param reason observation, in words
 */
public record NodeFailure(int nodeId, String reason) {

    /** Id of the seed itself: launcher, or node 0 of a job joined by hand. */
    public static final int SEED = -1;

    /** @return a message with code that names the node */
    public String message() {
        return nodeId == SEED ? BootstrapException.SEED_LOST + " the seed of the job is lost: " + reason + "."
            : BootstrapException.NODE_FAILED + " node " + nodeId + " failed: " + reason + ".";
    }
}
