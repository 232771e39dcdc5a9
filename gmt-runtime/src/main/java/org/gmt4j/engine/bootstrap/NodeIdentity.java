package org.gmt4j.engine.bootstrap;

/**
 * The identity of a node.
 *
 * @param nodeId    0 ≤ nodeId &lt; nodeCount
 * @param nodeCount number of nodes of the job
 * @param jobId     short name of the job, the same on all nodes; for logs and directories
 */
public record NodeIdentity(int nodeId, int nodeCount, String jobId) {

    public NodeIdentity {
        if (nodeCount < 1 || nodeId < 0 || nodeId >= nodeCount) {
            throw new BootstrapException(BootstrapException.REFUSED,
                "node id " + nodeId + " is not in 0.." + (nodeCount - 1) + ". Check GMT_NODE_ID and GMT_NODES.");
        }
    }
}
