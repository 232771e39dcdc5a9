package org.gmt4j.aggregation.queue;

/**
 * The parts that one command-issuing thread of a node owns: its aggregator for requests, its buffers for replies and
 * notices, and its large transfers. Owned by that thread; a worker, a helper, or all roles at once.
 */
public final class Lane {
    private final int index;
    private final Aggregator aggregator;
    private final ReplyBuffers replies;
    private final Rendezvous rendezvous;

    public Lane(final int index, final Aggregator aggregator, final ReplyBuffers replies) {
        this.index = index;
        this.aggregator = aggregator;
        this.replies = replies;
        rendezvous = new Rendezvous(aggregator.routes(), aggregator, replies);
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

    public Rendezvous rendezvous() {
        return rendezvous;
    }

    /** Bytes of the blocks, buffers and copies that exist. */
    public long memoryInBytes() {
        return aggregator.memoryInBytes() + replies.memoryInBytes() + rendezvous.memoryInBytes();
    }

    /** Frees all memory of the lane, after its thread and the server have ended. */
    public void close() {
        aggregator.close();
        rendezvous.close();
        replies.close();
    }
}
