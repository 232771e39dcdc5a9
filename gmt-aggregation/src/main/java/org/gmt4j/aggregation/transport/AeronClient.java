package org.gmt4j.aggregation.transport;

import io.aeron.Aeron;
import io.aeron.Subscription;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's client of Aeron without threads, and over UDP the media driver of its own that it talks to; over shared
 * memory the driver is one of the job's. Owned by the thread of the {@link AeronTransport}, which runs both by
 * {@link #runDriver} and {@link #runConductor}.
 */
final class AeronClient {
    private static final Logger LOG = LoggerFactory.getLogger(AeronClient.class);

    private final AeronConfig config;
    private final int nodeId;
    private final InvokerDriver driver;                    // null when the driver is shared
    private final DriverErrors errors;
    private final Aeron aeron;
    private final AgentInvoker conductor;

    /** @throws TransportException when the driver cannot be started or joined; then nothing is left of it */
    AeronClient(final AeronConfig config, final NanoClock clock, final int nodeId, final int nodeCount) {
        this.config = config;
        this.nodeId = nodeId;
        errors = new DriverErrors("transport of node " + nodeId);
        driver = config.medium() == AeronConfig.Medium.UDP
                ? InvokerDriver.launch(config, clock, nodeId, nodeCount) : null;
        Aeron opened = null;
        try {
            if (driver == null) {
                AeronEndpoint.awaitDriver(config.directory(), config.timeouts().connectNs());
            }
            opened = AeronEndpoint.client(config, directory(), nodeId, driverInvoker(), errors);
            aeron = opened;
            conductor = aeron.conductorAgentInvoker();
        } catch (final RuntimeException e) {
            close(opened);
            throw e;
        }
    }

    Aeron aeron() {
        return aeron;
    }

    /** Whether the driver is the node's own: then it has to be run. */
    boolean hasDriver() {
        return driver != null;
    }

    /** One turn of the own driver. */
    int runDriver() {
        return driver.work();
    }

    /** One turn of the client. */
    int runConductor() {
        return conductor.invoke();
    }

    /** False: it has lost its driver, or has been stopped by a stall; final. */
    boolean isRunning() {
        return !aeron.isClosed() && conductor.isRunning() && (driver == null || driver.isRunning());
    }

    /** Listens to one class. */
    Subscription subscribe(final String channel, final int streamId, final AeronInbound inbound) {
        return AeronEndpoint.subscribe(aeron, channel, streamId, inbound);
    }

    /** The address of the subscriptions for others: host and port, or the directory of the shared driver. */
    String boundEndpoint(final Subscription subscription) {
        return driver == null ? config.directory() : AeronEndpoint.boundEndpoint(aeron, subscription, driverInvoker());
    }

    private AgentInvoker driverInvoker() {
        return driver == null ? null : driver.invoker();
    }

    /** Of the driver. */
    String directory() {
        return driver == null ? config.directory() : driver.directory();
    }

    /** Errors of the client and of the own driver. */
    long errorCount() {
        return errors.count() + (driver == null ? 0 : driver.errors().count());
    }

    String lastError() {
        return errors.lastOr("no reason was given");
    }

    /** The process ends: its own driver's files go. Any thread. */
    void abandon() {
        if (driver != null) {
            driver.abandon();
        }
    }

    /** Closes client and own driver; never throws. */
    void close() {
        close(aeron);
    }

    private void close(final Aeron opened) {
        try {
            if (opened != null) {
                opened.close();
            }
        } catch (final RuntimeException e) {
            LOG.debug("node {}: closing the client of the media driver: {}", nodeId, e.toString());
        }
        if (driver != null) {
            driver.close();
        }
    }
}
