package org.gmt4j.aggregation.transport;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.NanoClock;

/**
 * Some connected transports in one process, and what tests do with them. Owned by the thread of the test unless it says
 * otherwise.
 */
final class TransportCluster implements AutoCloseable {
    private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(100);
    private static final int YIELD_MASK = 15;
    private static final long SCRAMBLE = 0x9E3779B97F4A7C15L;

    /** A wait that lasts longer is one for a time limit, or for a driver in its turn: to spin brings neither nearer. */
    private static final long SPIN_NS = TimeUnit.MILLISECONDS.toNanos(2);
    static final long PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final Transport[] transports;
    private final NanoClock clock;
    private final boolean isRealTime;

    TransportCluster(final TransportFactory factory, final int nodeCount) {
        this(factory, nodeCount, System::nanoTime, true);
    }

    /** With a clock that need not go on while the test's thread sleeps. */
    TransportCluster(final TransportFactory factory, final int nodeCount, final NanoClock clock) {
        this(factory, nodeCount, clock, false);
    }

    private TransportCluster(final TransportFactory factory, final int nodeCount, final NanoClock clock,
            final boolean isRealTime) {
        this.clock = clock;
        this.isRealTime = isRealTime;
        transports = new Transport[nodeCount];
        final byte[][] addresses = new byte[nodeCount][];
        for (int node = 0; node < nodeCount; node++) {
            transports[node] = factory.open(node, nodeCount);
            addresses[node] = transports[node].localAddress();
        }
        for (final Transport transport : transports) {
            transport.connect(addresses);
        }
    }

    Transport node(final int node) {
        return transports[node];
    }

    int size() {
        return transports.length;
    }

    int doWork() {
        int work = 0;
        for (final Transport transport : transports) {
            work += transport.doWork(clock.nanoTime());
        }
        return work;
    }

    /** Runs the duty cycles of all nodes until something holds. */
    void runUntil(final String what, final BooleanSupplier condition) {
        final long startNs = System.nanoTime();
        int cycles = 0;
        while (!condition.getAsBoolean()) {
            final long waitedNs = System.nanoTime() - startNs;
            if (waitedNs > DEADLINE_NS) {
                throw new AssertionError("waited in vain until " + what);
            }
            if (doWork() == 0 && isRealTime && waitedNs > SPIN_NS) {
                LockSupport.parkNanos(PARK_NS);
            } else if ((++cycles & YIELD_MASK) == 0) {    // on a shared core each yield costs time slices of all others
                Thread.yield();
            }
        }
    }

    /** Sends one buffer, running all nodes until there is room. */
    void send(final int from, final int to, final TrafficClass cls, final long id, final int length) {
        runUntil("node " + from + " can claim " + length + " for node " + to,
                () -> trySend(transports[from], to, cls, id, length) == Transport.OK);
    }

    /** Sends one buffer if there is room. The words of a buffer follow from its id. */
    static int trySend(final Transport transport, final int to, final TrafficClass cls, final long id,
            final int length) {
        final TransportClaim claim = new TransportClaim();
        final int result = transport.tryClaim(to, cls, length, claim);
        if (result == Transport.OK) {
            if (claim.length() != length || (claim.address() & 7) != 0) {
                throw new AssertionError("claim of " + claim.length() + " at " + claim.address());
            }
            for (int i = 0; i < length; i += 8) {
                UnsafeApi.putLong(claim.address() + i, word(id, i));
            }
            claim.commit();
        }
        return result;
    }

    /** The id of a buffer; fails when its words do not follow from it. */
    static long idOf(final long address, final int length) {
        if ((address & 7) != 0) {
            throw new AssertionError("not aligned: " + address);
        }
        final long id = UnsafeApi.getLong(address);
        for (int i = 0; i < length; i += 8) {
            if (UnsafeApi.getLong(address + i) != word(id, i)) {
                throw new AssertionError("word " + i + " of buffer " + id + " with " + length + " bytes is damaged");
            }
        }
        return id;
    }

    private static long word(final long id, final int offset) {
        return offset == 0 ? id : (id + offset) * SCRAMBLE;
    }

    @Override
    public void close() {
        for (final Transport transport : transports) {
            transport.close();
        }
    }
}
