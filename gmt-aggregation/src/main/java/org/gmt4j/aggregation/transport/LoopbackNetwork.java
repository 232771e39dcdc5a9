package org.gmt4j.aggregation.transport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Joins several nodes inside one process by memory alone. Any thread; grade: set-up.
 *
 * <p>There is one {@link LoopbackRing} per (source, destination, class), made on first use, so memory follows the pairs
 * that talk: {@code capacityBytes} each. It is given back by {@link #close()}, which asks that all owners of transports
 * have stopped; a transport that closes alone leaves its sent buffers to be read.
 */
public final class LoopbackNetwork implements TransportFactory, AutoCloseable {
    /** Ring capacity for up to eight nodes; more nodes get less each. */
    public static final int DEFAULT_CAPACITY_BYTES = 256 * 1024;

    private static final int NEW = 0;
    private static final int OPEN = 1;
    private static final int GONE = 2;

    private final int nodeCount;
    private final int capacityBytes;
    private final AtomicReferenceArray<LoopbackRing[]> inbound;   // by node and class, copied on write
    private final AtomicIntegerArray states;
    private final AtomicReferenceArray<Runnable> listeners;       // by node; null: nobody asked
    private final List<LoopbackTransport> transports = new ArrayList<>();   // guarded by this
    private boolean isClosed;                                     // guarded by this
    private final AtomicInteger lastTicket = new AtomicInteger();

    /**
     * Makes a network with a ring capacity suited to the number of nodes.
     *
     * @param nodeCount nodes to be joined
     */
    public LoopbackNetwork(final int nodeCount) {
        this(nodeCount, nodeCount <= 8 ? DEFAULT_CAPACITY_BYTES : DEFAULT_CAPACITY_BYTES / 4);
    }

    /**
     * Makes a network.
     *
     * @param nodeCount     nodes to be joined
     * @param capacityBytes of each ring, a power of two; the largest payload is a quarter of it less 8 bytes
     */
    public LoopbackNetwork(final int nodeCount, final int capacityBytes) {
        if (nodeCount < 1) {
            throw new TransportException(TransportException.Code.BAD_SETTING,
                    "a loopback network needs at least one node, found " + nodeCount);
        }
        this.nodeCount = nodeCount;
        this.capacityBytes = capacityBytes;
        this.inbound = new AtomicReferenceArray<>(nodeCount * TrafficClass.COUNT);
        for (int i = 0; i < inbound.length(); i++) {
            inbound.setPlain(i, new LoopbackRing[0]);
        }
        this.states = new AtomicIntegerArray(nodeCount);
        this.listeners = new AtomicReferenceArray<>(nodeCount);
    }

    @Override
    public synchronized LinkedTransport open(final int nodeId, final int nodeCount) {
        if (isClosed || nodeCount != this.nodeCount || nodeId < 0 || nodeId >= nodeCount || states.get(nodeId) != NEW) {
            throw new TransportException(TransportException.Code.BAD_SETTING,
                    "cannot open node " + nodeId + " of " + nodeCount + " in a "
                    + (isClosed ? "closed " : "") + "loopback network of " + this.nodeCount
                    + " nodes: open each node once, with the network's own node count");
        }
        states.set(nodeId, OPEN);
        final LoopbackTransport transport = new LoopbackTransport(this, nodeId, nodeCount,
                LoopbackRing.maxPayloadLength(capacityBytes));
        transports.add(transport);
        return transport;
    }

    /** Closes the transports that are still open and frees all rings. Asks that their owners have stopped. */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        transports.forEach(LoopbackTransport::close);
        for (int i = 0; i < inbound.length(); i++) {
            for (final LoopbackRing ring : inbound.getAndSet(i, new LoopbackRing[0])) {
                ring.free();
            }
        }
    }

    /** Makes the ring for a pair and shows it to the destination. Called by the source. */
    LoopbackRing createRing(final int source, final int destination, final TrafficClass cls) {
        final LoopbackRing ring = new LoopbackRing(source, lastTicket.incrementAndGet(), capacityBytes);
        show(ring, destination, cls);
        return ring;
    }

    private synchronized void show(final LoopbackRing ring, final int destination, final TrafficClass cls) {
        if (isClosed) {
            ring.free();
            throw new IllegalStateException("the loopback network is closed");
        }
        final int slot = slot(destination, cls);
        final LoopbackRing[] rings = inbound.get(slot);
        final LoopbackRing[] more = Arrays.copyOf(rings, rings.length + 1);
        more[rings.length] = ring;
        inbound.set(slot, more);
    }

    /** Takes a ring that is done away and frees it. Called by the destination. */
    synchronized void removeRing(final LoopbackRing ring, final int destination, final TrafficClass cls) {
        final int slot = slot(destination, cls);
        final LoopbackRing[] fewer = Arrays.stream(inbound.get(slot)).filter(other -> other != ring)
            .toArray(LoopbackRing[]::new);
        if (!isClosed && fewer.length < inbound.get(slot).length) {
            inbound.set(slot, fewer);
            ring.free();
        }
    }

    int capacityBytes() {
        return capacityBytes;
    }

    /** The rings that lead to a node. */
    LoopbackRing[] inbound(final int node, final TrafficClass cls) {
        return inbound.getAcquire(slot(node, cls));
    }

    void onArrival(final int node, final Runnable listener) {
        listeners.setRelease(node, listener);               // partner: getAcquire in arrived()
    }

    /** A buffer has been published to a node. */
    void arrived(final int node) {
        final Runnable listener = listeners.getAcquire(node);
        if (listener != null) {
            listener.run();
        }
    }

    boolean isGone(final int node) {
        return states.getAcquire(node) == GONE;
    }

    void leave(final int node) {
        states.set(node, GONE);
    }

    private static int slot(final int node, final TrafficClass cls) {
        return node * TrafficClass.COUNT + cls.ordinal();
    }
}
