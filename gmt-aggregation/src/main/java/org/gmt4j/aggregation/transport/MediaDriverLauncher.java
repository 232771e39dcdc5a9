package org.gmt4j.aggregation.transport;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.File;
import java.io.IOException;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the media driver that the nodes of one host share over IPC: one daemon thread with a backoff, in a directory of
 * its own. Any thread; grade: set-up. The launcher of a job owns it, so no node's death takes it along; when it closes,
 * or its process dies, all nodes lose their transport (at once, or after {@link AeronConfig#livenessTimeoutNs()}).
 *
 * <p>The directory is removed by {@link #close()}; the next launch removes the remains of killed processes.
 */
public final class MediaDriverLauncher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MediaDriverLauncher.class);
    /** Nearly none: nodes that keep all cores busy lose to each look of the driver, some thousand times a second. */
    private static final int SPINS = 1;
    /** Where nodes keep all cores busy a yield costs the driver a time slice, a short park nearly nothing. */
    private static final int YIELDS = 0;
    /**
     * Each look takes a core from a node that is busy; with 400 us connections take longer to make and searches gain no
     * more.
     */
    private static final long MIN_PARK_NS = 100_000;
    private static final long MAX_PARK_NS = 1_000_000;

    private final AeronConfig config;
    private final File directory;
    private final MediaDriver driver;
    private boolean isClosed;            // guarded by this

    private MediaDriverLauncher(final AeronConfig config, final File directory, final MediaDriver driver) {
        this.config = config;
        this.directory = directory;
        this.driver = driver;
    }

    /**
     * Starts a driver for the nodes of this host with the default settings.
     *
     * @param nodeCount nodes that will use it
     * @return the running driver
     * @throws TransportException when there is too little room, or the driver does not start
     */
    public static MediaDriverLauncher launch(final int nodeCount) {
        return launch(AeronConfig.ipc(""), nodeCount);
    }

    /**
     * Starts a driver for the nodes of this host.
     *
     * @param settings  of the transports that will use it; its directory is the parent of the driver's directory, empty
     *                  for /dev/shm if it has room, or else the temporary directory
     * @param nodeCount nodes that will use it
     * @return the running driver
     * @throws TransportException when there is too little room, or the driver does not start
     */
    public static MediaDriverLauncher launch(final AeronConfig settings, final int nodeCount) {
        AeronConfig.checkNodes(0, nodeCount);
        final long neededBytes = DriverSettings.neededBytes(settings, nodeCount);
        final File parent = DriverDirectory.parent(settings.directory(), neededBytes);
        DriverDirectory.removeStale(parent);
        DriverDirectory.requireSpace(parent, neededBytes);
        final File directory = DriverDirectory.make(parent);
        final DriverErrors errors = new DriverErrors("shared media driver");
        try {
            final MediaDriver.Context context = DriverSettings
                    .context(settings, nodeCount, DriverDirectory.files(directory), errors)
                    .threadingMode(ThreadingMode.SHARED)
                    .sharedThreadFactory(MediaDriverLauncher::daemon)
                    .sharedIdleStrategy(new BackoffIdleStrategy(SPINS, YIELDS, MIN_PARK_NS, MAX_PARK_NS))
                    // A whole term: senders must not wait for a driver that waits for a core.
                    .ipcPublicationTermWindowLength(settings.termLengthFor(nodeCount));
            AllocatedLogs.install(context, directory, settings.logBytesWithOwnFor(nodeCount), neededBytes, errors);
            final MediaDriver driver = MediaDriver.launch(context);
            return new MediaDriverLauncher(settings, directory, driver);
        } catch (final TransportException e) {
            DriverDirectory.remove(directory);
            throw e;
        } catch (final RuntimeException e) {
            DriverDirectory.remove(directory);
            throw new TransportException(TransportException.Code.DRIVER_FAILED,
                    "the shared media driver did not start in " + directory + ": " + e.getMessage(), e);
        }
    }

    /**
     * Bytes that a driver's directory takes when every node has talked to every other; the least that its parent must
     * have free.
     *
     * @param settings  of the transports: one shared driver over IPC, or a driver of one node over UDP
     * @param nodeCount nodes in the job
     * @return bytes
     */
    public static long neededBytes(final AeronConfig settings, final int nodeCount) {
        return DriverSettings.neededBytes(settings, nodeCount);
    }

    /** @return the directory to give to the nodes */
    public String directory() {
        return DriverDirectory.files(directory).getAbsolutePath();
    }

    /** @return the settings for the transports of this host's nodes */
    public AeronConfig config() {
        return config.withDirectory(directory());
    }

    /** @return a factory of transports over this driver */
    public TransportFactory transports() {
        return AeronTransport.factory(config());
    }

    /** Stops the driver and removes its directory. Idempotent; never throws. */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            driver.close();
        } catch (final RuntimeException e) {
            LOG.debug("closing the shared media driver in {}: {}", directory, e.toString());
        }
        if (!DriverDirectory.remove(directory)) {
            LOG.warn("cannot remove {}: remove it by hand", directory);
        }
    }

    /**
     * A driver in a process of its own: prints its directory as one line, and stops when its standard input ends or it
     * is asked to terminate.
     *
     * @param args the number of nodes, and optionally the parent of the directory
     * @throws IOException when the standard input fails
     */
    public static void main(final String[] args) throws IOException {
        if (args.length < 1 || args.length > 2) {
            System.err.println("usage: MediaDriverLauncher <node count> [<parent directory>]");
            System.exit(2);
        }
        final AeronConfig settings = AeronConfig.ipc(args.length > 1 ? args[1] : "");
        try (MediaDriverLauncher launcher = launch(settings, Integer.parseInt(args[0]))) {
            Runtime.getRuntime().addShutdownHook(new Thread(launcher::close, "gmt-driver-shutdown"));
            System.out.println(launcher.directory());
            while (System.in.read() >= 0) {
                continue;        // the owner holds the other end open as long as it lives
            }
        } catch (final TransportException e) {
            System.err.println(e.getMessage());
            System.exit(4);
        }
    }

    private static Thread daemon(final Runnable body) {
        final Thread thread = new Thread(body, "gmt-media-driver");
        thread.setDaemon(true);
        return thread;
    }
}
