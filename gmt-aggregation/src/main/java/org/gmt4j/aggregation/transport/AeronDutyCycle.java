package org.gmt4j.aggregation.transport;

import io.aeron.logbuffer.BufferClaim;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When an {@link AeronTransport} runs its driver, its client and its connections: the driver at once when there is
 * something to send or it was busy, the rest every millisecond, and faster while connections open. Owned by the thread
 * of the transport; {@link #work} and {@link #sent} are per buffer.
 */
final class AeronDutyCycle {
    private static final Logger LOG = LoggerFactory.getLogger(AeronDutyCycle.class);
    private static final long SERVICE_INTERVAL_NS = 1_000_000;
    private static final long OPENING_INTERVAL_NS = 50_000;
    private static final long DRIVER_INTERVAL_NS = 5_000;
    private static final long LINGER_PARK_NS = 50_000;

    private final AeronConfig config;
    private final int nodeId;
    private final AeronClient client;
    private final AeronConnections connections;
    private final AeronInbound[] inbound;
    private final TransportCounters counters;
    private final BufferClaim fillerClaim = new BufferClaim();
    private final boolean hasDriver;
    private boolean isStarted;
    private boolean isOpening;
    private boolean hasSent;
    private long nextServiceNs;
    private long nextDriverNs;
    private String lostReason;                             // of the driver or client; then nothing goes on

    AeronDutyCycle(final AeronConfig config, final int nodeId, final AeronClient client,
            final AeronConnections connections, final AeronInbound[] inbound, final TransportCounters counters) {
        this.config = config;
        this.nodeId = nodeId;
        this.client = client;
        this.connections = connections;
        this.inbound = inbound;
        this.counters = counters;
        hasDriver = client.hasDriver();
    }

    /** A claim has been committed: the driver has something to send. */
    void sent() {
        hasSent = true;
    }

    /** Connections are being opened: service comes with the next {@link #work}, and more often from then on. */
    void speedUpOpening() {
        if (!isOpening) {
            isOpening = true;
            isStarted = false;
        }
    }

    /** Why nothing goes on any more, or null. */
    String lostReason() {
        return lostReason;
    }

    /** Does the work that is due. @return pieces of work done */
    int work(final long nowNs) {
        if (lostReason != null) {
            return 0;
        }
        if (!isStarted) {
            isStarted = true;
            nextServiceNs = nowNs;
            nextDriverNs = nowNs;
        }
        int work = hasDriver ? runDriver(nowNs) : 0;
        if (nowNs - nextServiceNs >= 0) {
            work += service(nowNs);
            nextServiceNs = nowNs + (isOpening ? OPENING_INTERVAL_NS : SERVICE_INTERVAL_NS);
        }
        return work;
    }

    /** The driver runs at once when there is something to send or it was busy, and else a little less often. */
    private int runDriver(final long nowNs) {
        if (!hasSent && nowNs - nextDriverNs < 0) {
            return 0;
        }
        hasSent = false;
        final int work = client.runDriver();
        nextDriverNs = work > 0 ? nowNs : nowNs + DRIVER_INTERVAL_NS;
        return work;
    }

    private int service(final long nowNs) {
        int work = client.runConductor();
        if (!client.isRunning()) {
            lose();
            return 1;
        }
        boolean isAnyOpening = false;
        for (final AeronConnection connection : connections.inUse()) {
            work += connection.rebuildNearEnd() ? 1 : 0;
            if (connection.isOpening()) {
                work += connection.progress(nowNs) ? 1 : 0;
                isAnyOpening |= connection.isOpening();
            }
            work += connection.sendFiller(nowNs, fillerClaim);
        }
        isOpening = isAnyOpening;
        for (final AeronInbound in : inbound) {
            work += in.rejectStrangers();
        }
        counters.errors = client.errorCount();
        return work;
    }

    /** Driver or client are gone. */
    void lose() {
        lostReason = "the media driver in " + client.directory() + " was lost, or this node stalled for longer than "
                + config.timeouts().livenessNs() / 1_000_000 + " ms, or the clock of its host was set forward by as "
                + "much, also by a sleep of the host, or its thread was interrupted ("
                + client.lastError() + ")";
        counters.errors = client.errorCount();
        LOG.error("node {}: {}", nodeId, lostReason);
    }

    /** Before closing: sends the last committed buffers, with fillers, and answers receivers that miss something. */
    void linger() {
        final long startNs = System.nanoTime();
        if (!hasDriver || connections.inUse().length == 0) {
            return;
        }
        isStarted = false;
        while (lostReason == null && System.nanoTime() - startNs < config.closeLingerNs()) {
            if (work(System.nanoTime()) == 0) {
                LockSupport.parkNanos(LINGER_PARK_NS);         // the other nodes of a host end now, too
            }
        }
    }
}
