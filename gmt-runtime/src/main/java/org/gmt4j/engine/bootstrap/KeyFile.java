package org.gmt4j.engine.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gmt4j.aggregation.folder.OwnFolder;
import org.gmt4j.aggregation.settings.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key of a job that was started by hand on one host without a key: node 0 creates one and leaves it in a file that
 * only this user's processes can read. Any thread; set-up.
 *
 * <pre>
 *   node 0:  listens at the port ──► writes gmt-key-USER-ADDRESS-PORT (0600) ──► removes it with the seed
 *   others:  wait for the file ──► join; when refused for an earlier job's key, look again
 * </pre>
 */
final class KeyFile {
    private static final Logger LOG = LoggerFactory.getLogger(KeyFile.class);
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "gmt-key-";
    private static final long LOOK_AGAIN_MS = 50;

    private final List<Path> paths;             // of all addresses of the seed's name
    private final Path path;                    // of the address at which node 0 listens: the first
    private JobKey published;                   // null at nodes that only read it

    private KeyFile(final List<Path> paths) {
        this.paths = paths;
        path = paths.get(0);
    }

    /** Returns the file for the seed at an address of this host, of which there are several. */
    static KeyFile of(final String host, final int port) {
        return in(Files.isWritable(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir")),
            host, port);
    }

    static KeyFile in(final Path folder, final String host, final int port) {
        try {
            final List<Path> paths = new ArrayList<>();
            for (final InetAddress address : InetAddress.getAllByName(host)) {
                paths.add(folder.resolve(PREFIX + Integer.toUnsignedString(OwnFolder.user()) + "-"
                    + address.getHostAddress().replaceAll("[^0-9a-zA-Z.]", "_") + "-" + port));
            }
            return new KeyFile(paths);
        } catch (final IOException e) {
            throw new BootstrapException(BootstrapException.NO_KEY,
                "the user of this process cannot be determined (" + e + "). " + remedy(), e);
        }
    }

    /** Describes how to give a job a key. */
    static String remedy() {
        return "Make one and give it to all nodes: export GMT_JOB_KEY=$(openssl rand -hex 16). "
            + "Where nobody else can reach the nodes, GMT_JOB_KEY=none on all of them does without.";
    }

    /** Writes the file, in place of one that a killed job has left. */
    void publish(final JobKey key) {
        try {
            final Path draft = Files.createTempFile(path.getParent(), PREFIX, ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try {
                Files.writeString(draft, key.text(), StandardCharsets.US_ASCII);
                if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !OwnFolder.isOwnSecret(path)) {
                    throw new IOException("there is one of somebody else");
                }
                // replaces a link, never its target
                Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
                published = key;
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (final IOException | UnsupportedOperationException e) {
            throw new BootstrapException(BootstrapException.NO_KEY,
                "the job has no key, and a file with one cannot be made: " + path + " ("
                + e.getMessage() + "). " + remedy(), e);
        }
    }

    /** @return the key; empty while there is no file. Node 0 may prefer another address of the seed's name */
    Optional<JobKey> read() {
        return paths.stream().filter(place -> Files.exists(place, LinkOption.NOFOLLOW_LINKS)).findFirst()
            .flatMap(KeyFile::read);
    }

    private static Optional<JobKey> read(final Path place) {
        if (!OwnFolder.isOwnSecret(place)) {
            throw new BootstrapException(BootstrapException.NO_KEY, "the file with the job's key, " + place
                + ", is not this user's own, or others may read it: it is not trusted. Was node 0 started "
                + "by another user? " + remedy());
        }
        try {
            return Optional.of(JobKey.of(Files.readString(place, StandardCharsets.US_ASCII)));
        } catch (final IOException e) {
            return Optional.empty();            // removed with its job
        }
    }

    /** Joins with the key of the file as soon as it exists and belongs to this job. */
    SeedBootstrap join(final SeedAddress seed, final BootstrapConfig config) {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(config.joinTimeoutMs());
        BootstrapException refused = null;
        do {
            final Optional<JobKey> key = read();
            try {
                if (key.isPresent()) {
                    return SeedBootstrap.join(seed.host(), seed.port(), seed.nodeId(), seed.nodeCount(),
                        key.get(), config);
                }
            } catch (final BootstrapException e) {
                if (!e.code().equals(BootstrapException.WRONG_KEY)) {
                    throw e;
                }
                refused = e;
            }
            SeedBootstrap.pause(LOOK_AGAIN_MS);
        } while (System.nanoTime() - endNs < 0);
        throw refused != null ? refused : new BootstrapException(BootstrapException.SEED_UNREACHABLE,
            "node " + seed.nodeId()
            + " has found no seed at " + HostPort.join(seed.host(), seed.port()) + " within " + config.joinTimeoutMs()
            + " ms: node 0 would have left the job's key in " + path
            + ". Is node 0 running here, as the same user and in the same container, and without a GMT_JOB_KEY "
            + "of its own? Check GMT_SEED, or set the same GMT_JOB_KEY on all nodes.");
    }

    /** Removes the file, unless a later job has replaced it. Never throws. */
    void remove() {
        try {
            if (published != null && OwnFolder.isOwnSecret(path)
                && Files.readString(path, StandardCharsets.US_ASCII).equals(published.text())) {
                Files.deleteIfExists(path);
            }
        } catch (final IOException e) {
            LOG.debug("cannot remove {}", path, e);
        }
    }
}
