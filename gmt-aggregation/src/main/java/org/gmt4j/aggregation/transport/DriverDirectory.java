package org.gmt4j.aggregation.transport;

import io.aeron.CommonContext;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.gmt4j.aggregation.folder.OwnFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a media driver keeps its files: a directory of its own, named after its process, in memory when the system has
 * such a place. Any thread; grade: set-up.
 */
final class DriverDirectory {
    static final String PREFIX = "gmt-driver-";
    private static final String FILES = "aeron";

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

    /**
     * Makes a directory that no other driver has, and that no other user may enter: whoever can write the files of a
     * driver can do everything with its streams. Aeron makes its own directory anew with the permissions of the day, so
     * that its files are one level below, see {@link #files}.
     */
    static File make(final File parent) {
        try {
            return OwnFolder.make(parent.toPath(), PREFIX + ProcessHandle.current().pid() + "-").toFile();
        } catch (final IOException e) {
            throw new TransportException(TransportException.Code.DRIVER_FAILED,
                "cannot make a directory for the media driver in " + parent
                    + " (" + e + "): name another one in GMT_AERON_DIR", e);
        }
    }

    /** The folder of the driver's files in a directory, which the nodes are given. */
    static File files(final File directory) {
        return new File(directory, FILES);
    }

    /** Fails when there is too little room; {@link AllocatedLogs} sees to it that it is still there when it is used. */
    static void requireSpace(final File parent, final long neededBytes) {
        if (parent.getUsableSpace() < neededBytes) {
            throw noSpace(parent, neededBytes, null);
        }
    }

    static TransportException noSpace(final File parent, final long neededBytes, final Throwable cause) {
        return new TransportException(TransportException.Code.NO_SPACE,
                "the media driver needs " + megabytes(neededBytes) + " in " + parent
                + ", free are " + megabytes(parent.getUsableSpace()) + ": " + advice(parent), cause);
    }

    /** The message for a file system that is full in the middle of a job. */
    static String fullText(final File inside, final long neededBytes) {
        return inside + " is on a file system that is full"
                + (neededBytes > 0 ? ": a connection needs " + megabytes(neededBytes) : "")
                + ", free are " + megabytes(inside.getUsableSpace()) + ". See who fills it (du -sh /dev/shm/*), or "
                + advice(inside);
    }

    private static String advice(final File place) {
        return "use fewer nodes (--nodes) or shorter buffers (--aeron-term-length 64k), enlarge it (mount "
                + "-o remount,size=... " + (place.toPath().startsWith("/dev/shm") ? "/dev/shm" : place)
                + "; in a container --shm-size), or name a folder of another file "
                + "system in GMT_AERON_DIR";
    }

    /**
     * Removes the remains of drivers of this user's dead processes. Names prove nothing: everybody may write to the
     * parent.
     */
    static void removeStale(final File parent) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent.toPath(), PREFIX + "*")) {
            for (final Path entry : entries) {
                if (OwnFolder.isOwn(entry) && isStale(entry.toFile()) && remove(entry.toFile())) {
                    LOG.info("removed {}, left behind by a process that is gone", entry);
                }
            }
        } catch (final IOException | RuntimeException e) {
            LOG.debug("cannot look for old driver directories in {}: {}", parent, e.toString());
        }
    }

    /** Removes a directory of this user with its contents; false when something is left. */
    static boolean remove(final File directory) {
        return OwnFolder.remove(directory.toPath());
    }

    /** Its process is gone, and (in case the process lives in another container) nobody has touched it for a while. */
    private static boolean isStale(final File directory) {
        final OptionalLong pid = pid(directory.getName());
        return pid.isPresent()
                && ProcessHandle.of(pid.getAsLong()).isEmpty()
                && System.currentTimeMillis() - directory.lastModified() > STALE_AGE_MS
                && !isActive(directory) && !isActive(files(directory));
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
