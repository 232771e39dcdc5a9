package org.gmt4j.aggregation.queue;

/**
 * The communication server's short cut for a lane that shares its thread: long data go from their place straight into
 * the transport, and long replies are written there, without a block or a buffer in between. Only that thread. Per
 * block.
 */
public interface DirectSender {
    /**
     * Sends a closed block, with {@code length} bytes of {@code source} behind its contents, after all blocks that
     * were handed over before it for the same hop.
     *
     * @param source an array object with a byte offset, or null with an address
     * @return false: the transport refuses, or has refused an earlier one; nothing has happened
     */
    boolean send(RequestBlock block, Object source, long from, int length);

    /** Longest block that {@link #send} takes: the capacity of a request buffer, data included. */
    int maxBlockLength();

    /**
     * Space in the transport for one reply block of exactly {@code length} bytes, or 0: refused. Nothing else may be
     * sent before the commit.
     */
    long claimReply(int node, int length);

    /**
     * As {@link #claimReply}, behind everything that has been handed over for the node in the reply class; refused
     * while some of it waits.
     */
    long claimReplyInOrder(int node, int length);

    /** Sends the reply that was claimed. */
    void commitReply();
}
