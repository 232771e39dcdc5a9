package org.gmt4j.engine.memory;

import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way in which one node shares its one-sided memory. Any thread; set-up.
 *
 * @param folder folder of the job's window files on this host; null when memory is not shared
 * @param from   length in bytes from which transfers use windows
 * @param arrays greatest length in bytes of an array part that is shared
 * @param kept   bytes of freed memory that stay mapped for memory of the same lengths
 */
public record WindowPlan(WindowFolder folder, long from, long arrays, long kept) {
    /** No sharing. */
    public static final WindowPlan OFF = new WindowPlan(null, 0, 0, 0);
    private static final Logger LOG = LoggerFactory.getLogger(WindowPlan.class);

    /**
     * Returns the plan of a process that shares a directory with its peers on this host.
     *
     * @param directory   directory that all of them can reach, empty when there is none
     * @param nodesOnHost number of processes of the job on this host
     */
    public static WindowPlan of(final SharedConfig config, final String directory, final int nodesOnHost) {
        if (config.shared() == SharedConfig.Mode.OFF || directory.isEmpty() || nodesOnHost < 2) {
            return OFF;
        }
        try {
            return new WindowPlan(WindowFolder.of(Path.of(directory), nodesOnHost), config.from(), config.arrays(),
                config.kept());
        } catch (final IOException | RuntimeException e) {
            LOG.debug("one-sided memory is not shared: {}", e.toString());
            return OFF;
        }
    }

    public boolean isOn() {
        return folder != null;
    }
}
