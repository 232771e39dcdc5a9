package org.gmt4j.engine.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gmt4j.aggregation.settings.Setting;

/**
 * Settings for the memory of global arrays.
 *
 * @param memoryMax bytes per node; 0 for a share of the host's available memory
 */
public record MemoryConfig(
    @Setting(key = "gmt.memory.max", unit = "bytes", defaultValue = "0", min = 0,
        meaning = "Memory for global arrays per node; 0 takes 80 % of what the machine has available, "
            + "divided by its nodes.")
    long memoryMax) {

    /** Returns the budget of one of {@code nodesOnHost} nodes. */
    public long budget(final int nodesOnHost) {
        return memoryMax > 0 ? memoryMax : (long) (availableOnHost() * 0.8) / Math.max(1, nodesOnHost);
    }

    private static long availableOnHost() {
        try {
            for (final String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
                if (line.startsWith("MemAvailable:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
                }
            }
        } catch (final IOException | NumberFormatException e) {
            return 4L << 30;
        }
        return 4L << 30;
    }
}
