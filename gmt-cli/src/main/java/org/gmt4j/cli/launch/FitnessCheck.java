package org.gmt4j.cli.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;

/** Refuses a job for whose files there is no room, before anything is started; memory is {@link MemoryEstimate}'s. */
final class FitnessCheck {

    private FitnessCheck() {
    }

    /** Refuses a parent of jobs' folders that is none. Its room would be 0, which is no advice. */
    static void folder(final Path parent) {
        if (!Files.isDirectory(parent)) {
            throw CliException.unfit("GMT-122", "cannot make a folder for the job in " + parent + ": "
                + (Files.exists(parent) ? "it is no folder" : "there is no such folder")
                + ". Make it, or name another one in GMT_AERON_DIR.");
        }
    }

    /** Refuses if the driver's folder has too little room. */
    static void room(final Path folder, final long neededBytes) {
        folder(folder);
        final long free = folder.toFile().getUsableSpace();
        if (free < neededBytes) {
            throw CliException.unfit("GMT-121", "the media driver needs " + ByteCount.megabytes(neededBytes)
                + " in " + folder + ", free: " + ByteCount.megabytes(free)
                + ". Take fewer nodes (--nodes) or shorter buffers (--aeron-term-length 64k), name a "
                + "folder of a larger file system in GMT_AERON_DIR, or "
                + (isMemory(folder) ? "enlarge this one: mount -o remount,size="
                + ByteCount.number(neededBytes * 2).replace(",", "") + "m" + " " + folder
                + " (in a container: --shm-size)." : "make room in this one."));
        }
    }

    /** Only such a file system takes another size. */
    private static boolean isMemory(final Path folder) {
        try {
            return Files.getFileStore(folder).type().equals("tmpfs");
        } catch (final IOException e) {
            return false;
        }
    }
}
