package org.gmt4j.engine.publish;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.gmt4j.aggregation.folder.OwnFolder;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder with everything that a job leaves on this host: the media driver's files, and the nodes' counters for
 * {@code gmt top}. In memory where the system has such a place. Locked while the launcher lives, so that the next
 * launcher can recognise and remove the folder of a killed one. Owned by the launcher.
 */
public final class JobDirectory implements AutoCloseable {

    /** Prefix of the names of such folders; the launcher's process id follows. */
    public static final String PREFIX = "gmt-job-";

    private static final Logger LOG = LoggerFactory.getLogger(JobDirectory.class);
    private static final String LOCK = "lock";
    private static final String DRAFT = "gmt-new-";
    private static final long MAKING_LIMIT_MS = 60_000;
    /**
     * Static, because file locks belong to a process: closing a file releases all its locks on it, taken by any
     * channel.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel channel;

    private JobDirectory(final Path path, final FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Returns the parent of jobs' folders: {@code GMT_AERON_DIR} if set, shared memory if it has room for so many bytes
     * (containers often have 64 MB), otherwise a place on disk.
     *
     * @param sharedMemory folder for shared memory, if this host has a writable one
     */
    public static Path parent(final Environment environment, final Optional<Path> sharedMemory,
        final long neededBytes) {
        final Path temporary = Path.of(environment.property("java.io.tmpdir").orElse("/tmp"));
        final Path best = sharedMemory.filter(memory -> hasRoom(memory, neededBytes)
            || !hasRoom(temporary, neededBytes)).orElse(temporary);
        return environment.variable(ReservedVariables.AERON_DIR).map(Path::of).orElse(best);
    }

    private static boolean hasRoom(final Path folder, final long bytes) {
        return folder.toFile().getUsableSpace() >= bytes;
    }

    /**
     * Creates a new folder, and removes those that dead launchers left. The folder is created and locked under another
     * name first, so that it is never unlocked under its own, and launchers that start together do not mistake each
     * other's for left behind.
     */
    public static JobDirectory create(final Path parent) throws IOException {
        removeStale(parent);
        final Path draft = OwnFolder.make(parent, DRAFT + ProcessHandle.current().pid() + "-");
        final Path path = draft.resolveSibling(PREFIX + draft.getFileName().toString().substring(DRAFT.length()));
        HELD.add(path.toAbsolutePath().normalize());
        FileChannel channel = null;
        try {
            channel = FileChannel.open(draft.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            channel.lock();   // released by the system at any end of this process
            Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
            return new JobDirectory(path, channel);
        } catch (final IOException | RuntimeException e) {
            HELD.remove(path.toAbsolutePath().normalize());
            if (channel != null) {
                channel.close();
            }
            OwnFolder.remove(draft);
            throw e;
        }
    }

    /** @return the folder */
    public Path path() {
        return path;
    }

    /**
     * @return the folder of the job that contains a path, such as the media driver's directory; empty outside of one
     */
    public static Optional<Path> around(final Path inside) {
        for (Path folder = inside; folder != null; folder = folder.getParent()) {
            if (folder.getFileName() != null && folder.getFileName().toString().startsWith(PREFIX)) {
                return Optional.of(folder);
            }
        }
        return Optional.empty();
    }

    private static void removeStale(final Path parent) {
        removeStale(parent, PREFIX, JobDirectory::isUnlocked);
        removeStale(parent, DRAFT, JobDirectory::isForsaken);
    }

    private static void removeStale(final Path parent, final String prefix, final Predicate<Path> isStale) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, prefix + "*")) {
            for (final Path entry : entries) {
                if (OwnFolder.isOwn(entry) && isStale.test(entry)) {
                    LOG.info("removing {}, left behind by a launcher that is gone", entry);
                    OwnFolder.remove(entry);
                }
            }
        } catch (final IOException | DirectoryIteratorException e) {
            LOG.debug("looking for old job folders in {}", parent, e);
        }
    }

    private static boolean isUnlocked(final Path folder) {
        if (HELD.contains(folder.toAbsolutePath().normalize())) {
            return false;
        }
        try (FileChannel other = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
             FileLock lock = other.tryLock()) {
            return lock != null;
        } catch (final IOException | OverlappingFileLockException e) {
            return false;   // not ours, or being removed
        }
    }

    /** Returns whether a launcher still holds the folder of a job. Otherwise a killed one has left it. */
    public static boolean isHeld(final Path folder) {
        try (FileChannel channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE);
             FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (final OverlappingFileLockException e) {
            return true;            // by this process
        } catch (final IOException e) {
            return false;
        }
    }

    /**
     * Returns whether a launcher was killed between creating and locking a folder; its age counts where it may have
     * been in another container.
     */
    private static boolean isForsaken(final Path draft) {
        try {
            final long pid = Long.parseLong(draft.getFileName().toString().substring(DRAFT.length()).split("-")[0]);
            return ProcessHandle.of(pid).isEmpty()
                && System.currentTimeMillis() - Files.getLastModifiedTime(draft).toMillis() > MAKING_LIMIT_MS;
        } catch (final IOException | NumberFormatException e) {
            return false;
        }
    }

    /** Removes a folder of this user with its contents, as far as possible. Returns whether it is gone. */
    public static boolean remove(final Path folder) {
        return OwnFolder.remove(folder);
    }

    /** Removes the folder. Never throws. */
    @Override
    public void close() {
        boolean isGone = remove(path);
        if (!isGone) {
            isGone = remove(path);      // a file may have appeared while its folder was emptied
        }
        if (!isGone) {
            LOG.warn("cannot remove {}: remove it by hand", path);
        }
        try {
            channel.close();
        } catch (final IOException e) {
            LOG.debug("closing the lock of {}", path, e);
        }
        HELD.remove(path.toAbsolutePath().normalize());
    }
}
