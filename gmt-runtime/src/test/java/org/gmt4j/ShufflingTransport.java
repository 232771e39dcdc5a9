package org.gmt4j;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.transport.FragmentConsumer;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportClaim;
import org.gmt4j.aggregation.transport.TransportCounters;
import org.gmt4j.aggregation.wire.BufferHeader;

/**
 * Delivers late and in another order than buffers came: each waits for some random polls, and sources take turns at
 * random. What one node has sent in one class keeps its order, as every transport promises. {@link #freeze} makes a
 * node look dead. Owned by the thread of the transport below; freeze by any thread.
 */
public final class ShufflingTransport implements Transport {
    private static final int MOST_HELD = 64;

    private final Transport below;
    private final int longestDelay;
    private final SplittableRandom random;
    private final ArrayDeque<Held>[][] held;
    private int heldCount;
    private long polls;
    private volatile boolean isFrozen;

    private record Held(long address, int length, long due) {
    }

    /** @param longestDelay polls that a buffer is held back at most */
    @SuppressWarnings("unchecked")
    public ShufflingTransport(final Transport below, final int longestDelay, final long seed) {
        this.below = below;
        this.longestDelay = longestDelay;
        random = new SplittableRandom(seed + below.nodeId());
        held = new ArrayDeque[TrafficClass.COUNT][below.nodeCount()];
        for (final ArrayDeque<Held>[] ofClass : held) {
            java.util.Arrays.setAll(ofClass, i -> new ArrayDeque<>());
        }
    }

    /** From now on nothing is delivered and nothing can be sent. */
    public void freeze() {
        isFrozen = true;
    }

    @Override
    public int tryClaim(final int node, final TrafficClass cls, final int length, final TransportClaim claim) {
        return isFrozen ? BACK_PRESSURED : below.tryClaim(node, cls, length, claim);
    }

    @Override
    public int poll(final TrafficClass cls, final FragmentConsumer consumer, final int limit) {
        if (isFrozen) {
            return 0;
        }
        polls++;
        if (heldCount < MOST_HELD) {
            below.poll(cls, (address, length) -> hold(cls, address, length), MOST_HELD - heldCount);
        }
        int delivered = 0;
        final ArrayDeque<Held>[] sources = held[cls.ordinal()];
        for (int i = 0, source = random.nextInt(sources.length); i < sources.length; i++,
            source = (source + 1) % sources.length) {
            while (delivered < limit && !sources[source].isEmpty() && sources[source].peek().due <= polls) {
                if (!consumer.onFragment(sources[source].peek().address, sources[source].peek().length)) {
                    return delivered;
                }
                delivered++;
                release(sources[source].poll());
            }
        }
        return delivered;
    }

    private boolean hold(final TrafficClass cls, final long address, final int length) {
        final long copy = UnsafeApi.allocateMemory(length);
        UnsafeApi.copyMemory(address, copy, length);
        held[cls.ordinal()][BufferHeader.previousHop(address)].add(new Held(copy, length,
            polls + random.nextInt(longestDelay + 1)));
        heldCount++;
        return true;
    }

    private void release(final Held buffer) {
        UnsafeApi.freeMemory(buffer.address);
        heldCount--;
    }

    @Override
    public boolean hasTrafficPending() {
        return heldCount > 0 || below.hasTrafficPending();
    }

    @Override
    public void close() {
        for (final ArrayDeque<Held>[] ofClass : held) {
            for (final ArrayDeque<Held> ofSource : ofClass) {
                ofSource.forEach(this::release);
                ofSource.clear();
            }
        }
        below.close();
    }

    @Override
    public int nodeId() {
        return below.nodeId();
    }

    @Override
    public int nodeCount() {
        return below.nodeCount();
    }

    @Override
    public int maxPayloadLength() {
        return below.maxPayloadLength();
    }

    @Override
    public byte[] localAddress() {
        return below.localAddress();
    }

    @Override
    public void connect(final byte[][] addresses) {
        below.connect(addresses);
    }

    @Override
    public int doWork(final long nowNs) {
        return below.doWork(nowNs);
    }

    @Override
    public Optional<String> failure() {
        return below.failure();
    }

    @Override
    public TransportCounters counters() {
        return below.counters();
    }
}
