package org.gmt4j.aggregation.server;

/** Receives the failures of the transport from the {@link CommunicationServer}, on its thread. */
public interface PeerTrouble {
    /**
     * A node cannot be reached now. The lanes should fail the operations that wait for it; after that the server
     * answers the blocks that were not sent in the node's stead, so that blocks and credits come back. Called again for
     * operations issued later.
     *
     * @param reason names the node
     * @return false: not now, call again
     */
    boolean unreachable(int node, String reason);

    /** Something that the job needs is lost: replies for a node, or buffers sent to it. Called once per node. */
    void undeliverable(int node, String reason);

    /** The transport as a whole is gone. Called once. */
    void lost(String reason);
}
