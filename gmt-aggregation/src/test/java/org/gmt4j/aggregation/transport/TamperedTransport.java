package org.gmt4j.aggregation.transport;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * A transport that breaks its contract on the way in: buffers are lost, changed, repeated, late, or come from nowhere.
 * Owned by the thread of the transport below. Buffers wait here as copies, so it presses back on nobody.
 */
public final class TamperedTransport extends ForwardingTransport {
    /** Decides what happens to a buffer, counted from 0 over both classes. */
    @FunctionalInterface
    public interface Tamper {
        /** @param bytes may be changed, and delivered any number of times, see {@link Way} */
        void on(long number, int source, TrafficClass cls, byte[] bytes, Way way);
    }

    /** Delivers, as if it had come in the stream of the buffer in question, now or later. */
    @FunctionalInterface
    public interface Way {
        void deliver(byte[] bytes);
    }

    private record Parcel(int source, int stream, byte[] bytes) {
    }

    private final Tamper tamper;
    @SuppressWarnings("unchecked")
    private final ArrayDeque<Parcel>[] waiting = new ArrayDeque[] {new ArrayDeque<Parcel>(), new ArrayDeque<Parcel>()};
    private final ByteBuffer scratch;
    private Parcel delivering;
    private long count;

    private TamperedTransport(final LinkedTransport inner, final Tamper tamper) {
        super(inner);
        this.tamper = tamper;
        scratch = ByteBuffer.allocateDirect(inner.maxPayloadLength());
    }

    /** Transports that are tampered with on one node. */
    public static TransportFactory at(final int node, final TransportFactory factory, final Tamper tamper) {
        return (nodeId, nodeCount) -> {
            final LinkedTransport inner = (LinkedTransport) factory.open(nodeId, nodeCount);
            return nodeId == node ? new TamperedTransport(inner, tamper) : inner;
        };
    }

    @Override
    public int poll(final TrafficClass cls, final FragmentConsumer consumer, final int limit) {
        final ArrayDeque<Parcel> queue = waiting[cls.ordinal()];
        inner.poll(cls, (address, length) -> {
            final byte[] bytes = new byte[length];
            UnsafeApi.copyMemory(null, address, bytes, UnsafeApi.arrayBaseOffset(byte[].class), length);
            final int source = inner.deliveringNode();
            final int stream = inner.deliveringStream();
            tamper.on(count++, source, cls, bytes, some -> queue.add(new Parcel(source, stream, some.clone())));
            return true;
        }, limit);
        int delivered = 0;
        while (delivered < limit && !queue.isEmpty() && deliver(queue, consumer)) {
            delivered++;
        }
        return delivered;
    }

    private boolean deliver(final ArrayDeque<Parcel> queue, final FragmentConsumer consumer) {
        final Parcel parcel = queue.poll();
        delivering = parcel;
        final long address = BufferUtil.address(scratch);
        UnsafeApi.copyMemory(parcel.bytes, UnsafeApi.arrayBaseOffset(byte[].class), null, address, parcel.bytes.length);
        final boolean isTaken = consumer.onFragment(address, parcel.bytes.length);
        if (!isTaken) {
            queue.addFirst(parcel);
        }
        return isTaken;
    }

    @Override
    public int deliveringNode() {
        return delivering.source;
    }

    @Override
    public int deliveringStream() {
        return delivering.stream;
    }

    @Override
    public boolean hasTrafficPending() {
        return !waiting[0].isEmpty() || !waiting[1].isEmpty() || inner.hasTrafficPending();
    }
}
