package org.gmt4j.aggregation.transport;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A transport that behaves badly within its contract: refuses claims, delays deliveries, stalls destinations. It never
 * loses, doubles or reorders. Owned by the thread of the transport below; {@link #stall} and {@link #release} by any
 * thread.
 */
public final class FaultyTransport implements Transport {
    /** Decides which claims are refused. */
    @FunctionalInterface
    public interface ClaimFault {
        /**
         * Decides.
         *
         * @param number of the claim, from 1, counting both classes and the refused ones
         * @param node   destination
         * @param cls    class of traffic
         * @param length bytes
         * @return true to answer {@link Transport#BACK_PRESSURED}
         */
        boolean refuses(long number, int node, TrafficClass cls, int length);
    }

    private final Transport transport;
    private final ClaimFault fault;
    private final int delayInPolls;
    private final int[] pollsLeft = new int[TrafficClass.COUNT];
    private final AtomicLong stalled = new AtomicLong();       // a bit per node; nodes 0 .. 63
    private long claims;
    private long refusedClaims;
    private long delayedPolls;

    private FaultyTransport(final Transport transport, final ClaimFault fault, final int delayInPolls) {
        this.transport = transport;
        this.fault = fault;
        this.delayInPolls = delayInPolls;
    }

    /**
     * No faults of its own, only {@link #stall}.
     *
     * @param transport below
     * @return the decorator
     */
    public static FaultyTransport over(final Transport transport) {
        return new FaultyTransport(transport, (number, node, cls, length) -> false, 0);
    }

    /**
     * Refuses the k-th claim and no other.
     *
     * @param k from 1
     * @return a decorator of the same transport
     */
    public FaultyTransport refusingClaim(final long k) {
        return refusing((number, node, cls, length) -> number == k);
    }

    /**
     * Refuses each n-th claim.
     *
     * @param n 2 or more
     * @return a decorator of the same transport
     */
    public FaultyTransport refusingEvery(final int n) {
        return refusing((number, node, cls, length) -> number % n == 0);
    }

    /**
     * Refuses what a predicate says.
     *
     * @param predicate which claims
     * @return a decorator of the same transport
     */
    public FaultyTransport refusing(final ClaimFault predicate) {
        return new FaultyTransport(transport, predicate, delayInPolls);
    }

    /**
     * Lets only each (n + 1)-th poll of a class through.
     *
     * @param polls n
     * @return a decorator of the same transport
     */
    public FaultyTransport delaying(final int polls) {
        return new FaultyTransport(transport, fault, polls);
    }

    /**
     * Refuses all claims for a node until {@link #release}.
     *
     * @param node 0 .. 63
     */
    public void stall(final int node) {
        stalled.getAndUpdate(bits -> bits | 1L << node);
    }

    /**
     * Ends {@link #stall}.
     *
     * @param node 0 .. 63
     */
    public void release(final int node) {
        stalled.getAndUpdate(bits -> bits & ~(1L << node));
    }

    /** @return claims asked for, refused ones included */
    public long claims() {
        return claims;
    }

    /** @return claims refused by this decorator */
    public long refusedClaims() {
        return refusedClaims;
    }

    /** @return polls answered by this decorator with nothing */
    public long delayedPolls() {
        return delayedPolls;
    }

    @Override
    public int tryClaim(final int node, final TrafficClass cls, final int length, final TransportClaim claim) {
        claims++;
        if ((stalled.get() >>> node & 1) != 0 || fault.refuses(claims, node, cls, length)) {
            refusedClaims++;
            return BACK_PRESSURED;
        }
        return transport.tryClaim(node, cls, length, claim);
    }

    @Override
    public int poll(final TrafficClass cls, final FragmentConsumer consumer, final int limit) {
        if (pollsLeft[cls.ordinal()]-- > 0) {
            delayedPolls++;
            return 0;
        }
        pollsLeft[cls.ordinal()] = delayInPolls;
        return transport.poll(cls, consumer, limit);
    }

    @Override
    public int nodeId() {
        return transport.nodeId();
    }

    @Override
    public int nodeCount() {
        return transport.nodeCount();
    }

    @Override
    public int maxPayloadLength() {
        return transport.maxPayloadLength();
    }

    @Override
    public byte[] localAddress() {
        return transport.localAddress();
    }

    @Override
    public void connect(final byte[][] addresses) {
        transport.connect(addresses);
    }

    @Override
    public int doWork(final long nowNs) {
        return transport.doWork(nowNs);
    }

    @Override
    public boolean hasTrafficPending() {
        return transport.hasTrafficPending();
    }

    @Override
    public Optional<String> failure() {
        return transport.failure();
    }

    @Override
    public boolean isFailed(final int node) {
        return transport.isFailed(node);
    }

    @Override
    public TransportCounters counters() {
        return transport.counters();
    }

    @Override
    public void close() {
        transport.close();
    }
}
