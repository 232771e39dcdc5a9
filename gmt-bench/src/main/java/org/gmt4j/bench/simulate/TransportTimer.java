package org.gmt4j.bench.simulate;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.aggregation.transport.MediaDriverLauncher;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportClaim;
import org.gmt4j.graph.memory.LocalView;

/**
 * Some nodes' transports over shared memory in one process, for timing them. Owned by one thread, but for
 * {@link #roundTripNs}.
 */
final class TransportTimer implements AutoCloseable {
    /** Short enough that the log is never full between two polls. */
    private static final int BATCH = 64;
    private static final int LENGTH = 128;
    private static final long CONNECT_LIMIT_NS = 20_000_000_000L;

    private final MediaDriverLauncher driver;
    private final List<Transport> transports = new ArrayList<>();
    private final TransportClaim claim = new TransportClaim();
    @SuppressWarnings("unused")     // keeps the reads
    private long seen;

    TransportTimer(final int nodes) {
        driver = MediaDriverLauncher.launch(nodes);
        try {
            final byte[][] addresses = new byte[nodes][];
            for (int node = 0; node < nodes; node++) {
                transports.add(driver.transports().open(node, nodes));
                addresses[node] = transports.get(node).localAddress();
            }
            transports.forEach(transport -> transport.connect(addresses));
            for (int node = 1; node < nodes; node++) {
                send(node, 0);
                drain(0, 1);
                send(0, node);
                drain(node, 1);
            }
        } catch (final RuntimeException e) {
            close();
            throw e;
        }
    }

    private boolean trySend(final Transport from, final int to, final TransportClaim space) {
        if (from.tryClaim(to, TrafficClass.REQUEST, LENGTH, space) != Transport.OK) {
            return false;
        }
        LocalView.words(space.address(), 1).setWord(0, to);
        space.commit();
        return true;
    }

    private void send(final int from, final int to) {
        final long limitNs = System.nanoTime() + CONNECT_LIMIT_NS;
        while (!trySend(transports.get(from), to, claim)) {
            doWork(limitNs);
        }
    }

    private void drain(final int node, final int count) {
        final long limitNs = System.nanoTime() + CONNECT_LIMIT_NS;
        int left = count;
        while (left > 0) {
            final int taken = transports.get(node).poll(TrafficClass.REQUEST, this::take, left);
            left -= taken;
            if (taken == 0) {
                doWork(limitNs);
            }
        }
    }

    private boolean take(final long address, final int length) {
        seen += LocalView.words(address, 1).word(0);
        return true;
    }

    private void doWork(final long limitNs) {
        final long nowNs = System.nanoTime();
        if (nowNs > limitNs) {
            throw new IllegalStateException("the transports do not reach each other");
        }
        transports.forEach(transport -> transport.doWork(nowNs));
    }

    /** Claiming space for a short message and committing it. */
    double sendNs(final StepTimer timer) {
        return timer.ns(BATCH, () -> {
            final long startNs = System.nanoTime();
            batch(BATCH);
            final long tookNs = System.nanoTime() - startNs;
            drain(1, BATCH);
            return tookNs;
        });
    }

    private void batch(final int count) {
        for (int i = 0; i < count; i++) {
            send(0, 1);
        }
    }

    /** Being given a short message by a poll. */
    double pollNs(final StepTimer timer) {
        return timer.ns(BATCH, () -> {
            batch(BATCH);
            final long startNs = System.nanoTime();
            drain(1, BATCH);
            return System.nanoTime() - startNs;
        });
    }

    /** A poll of both classes that finds nothing, and the transport's own work. */
    double idleTurnNs(final StepTimer timer) {
        final Transport transport = transports.get(0);
        return timer.ns(BATCH, () -> {
            for (int i = 0; i < BATCH; i++) {
                transport.poll(TrafficClass.REPLY, this::take, BATCH);
                transport.poll(TrafficClass.REQUEST, this::take, BATCH);
                transport.doWork(System.nanoTime());
            }
        });
    }

    /** From node 0 to node 1, served by a thread of its own that polls all the time, and back. */
    double roundTripNs(final StepTimer timer) throws InterruptedException {
        final Transport other = transports.get(1);
        final Thread echo = new Thread(() -> {
            final TransportClaim space = new TransportClaim();
            while (!Thread.currentThread().isInterrupted()) {
                other.poll(TrafficClass.REQUEST, (address, length) -> trySend(other, 0, space), 1);
                other.doWork(System.nanoTime());
            }
        }, "echo");
        echo.setDaemon(true);
        echo.start();
        final Transport own = transports.get(0);
        try {
            return timer.ns(1, () -> {
                while (!trySend(own, 1, claim)) {
                    own.doWork(System.nanoTime());
                }
                while (own.poll(TrafficClass.REQUEST, this::take, 1) == 0) {
                    own.doWork(System.nanoTime());
                }
            });
        } finally {
            echo.interrupt();
            echo.join();
        }
    }

    @Override
    public void close() {
        transports.forEach(Transport::close);
        driver.close();
    }
}
