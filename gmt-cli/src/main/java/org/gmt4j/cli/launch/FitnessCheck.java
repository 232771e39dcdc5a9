package org.gmt4j.cli.launch;

import java.nio.file.Path;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;

/** Refuses a job for whose files there is no room, before anything is started; memory is {@link MemoryEstimate}'s. */
final class FitnessCheck {

    private FitnessCheck() {
    }

    /** Refuses if the driver's folder has too little room. */
    static void room(final Path folder, final long neededBytes) {
        final long free = folder.toFile().getUsableSpace();
        if (free < neededBytes) {
            throw CliException.unfit("GMT-121", "the media driver needs " + ByteCount.megabytes(neededBytes)
                + " in " + folder + ", free: " + ByteCount.megabytes(free)
                + ". Take fewer nodes (--nodes) or shorter buffers (--aeron-term-length 64k), name a "
                + "folder of a larger file system in GMT_AERON_DIR, or enlarge this one: mount -o remount,size="
                + ByteCount.number(neededBytes * 2).replace(",", "") + "m" + " " + folder
                + " (in a container: --shm-size).");
        }
    }
}
