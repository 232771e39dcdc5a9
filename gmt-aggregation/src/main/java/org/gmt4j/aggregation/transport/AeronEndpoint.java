package org.gmt4j.aggregation.transport;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import java.io.File;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.AgentInvoker;

/**
 * Opens the base of an {@link AeronTransport}: the driver or the door to it, the client, the subscriptions. Grade:
 * set-up; the only code here that waits, with bounds.
 */
final class AeronEndpoint {
    private static final long BIND_WAIT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long DRIVER_ALIVE_MS = 10_000;
    private static final long PARK_NS = 1_000_000;

    private AeronEndpoint() {
    }

    /** Waits for the shared driver of the job. */
    static void awaitDriver(final String directory, final long timeoutNs) {
        final long startNs = System.nanoTime();
        while (!CommonContext.isDriverActive(new File(directory), DRIVER_ALIVE_MS, message -> { })) {
            if (System.nanoTime() - startNs > timeoutNs) {
                throw new TransportException(TransportException.Code.NO_DRIVER,
                        "no media driver is alive in " + directory
                        + " after " + TimeUnit.NANOSECONDS.toMillis(timeoutNs)
                        + " ms: start it first, and give its directory to all nodes of the host");
            }
            LockSupport.parkNanos(PARK_NS);
        }
    }

    /** Joins the driver in a directory, which is run by the invoker if there is one. */
    static Aeron client(final AeronConfig config, final String directory, final int nodeId, final AgentInvoker driver,
            final DriverErrors errors) {
        try {
            return Aeron.connect(new Aeron.Context()
                    .aeronDirectoryName(directory)
                    .clientName("gmt-node-" + nodeId)
                    .driverTimeoutMs(TimeUnit.NANOSECONDS.toMillis(config.timeouts().livenessNs()))
                    .useConductorAgentInvoker(true)
                    .driverAgentInvoker(driver)
                    .errorHandler(errors)
                    .subscriberErrorHandler(errors));
        } catch (final AeronException e) {
            throw new TransportException(TransportException.Code.NO_DRIVER,
                    "cannot join the media driver in " + directory + ": " + e.getMessage()
                    + "; it must be running, under the same user", e);
        }
    }

    /** Listens to one class. */
    static Subscription subscribe(final Aeron client, final String channel, final int streamId,
            final AeronInbound inbound) {
        try {
            return client.addSubscription(channel, streamId, inbound::onAvailable, inbound::onUnavailable);
        } catch (final AeronException e) {
            throw new TransportException(TransportException.Code.STREAM_FAILED, "cannot listen on " + channel + ": "
                    + e.getMessage() + "; is the address one of this host?", e);
        }
    }

    /** The host:port that a subscription to host:0 was given. */
    static String boundEndpoint(final Aeron client, final Subscription subscription, final AgentInvoker driver) {
        final long startNs = System.nanoTime();
        String endpoint = subscription.resolvedEndpoint();
        while (endpoint == null) {
            if (System.nanoTime() - startNs > BIND_WAIT_NS) {
                throw new TransportException(TransportException.Code.STREAM_FAILED, "the media driver did not bind "
                        + subscription.channel() + ": is the address one of this host?");
            }
            driver.invoke();
            client.conductorAgentInvoker().invoke();
            endpoint = subscription.resolvedEndpoint();
        }
        return endpoint;
    }
}
