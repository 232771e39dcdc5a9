package org.gmt4j.aggregation.transport;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One node's door to a {@link LoopbackNetwork}. Owned by one thread; grade: per buffer. Used directly, connections
 * open at once, so {@link #NOT_CONNECTED} is never answered.
 */
final class LoopbackTransport implements LinkedTransport, TransportClaim.Target {
    private static final long SWEEP_INTERVAL_NS = 100_000_000;
    private static final TrafficClass[] CLASSES = TrafficClass.values();

    private final LoopbackNetwork network;
    private final int nodeId;
    private final int nodeCount;
    private final int maxPayloadLength;
    private final TransportCounters counters = new TransportCounters();
    private final LoopbackRing[][] outbound;                       // by class and node, filled on first use
    private final int[] nextInbound = new int[TrafficClass.COUNT];  // where the next poll starts
    private boolean isGated;
    private long lastSweepNs;
    private LoopbackRing claimed;
    private int claimedNode;
    private LoopbackRing delivering;
    private String failure;
    private volatile boolean isClosed;

    LoopbackTransport(final LoopbackNetwork network, final int nodeId, final int nodeCount,
            final int maxPayloadLength) {
        this.network = network;
        this.nodeId = nodeId;
        this.nodeCount = nodeCount;
        this.maxPayloadLength = maxPayloadLength;
        this.outbound = new LoopbackRing[TrafficClass.COUNT][nodeCount];
    }

    @Override
    public int nodeId() {
        return nodeId;
    }

    @Override
    public int nodeCount() {
        return nodeCount;
    }

    @Override
    public int maxPayloadLength() {
        return maxPayloadLength;
    }

    @Override
    public byte[] localAddress() {
        return ("loopback:" + nodeId).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void connect(final byte[][] addresses) {
        if (addresses.length != nodeCount) {
            throw new TransportException(TransportException.Code.BAD_ADDRESS,
                    "expected " + nodeCount + " addresses, found " + addresses.length + ": give one per node");
        }
    }

    @Override
    public int tryClaim(final int node, final TrafficClass cls, final int length, final TransportClaim claim) {
        Claims.check(length, maxPayloadLength, node, nodeCount);
        if (isClosed) {
            return CLOSED;
        }
        if (claimed != null) {
            throw Claims.stillOpen();
        }
        LoopbackRing ring = outbound[cls.ordinal()][node];
        if (ring == null || network.isGone(node)) {
            if (network.isGone(node)) {
                failure = "node " + node + " has left the loopback network";
                return FAILED;
            }
            if (isGated) {
                return NOT_CONNECTED;
            }
            ring = open(node, cls);
        }
        final long address = ring.claim(length);
        if (address == 0) {
            counters.claimsBackPressured++;
            return BACK_PRESSURED;
        }
        claim.open(address, length, this);
        claimed = ring;
        claimedNode = node;
        counters.claims++;
        counters.claimedBytes += length;
        return OK;
    }

    @Override
    public boolean isFailed(final int node) {
        if (network.isGone(node) && node != nodeId) {
            failure = "node " + node + " has left the loopback network";
            return true;
        }
        return false;
    }

    private LoopbackRing open(final int node, final TrafficClass cls) {
        final LoopbackRing ring = network.createRing(nodeId, node, cls);
        outbound[cls.ordinal()][node] = ring;
        counters.connectionsOpened++;
        return ring;
    }

    @Override
    public boolean onArrival(final Runnable listener) {
        network.onArrival(nodeId, listener);
        return true;
    }

    @Override
    public void commitClaim() {
        claimed.publish();
        claimed = null;
        network.arrived(claimedNode);
    }

    @Override
    public void abortClaim() {
        claimed = null;
        counters.claimsAborted++;
    }

    @Override
    public int poll(final TrafficClass cls, final FragmentConsumer consumer, final int limit) {
        if (isClosed) {
            return 0;
        }
        final LoopbackRing[] rings = network.inbound(nodeId, cls);
        final int count = rings.length;
        int index = nextInbound[cls.ordinal()];
        int delivered = 0;
        for (int i = 0; i < count && delivered < limit; i++) {
            index = index < count ? index : 0;
            final LoopbackRing ring = rings[index];
            if (isGated && !mayRead(ring)) {
                index++;
                continue;
            }
            long address;
            while (delivered < limit && (address = ring.next()) != 0) {
                if (!deliver(ring, address, consumer)) {
                    nextInbound[cls.ordinal()] = index;
                    return delivered;
                }
                delivered++;
            }
            index++;
        }
        nextInbound[cls.ordinal()] = index;
        return delivered;
    }

    private boolean deliver(final LoopbackRing ring, final long address, final FragmentConsumer consumer) {
        final int length = ring.length(address);
        delivering = ring;
        boolean isTaken = true;               // also when the consumer throws
        try {
            isTaken = consumer.onFragment(address, length);
        } finally {
            if (isTaken) {
                ring.release(length);
                counters.buffersDelivered++;
                counters.bytesDelivered += length;
            } else {
                counters.deliveriesRefused++;
            }
        }
        return isTaken;
    }

    /** Its own rings a node always reads. */
    private boolean mayRead(final LoopbackRing ring) {
        return ring.isAdmitted() || ring.sourceNode() == nodeId;
    }

    @Override
    public int doWork(final long nowNs) {
        if (isGated && !isClosed && nowNs - lastSweepNs >= SWEEP_INTERVAL_NS) {
            lastSweepNs = nowNs;
            for (final TrafficClass cls : CLASSES) {
                removeDone(cls);
            }
        }
        return 0;
    }

    // --- links ---

    @Override
    public void gate() {
        isGated = true;
    }

    @Override
    public boolean isExposed() {
        return false;
    }

    @Override
    public int deliveringNode() {
        return delivering.sourceNode();
    }

    @Override
    public int deliveringStream() {
        return delivering.sourceNode() == nodeId ? 0 : delivering.ticket();
    }

    @Override
    public boolean isLost() {
        return isClosed;
    }

    @Override
    public void createLinks(final int node) {
        for (final TrafficClass cls : CLASSES) {
            if (outbound[cls.ordinal()][node] == null && !isClosed && !network.isGone(node)) {
                open(node, cls);
            }
        }
    }

    @Override
    public int linkState(final int node) {
        return network.isGone(node) ? BROKEN : outbound[0][node] == null ? CREATING : CREATED;
    }

    @Override
    public String linkFailure(final int node) {
        return "node " + node + " has left the loopback network";
    }

    @Override
    public long ticket(final int node, final TrafficClass cls) {
        final long number = outbound[cls.ordinal()][node].ticket();
        return number << Integer.SIZE | number;
    }

    @Override
    public void admit(final int node, final long requestTicket, final long replyTicket) {
        admit(node, TrafficClass.REQUEST, requestTicket);
        admit(node, TrafficClass.REPLY, replyTicket);
    }

    private void admit(final int node, final TrafficClass cls, final long ticket) {
        for (final LoopbackRing ring : network.inbound(nodeId, cls)) {
            if (ring.sourceNode() == node && ring.ticket() == (int) ticket) {
                ring.admit();
            }
        }
    }

    @Override
    public long sentPosition(final int node, final TrafficClass cls) {
        return outbound[cls.ordinal()][node].written();
    }

    @Override
    public long receivedPosition(final int node, final TrafficClass cls) {
        long position = 0;
        for (final LoopbackRing ring : network.inbound(nodeId, cls)) {
            if (ring.sourceNode() == node && ring.isAdmitted()) {
                position = ring.read();
            }
        }
        return position;
    }

    @Override
    public void releaseLinks(final int node) {
        for (final TrafficClass cls : CLASSES) {
            final LoopbackRing ring = outbound[cls.ordinal()][node];
            if (ring != null) {
                ring.finish();
                outbound[cls.ordinal()][node] = null;
            }
        }
    }

    /** Rings that others have finished and this node has read. */
    private void removeDone(final TrafficClass cls) {
        for (final LoopbackRing ring : network.inbound(nodeId, cls)) {
            if (ring.isDone()) {
                network.removeRing(ring, nodeId, cls);
            }
        }
    }

    @Override
    public long bytesPerConnection() {
        return (long) TrafficClass.COUNT * network.capacityBytes();
    }

    @Override
    public boolean hasTrafficPending() {
        return !isClosed && (hasPending(TrafficClass.REQUEST) || hasPending(TrafficClass.REPLY));
    }

    private boolean hasPending(final TrafficClass cls) {
        for (final LoopbackRing ring : network.inbound(nodeId, cls)) {
            if (!ring.isEmpty() && (!isGated || mayRead(ring))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Optional<String> failure() {
        return Optional.ofNullable(failure == null && isClosed ? "closed by its node" : failure);
    }

    @Override
    public TransportCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            network.leave(nodeId);
        }
    }
}
