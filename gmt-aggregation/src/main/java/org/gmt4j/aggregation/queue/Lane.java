package org.gmt4j.aggregation.queue;

/**
 * What one command-issuing thread of a node owns: its aggregator for requests and its buffers for replies and notices. Owned
 * by that thread; a worker, a helper, or all roles at once.
 */
public final class Lane {
    private final int index;
    private final Aggregator aggregator;
    private final ReplyBuffers replies;

    public Lane(final int index, final Aggregator aggregator, final ReplyBuffers replies) {
        this.index = index;
        this.aggregator = aggregator;
        this.replies = replies;
    }

    /** The lane's number in block headers. */
    public int index() {
        return index;
    }

    public Aggregator aggregator() {
        return aggregator;
    }

    public ReplyBuffers replies() {
        return replies;
    }

    /** Frees all memory of the lane, after its thread and the server have ended. */
    public void close() {
        aggregator.close();
        replies.close();
    }
}
