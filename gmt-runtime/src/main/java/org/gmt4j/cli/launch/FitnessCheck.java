package org.gmt4j.cli.launch;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.doctor.Machine;

/** Refuses a job that this machine cannot hold, before anything is started. */
final class FitnessCheck {

    private static final long MB = 1L << 20;
    /** What a node takes before user data, with something to spare. */
    static final long BYTES_PER_NODE = 128 * MB;

    private final Machine machine;

    FitnessCheck(final Machine machine) {
        this.machine = machine;
    }

    /**
     * @param nodesHere   node processes on this host
     * @param arrayBytes  global arrays of all of them together
     * @param driverBytes what the media driver takes in memory
     */
    void memory(final int nodesHere, final long arrayBytes, final long driverBytes) {
        final OptionalLong available = machine.availableMemory();
        final double needed = (double) nodesHere * BYTES_PER_NODE + arrayBytes + driverBytes;
        if (available.isEmpty() || needed <= available.getAsLong()) {
            return;
        }
        final long fitting = (available.getAsLong() - arrayBytes) / (BYTES_PER_NODE + driverBytes / nodesHere);
        throw CliException.unfit("GMT-120", nodesHere + (nodesHere == 1 ? " node needs" : " nodes need") + " about "
            + megabytes(needed) + " (" + megabytes(BYTES_PER_NODE) + " each"
            + (arrayBytes > 0 ? ", arrays " + megabytes(arrayBytes) : "")
            + (driverBytes > 0 ? ", media driver " + megabytes(driverBytes) : "") + "), available on this machine: "
            + megabytes(available.getAsLong()) + ". "
            + (fitting >= 1 ? "At most " + fitting + " would fit: take fewer (--nodes), " : "Take ")
            + "a smaller input, or free memory; 'gmt doctor' shows what there is.");
    }

    /** Refuses if the driver's folder has too little room. */
    static void room(final Path folder, final long neededBytes) {
        final long free = folder.toFile().getUsableSpace();
        if (free < neededBytes) {
            throw CliException.unfit("GMT-121", "the media driver needs " + megabytes(neededBytes) + " in " + folder
                + ", free: " + megabytes(free)
                    + ". Take fewer nodes, shorter buffers, or enlarge it: mount -o remount,size="
                + megabytes(neededBytes * 2).replace(" MB", "m") + " " + folder + " (in a container: --shm-size).");
        }
    }

    private static String megabytes(final double bytes) {
        return (long) Math.ceil(bytes / MB) + " MB";
    }
}
