package org.gmt4j.aggregation.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * Level 2: the closed blocks of all lanes of a node for one next hop, whatever their final destination. Any lane adds;
 * only the communication server takes. Per block.
 *
 * <p>Never refuses: its capacity is at least the number of blocks that exist.
 */
public final class AggregationQueue {
    private static final VarHandle BYTES;
    private static final VarHandle ACTIVE;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            BYTES = lookup.findVarHandle(AggregationQueue.class, "bytes", long.class);
            ACTIVE = lookup.findVarHandle(AggregationQueue.class, "active", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int nextHop;
    private final ManyToOneConcurrentArrayQueue<RequestBlock> blocks;
    @SuppressWarnings("unused") // any lane adds, the server subtracts, through BYTES
    private volatile long bytes;
    @SuppressWarnings("unused") // set by the lane that finds it empty, cleared by the server, through ACTIVE
    private volatile boolean active;

    public AggregationQueue(final int nextHop, final int capacity) {
        this.nextHop = nextHop;
        blocks = new ManyToOneConcurrentArrayQueue<>(Math.max(2, capacity));
    }

    public int nextHop() {
        return nextHop;
    }

    /**
     * Any lane: adds a closed block.
     *
     * @return true when the queue was idle, so that the caller must announce it to the server
     */
    public boolean add(final RequestBlock block) {
        if (!blocks.offer(block)) {
            throw new IllegalStateException("aggregation queue of next hop " + nextHop + " is smaller than the pools");
        }
        BYTES.getAndAdd(this, (long) block.length());
        return !(boolean) ACTIVE.getAcquire(this) && ACTIVE.compareAndSet(this, false, true);
    }

    /** Bytes of the blocks that have been added and not yet taken. */
    public long bytes() {
        return (long) BYTES.getAcquire(this);
    }

    RequestBlock peek() {
        return blocks.peek();
    }

    RequestBlock poll() {
        final RequestBlock block = blocks.poll();
        if (block != null) {
            BYTES.getAndAdd(this, -(long) block.length());
        }
        return block;
    }

    /** Server: nothing left. Returns false when a block has come in between, then the queue stays active. */
    public boolean tryDeactivate() {
        ACTIVE.setVolatile(this, false);
        return blocks.peek() == null || !ACTIVE.compareAndSet(this, false, true);
    }
}
