package org.gmt4j.aggregation.queue;

/**
 * Nodes that a lane cannot reach: fails its operations for them. A part of {@link Aggregator}, owned by its thread.
 * Per failure; questions that are asked per command say so.
 */
public final class NodeFailures {
    private final Aggregator aggregator;
    private final Transfers transfers;
    private RuntimeException[] causes;               // null while all can be reached

    NodeFailures(final Aggregator aggregator, final Transfers transfers) {
        this.aggregator = aggregator;
        this.transfers = transfers;
    }

    /** Fails everything on its way to a node that is gone, and everything issued to it from now on. */
    public void failNode(final int node, final RuntimeException cause) {
        if (causes == null) {
            causes = new RuntimeException[aggregator.routes().topology().nodeCount()];
        }
        causes[node] = cause;
        aggregator.inFlight().failCommands(node, cause);
        failPending(node, cause);
    }

    /**
     * Fails what has been issued to a node and not been sent. The node may be tried again: later operations go their
     * way. Blocks that the server has come back with a reply, the node's or one that the server says in its stead;
     * their commands end then, and those not sent fail with this cause.
     */
    public void failPending(final int node, final RuntimeException cause) {
        final BlocksInFlight inFlight = aggregator.inFlight();
        inFlight.failUnsent(node, cause);
        aggregator.discardOpen(node, cause);
        transfers.fail(node, cause);
        inFlight.failFences(node, cause);
    }

    /** True when nothing can be issued to the node any more. Per command. */
    boolean isGone(final int node) {
        return causes != null && causes[node] != null;
    }

    /** @throws RuntimeException the cause that the node is gone with */
    void checkReachable(final int node) {
        if (isGone(node)) {
            throw causes[node];
        }
    }
}
