package org.gmt4j.cli.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.cli.CliContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder, in memory where the system has such a place, that holds everything a job leaves on this host: the media
 * driver's files, and the nodes' counters for {@code gmt top}. Locked while the launcher lives, so that the next launcher can tell what a killed one left behind,
 * and remove it. Owned by the launcher.
 */
public final class JobDirectory implements AutoCloseable {

    /** What the names of such folders begin with; the launcher's process id follows. */
    public static final String PREFIX = "gmt-job-";

    private static final Logger LOG = LoggerFactory.getLogger(JobDirectory.class);
    private static final String LOCK = "lock";

    private final Path path;
    private final FileChannel channel;

    private JobDirectory(final Path path, final FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Where jobs make their folders: as wished in {@code GMT_AERON_DIR}, or shared memory if so many bytes have room there (containers often
     * have 64 MB), or else a place on disk.
     */
    static Path parent(final CliContext context, final long neededBytes) {
        final Path temporary = Path.of(context.environment().property("java.io.tmpdir").orElse("/tmp"));
        final Path best = context.machine().sharedMemory()
            .filter(memory -> hasRoom(memory, neededBytes) || !hasRoom(temporary, neededBytes)).orElse(temporary);
        return context.environment().variable(ReservedVariables.AERON_DIR).map(Path::of).orElse(best);
    }

    private static boolean hasRoom(final Path folder, final long bytes) {
        return folder.toFile().getUsableSpace() >= bytes;
    }

    /** Makes a new folder, and removes those that dead launchers left. */
    static JobDirectory create(final Path parent) throws IOException {
        removeStale(parent);
        final Path path = Files.createTempDirectory(parent, PREFIX + ProcessHandle.current().pid() + "-");
        final FileChannel channel =
            FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.lock();   // released by the system, however this process ends
        return new JobDirectory(path, channel);
    }

    Path path() {
        return path;
    }

    /** @return the folder of the job that a path of it is in, such as the media driver's directory; nothing outside of one */
    static Optional<Path> around(final Path inside) {
        for (Path folder = inside; folder != null; folder = folder.getParent()) {
            if (folder.getFileName() != null && folder.getFileName().toString().startsWith(PREFIX)) {
                return Optional.of(folder);
            }
        }
        return Optional.empty();
    }

    private static void removeStale(final Path parent) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (final Path entry : entries) {
                if (isStale(entry)) {
                    LOG.info("removing {}, left behind by a launcher that is gone", entry);
                    remove(entry);
                }
            }
        } catch (final IOException e) {
            LOG.debug("looking for old job folders in {}", parent, e);
        }
    }

    private static boolean isStale(final Path folder) {
        try (FileChannel other = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE);
             FileLock lock = other.tryLock()) {
            return lock != null;
        } catch (final IOException | OverlappingFileLockException e) {
            return false;   // being made, not ours, or held by this process
        }
    }

    /** Removes a folder and all in it, as far as possible. @return is it gone? */
    static boolean remove(final Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(final Path file,
                    final BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(final Path file, final IOException e) {
                    return FileVisitResult.CONTINUE;   // removed by its owner meanwhile
                }

                @Override
                public FileVisitResult postVisitDirectory(final Path dir, final IOException e) throws IOException {
                    Files.deleteIfExists(dir);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (final IOException e) {
            LOG.debug("removing {}", folder, e);
        }
        return !Files.exists(folder);
    }

    /** Removes the folder. Never throws. */
    @Override
    public void close() {
        if (!remove(path) && !remove(path)) {   // a file may have appeared while its folder was emptied
            LOG.warn("cannot remove {}: remove it by hand", path);
        }
        try {
            channel.close();
        } catch (final IOException e) {
            LOG.debug("closing the lock of {}", path, e);
        }
    }
}
