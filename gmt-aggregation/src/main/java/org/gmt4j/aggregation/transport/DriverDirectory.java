package org.gmt4j.aggregation.transport;

import io.aeron.CommonContext;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import org.agrona.IoUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a media driver keeps its files: a directory of its own, named after its process, in memory when the system has
 * such a place. Any thread; grade: set-up.
 */
final class DriverDirectory {
    static final String PREFIX = "gmt-driver-";

    private static final Logger LOG = LoggerFactory.getLogger(DriverDirectory.class);
    private static final File SHARED_MEMORY = new File("/dev/shm");
    private static final long STALE_AGE_MS = 20_000;

    private DriverDirectory() {
    }

    /** The directory for driver directories: as wished, or shared memory if it has room, or else the temporary one. */
    static File parent(final String wished, final long neededBytes) {
        return wished.isEmpty() ? firstWithRoom(places(), neededBytes) : new File(wished);
    }

    /** Where driver directories are made when nobody wishes another place; the best first. */
    static List<File> places() {
        final File temporary = new File(System.getProperty("java.io.tmpdir"));
        return SHARED_MEMORY.isDirectory() && SHARED_MEMORY.canWrite()
                ? List.of(SHARED_MEMORY, temporary) : List.of(temporary);
    }

    /** The first place that has room, or the first at all when none has. Containers often have 64 MB in /dev/shm. */
    static File firstWithRoom(final List<File> places, final long neededBytes) {
        for (final File place : places) {
            if (place.getUsableSpace() >= neededBytes) {
                if (place != places.get(0)) {
                    LOG.info("the media driver works in {}: {} has only {}, {} are needed", place, places.get(0),
                            megabytes(places.get(0).getUsableSpace()), megabytes(neededBytes));
                }
                return place;
            }
        }
        return places.get(0);
    }

    /** Makes a name that no other driver has. The directory is not created. */
    static File unique(final File parent) {
        File directory;
        do {
            directory = new File(parent, PREFIX + ProcessHandle.current().pid() + "-"
                    + Integer.toHexString(ThreadLocalRandom.current().nextInt()));
        } while (directory.exists());
        return directory;
    }

    /**
     * Fails when there is too little room. Files of a driver are sparse, so running out later would kill the process by
     * a signal.
     */
    static void requireSpace(final File parent, final long neededBytes) {
        final long freeBytes = parent.getUsableSpace();
        if (freeBytes < neededBytes) {
            throw new TransportException(TransportException.Code.NO_SPACE,
                    "the media driver needs " + megabytes(neededBytes) + " in " + parent
                    + ", free are " + megabytes(freeBytes)
                    + ": use fewer nodes or a smaller term length, enlarge it (mount -o remount,size=... " + parent
                    + "; in a container --shm-size), or name another directory");
        }
    }

    /** Removes what drivers of dead processes left behind. */
    static void removeStale(final File parent) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent.toPath(), PREFIX + "*")) {
            for (final Path entry : entries) {
                if (Files.isWritable(entry) && isStale(entry.toFile()) && remove(entry.toFile())) {
                    LOG.info("removed {}, left behind by a process that is gone", entry);
                }
            }
        } catch (final IOException | RuntimeException e) {
            LOG.debug("cannot look for old driver directories in {}: {}", parent, e.toString());
        }
    }

    /** Keeps other users out: whoever can write the files of a driver can do everything with its streams. */
    static void restrict(final File directory) {
        try {
            Files.setPosixFilePermissions(directory.toPath(), PosixFilePermissions.fromString("rwx------"));
        } catch (final IOException | UnsupportedOperationException e) {
            LOG.debug("cannot restrict {} to its owner: {}", directory, e.toString());
        }
    }

    /** Removes a directory and what is in it; false when something is left. */
    static boolean remove(final File directory) {
        try {
            IoUtil.delete(directory, true);
        } catch (final RuntimeException e) {
            LOG.debug("cannot remove {}: {}", directory, e.toString());
        }
        return !directory.exists();
    }

    /** Its process is gone, and (in case the process lives in another container) nobody has touched it for a while. */
    private static boolean isStale(final File directory) {
        final OptionalLong pid = pid(directory.getName());
        return pid.isPresent()
                && ProcessHandle.of(pid.getAsLong()).isEmpty()
                && System.currentTimeMillis() - directory.lastModified() > STALE_AGE_MS
                && !isActive(directory);
    }

    private static boolean isActive(final File directory) {
        try {
            return CommonContext.isDriverActive(directory, STALE_AGE_MS, message -> { });
        } catch (final RuntimeException e) {
            return false;                    // there is a file, but not one that a driver has finished
        }
    }

    private static OptionalLong pid(final String name) {
        final String tail = name.substring(PREFIX.length());
        final int dash = tail.indexOf('-');
        try {
            return dash < 0 ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(tail.substring(0, dash)));
        } catch (final NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static String megabytes(final long bytes) {
        return (bytes >> 20) + " MB";
    }
}
