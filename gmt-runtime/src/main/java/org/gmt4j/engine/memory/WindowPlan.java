package org.gmt4j.engine.memory;

import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How one node shares its one-sided memory. Any thread; set-up.
 *
 * @param folder of the job's window files on this host, null: memory is not shared
 * @param from   bytes of a transfer from which windows are used
 * @param arrays bytes of the longest part of an array that is shared
 */
public record WindowPlan(WindowFolder folder, long from, long arrays) {
    /** Nothing is shared. */
    public static final WindowPlan OFF = new WindowPlan(null, 0, 0);
    private static final Logger LOG = LoggerFactory.getLogger(WindowPlan.class);

    /**
     * The plan of a process whose peers on this host share a directory with it.
     *
     * @param directory   that all of them can reach, empty when there is none
     * @param nodesOnHost processes of the job on this host
     */
    public static WindowPlan of(final SharedConfig config, final String directory, final int nodesOnHost) {
        if (config.shared() == SharedConfig.Mode.OFF || directory.isEmpty() || nodesOnHost < 2) {
            return OFF;
        }
        try {
            return new WindowPlan(WindowFolder.of(Path.of(directory), nodesOnHost), config.from(), config.arrays());
        } catch (final IOException | RuntimeException e) {
            LOG.debug("one-sided memory is not shared: {}", e.toString());
            return OFF;
        }
    }

    public boolean isOn() {
        return folder != null;
    }
}
