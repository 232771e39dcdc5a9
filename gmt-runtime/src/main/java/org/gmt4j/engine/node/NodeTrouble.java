package org.gmt4j.engine.node;

import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.gmt4j.GmtException;
import org.gmt4j.NodeFailedException;
import org.gmt4j.aggregation.server.PeerTrouble;

/**
 * Handles failures of the transport. Called by the server's thread.
 *
 * <ul>
 * <li>a node cannot be reached: operations that wait for it fail with {@link NodeFailedException}, all others
 * continue;</li>
 * <li>data sent or owed are lost: every wait of this node fails with the cause;</li>
 * <li>the transport has failed: this node fails, and notifies the others.</li>
 * </ul>
 */
final class NodeTrouble implements PeerTrouble {
    private final int nodeId;
    private final BiPredicate<Integer, RuntimeException> lanes;
    private final Consumer<Throwable> onFailure;

    /** @param lanes fails the lanes' operations on a node; returns false when some lanes must be called again */
    NodeTrouble(final NodeParts parts, final BiPredicate<Integer, RuntimeException> lanes) {
        nodeId = parts.nodeId();
        onFailure = parts.onFailure();
        this.lanes = lanes;
    }

    @Override
    public boolean unreachable(final int node, final String reason) {
        return lanes.test(node, new NodeFailedException(node, "operations for node " + node + " failed: " + reason));
    }

    @Override
    public void undeliverable(final int node, final String reason) {
        onFailure.accept(new NodeFailedException(node, "node " + nodeId + " has lost its connection to node "
            + node + ": " + reason));
    }

    @Override
    public void lost(final String reason) {
        onFailure.accept(new GmtException("GMT-516", "the transport of node " + nodeId + " is gone: " + reason));
    }
}
