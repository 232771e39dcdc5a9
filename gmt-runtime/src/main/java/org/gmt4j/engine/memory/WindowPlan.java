package org.gmt4j.engine.memory;

import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way in which one node shares its one-sided memory. Any thread; set-up.
 *
 * @param host   where the job's nodes on this host find windows; null when memory is not shared
 * @param from   length in bytes from which transfers use windows
 * @param arrays greatest length in bytes of an array part that is shared
 * @param kept   bytes of freed memory that stay mapped for memory of the same lengths
 */
public record WindowPlan(WindowHost host, long from, long arrays, long kept) {
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

    /**
     * Returns the plan of all nodes of a job in this JVM. Their memory is the process's own in any case, so that arrays
     * are shared whatever their length.
     */
    public static WindowPlan inJvm(final SharedConfig config, final int nodes) {
        return config.shared() == SharedConfig.Mode.OFF || nodes < 2 ? OFF : new WindowPlan(new JvmWindows(),
            config.from(), config.arrays() == 0 ? 0 : Long.MAX_VALUE, config.kept());
    }

    public boolean isOn() {
        return host != null;
    }
}
