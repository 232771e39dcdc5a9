package org.gmt4j.aggregation.transport;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.File;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A media driver of one node's own, without threads: the owner runs it by {@link #work}. Owned by the thread of the
 * transport.
 */
final class InvokerDriver {
    private static final Logger LOG = LoggerFactory.getLogger(InvokerDriver.class);

    private final File directory;
    private final DriverErrors errors;
    private final MediaDriver driver;
    private final AgentInvoker invoker;

    private InvokerDriver(final File directory, final DriverErrors errors, final MediaDriver driver) {
        this.directory = directory;
        this.errors = errors;
        this.driver = driver;
        this.invoker = driver.sharedAgentInvoker();
    }

    /** Starts one in a new directory. */
    static InvokerDriver launch(final AeronConfig config, final NanoClock clock, final int nodeId,
            final int nodeCount) {
        final long neededBytes = DriverSettings.neededBytes(config, nodeCount);
        final File parent = DriverDirectory.parent(config.directory(), neededBytes);
        DriverDirectory.removeStale(parent);
        DriverDirectory.requireSpace(parent, neededBytes);
        final File directory = DriverDirectory.make(parent);
        final DriverErrors errors = new DriverErrors("media driver of node " + nodeId);
        final int socketBuffer = grantedSocketBuffer(AeronConfig.SOCKET_BUFFER_LENGTH);
        try {
            final MediaDriver.Context context = DriverSettings.context(config, nodeCount,
                DriverDirectory.files(directory), errors)
                    .threadingMode(ThreadingMode.INVOKER)
                    .nanoClock(clock)
                    .mtuLength(config.mtuLengthFor(nodeCount))
                    .socketRcvbufLength(socketBuffer)
                    .socketSndbufLength(socketBuffer)
                    .initialWindowLength(config.receiverWindowFor(nodeCount, socketBuffer))
                    .rejoinStream(false)
                    .streamSessionLimit((2 * Links.MOST_RELEASES + 4) * nodeCount + 16);
            AllocatedLogs.install(context, directory, config.logBytesWithOwnFor(nodeCount), neededBytes, errors);
            final MediaDriver driver = MediaDriver.launch(context);
            return new InvokerDriver(directory, errors, driver);
        } catch (final TransportException e) {
            DriverDirectory.remove(directory);
            throw e;
        } catch (final RuntimeException e) {
            DriverDirectory.remove(directory);
            throw new TransportException(TransportException.Code.DRIVER_FAILED, "the media driver of node " + nodeId
                    + " did not start in " + directory + ": " + e.getMessage(), e);
        }
    }

    AgentInvoker invoker() {
        return invoker;
    }

    String directory() {
        return DriverDirectory.files(directory).getAbsolutePath();
    }

    DriverErrors errors() {
        return errors;
    }

    boolean isRunning() {
        return invoker.isRunning();
    }

    int work() {
        return invoker.invoke();
    }

    /** The process ends: removes the files, which the driver has mapped and needs no more. */
    void abandon() {
        DriverDirectory.remove(directory);
    }

    void close() {
        try {
            driver.close();
        } catch (final RuntimeException e) {
            LOG.debug("closing the media driver in {}: {}", directory, e.toString());
        }
        if (!DriverDirectory.remove(directory)) {
            LOG.warn("cannot remove {}: remove it by hand", directory);
        }
    }

    /** The bytes that the system grants of those asked for. */
    static int grantedSocketBuffer(final int wished) {
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, wished);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, wished);
            final int granted = Math.min(channel.getOption(StandardSocketOptions.SO_RCVBUF),
                    channel.getOption(StandardSocketOptions.SO_SNDBUF));
            if (granted < wished) {
                LOG.debug("socket buffers are limited to {} bytes, wished {}: "
                        + "raise net.core.rmem_max and net.core.wmem_max", granted, wished);
            }
            return Math.min(wished, granted);
        } catch (final IOException e) {
            throw new TransportException(TransportException.Code.DRIVER_FAILED,
                    "cannot open a UDP socket: " + e.getMessage() + "; check limits and permissions", e);
        }
    }
}
