package org.gmt4j.aggregation.transport.connect;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.gmt4j.aggregation.transport.TransportException;

/**
 * Control channels of nodes inside one process, as good or bad as asked for. Any thread; each channel is owned by one.
 *
 * <p>Every frame is late by {@code delayNs} and by a random part of {@code jitterNs}, so that frames overtake each
 * other; it is lost or doubled with the probabilities given. Deterministic for one thread and one seed: the time is the
 * callers'.
 */
public final class MemoryControlNetwork implements ControlChannel.Factory {
    /** The faults that happen to frames. */
    public record Faults(long delayNs, long jitterNs, double lost, double doubled, long seed) {
        /** Nothing. */
        public static final Faults NONE = new Faults(0, 0, 0, 0, 1);

        /** Only late. */
        public static Faults delay(final long ns) {
            return new Faults(ns, 0, 0, 0, 1);
        }
    }

    /** May look at each frame before faults do. */
    @FunctionalInterface
    public interface Filter {
        /** @return false to lose it */
        boolean passes(int source, int destination, byte[] frame);
    }

    private record Parcel(long dueNs, long order, int source, byte[] bytes) {
    }

    private final ConcurrentLinkedQueue<Parcel>[] inboxes;
    private final AtomicReferenceArray<Runnable> listeners;
    private final Faults faults;
    private volatile Filter filter = (source, destination, frame) -> true;

    /** A network without faults. */
    public MemoryControlNetwork(final int nodeCount) {
        this(nodeCount, Faults.NONE);
    }

    /** A network with faults. */
    @SuppressWarnings("unchecked")
    public MemoryControlNetwork(final int nodeCount, final Faults faults) {
        this.faults = faults;
        inboxes = new ConcurrentLinkedQueue[nodeCount];
        listeners = new AtomicReferenceArray<>(nodeCount);
        for (int node = 0; node < nodeCount; node++) {
            inboxes[node] = new ConcurrentLinkedQueue<>();
        }
    }

    /** Installs a look at each frame; any thread. */
    public void filter(final Filter newFilter) {
        filter = newFilter;
    }

    /** A frame from nowhere, as a stranger would send it. Any thread. */
    public void inject(final int destination, final byte[] frame) {
        put(destination, new Parcel(Long.MIN_VALUE, 0, -1, frame.clone()));
    }

    private void put(final int destination, final Parcel parcel) {
        inboxes[destination].add(parcel);
        final Runnable listener = listeners.get(destination);
        if (listener != null) {
            listener.run();
        }
    }

    @Override
    public ControlChannel open(final int nodeId, final int nodeCount) {
        if (nodeCount != inboxes.length) {
            throw new TransportException(TransportException.Code.BAD_SETTING,
                "the control network has " + inboxes.length + " nodes, the job " + nodeCount);
        }
        return new Door(nodeId);
    }

    private final class Door implements ControlChannel {
        private static final Comparator<Parcel> BY_TIME = Comparator.comparingLong(Parcel::order);
        private final int nodeId;
        private final Random random;
        private final PriorityQueue<Parcel> waiting = new PriorityQueue<>(
            Comparator.comparingLong(Parcel::dueNs).thenComparing(BY_TIME));
        private long order;

        Door(final int nodeId) {
            this.nodeId = nodeId;
            random = new Random(faults.seed() * 31 + nodeId);
        }

        @Override
        public byte[] localAddress() {
            return ("memory:" + nodeId).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void connect(final byte[][] addresses) {
            if (addresses.length != inboxes.length) {
                throw new TransportException(TransportException.Code.BAD_ADDRESS,
                    "expected " + inboxes.length + " addresses, found " + addresses.length + ": give one per node");
            }
        }

        @Override
        public void send(final int node, final byte[] frame, final int length, final long nowNs) {
            final byte[] bytes = java.util.Arrays.copyOf(frame, length);
            if (!filter.passes(nodeId, node, bytes) || random.nextDouble() < faults.lost()) {
                return;
            }
            deliver(node, bytes, nowNs);
            if (random.nextDouble() < faults.doubled()) {
                deliver(node, bytes, nowNs);
            }
        }

        private void deliver(final int node, final byte[] bytes, final long nowNs) {
            final long late = faults.jitterNs() == 0 ? 0 : (long) (random.nextDouble() * faults.jitterNs());
            put(node, new Parcel(nowNs + faults.delayNs() + late, order++, nodeId, bytes));
        }

        @Override
        public int poll(final FrameHandler handler, final int limit, final long nowNs) {
            Parcel parcel;
            while ((parcel = inboxes[nodeId].poll()) != null) {
                waiting.add(parcel);
            }
            int count = 0;
            while (count < limit && (parcel = waiting.peek()) != null
                && (parcel.source < 0 || nowNs - parcel.dueNs >= 0)) {
                waiting.poll();
                handler.onFrame(parcel.bytes, parcel.bytes.length, "memory:" + parcel.source);
                count++;
            }
            return count;
        }

        /** Frames that are late come to nobody's notice when they are due. */
        @Override
        public boolean onArrival(final Runnable listener) {
            if (faults.delayNs() > 0 || faults.jitterNs() > 0) {
                return false;
            }
            listeners.set(nodeId, listener);
            return true;
        }

        @Override
        public boolean hasPending() {
            return !waiting.isEmpty() || !inboxes[nodeId].isEmpty();
        }

        @Override
        public boolean isCheapToPoll() {
            return true;
        }

        @Override
        public void close() {
            waiting.clear();
        }
    }
}
