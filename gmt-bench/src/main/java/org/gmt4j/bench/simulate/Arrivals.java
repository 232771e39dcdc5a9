package org.gmt4j.bench.simulate;

import org.gmt4j.aggregation.topology.Routes;

/**
 * Request buffers that are at a node and that its server has not taken, by the edge that they came over. Owned by the
 * model's thread.
 */
final class Arrivals {
    private final Routes routes;
    private final int perEdge;
    /** Made when the first comes: most nodes of a hot spot's job never get one. */
    private int[] byEdge;
    private int senders;
    private int held;

    Arrivals(final Routes routes, final int perEdge) {
        this.routes = routes;
        this.perEdge = perEdge;
    }

    /** @throws SimulationException when the sender had no credit for it */
    void arrive(final int sender) {
        if (byEdge == null) {
            byEdge = new int[routes.edgeCount()];
        }
        final int edge = routes.edgeTo(sender);
        if (byEdge[edge]++ == 0) {
            senders++;
        }
        if (byEdge[edge] > perEdge) {
            throw SimulationException.law("node " + sender + " has sent more buffers to node " + routes.nodeId()
                + " than the edge has");
        }
        held++;
    }

    void take(final int edge) {
        held--;
        if (--byEdge[edge] == 0) {
            senders--;
        }
    }

    /** Neighbours of which something waits. */
    int senders() {
        return senders;
    }

    int held() {
        return held;
    }
}
