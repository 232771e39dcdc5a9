package org.gmt4j.engine.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.settings.Settings;

/**
 * Settings for the memory of global arrays, and of what libraries keep beside them.
 *
 * @param memoryMax  bytes per node; 0 for a share of the available memory of host or container
 * @param gatherFrom length in bytes of a node's part from which its own accesses are gathered
 * @param reserve    bytes of the host or container that memory beside global arrays leaves to others
 */
public record MemoryConfig(
    @Setting(key = "gmt.memory.max", unit = "bytes", defaultValue = "0", min = 0,
        meaning = "Memory for global arrays per node; 0 takes 80 % of what the machine, or the container, "
            + "has available, divided by its nodes.")
    long memoryMax,
    @Setting(key = "gmt.memory.gather", unit = "bytes", defaultValue = "8m", min = 0,
        meaning = "Length of a node's part of an array from which non-blocking accesses of its one thread to it are "
            + "gathered and executed together, which hides the time of cache misses; shorter parts are accessed at "
            + "once. Four times as much for a node that is alone.")
    long gatherFrom,
    @Setting(key = "gmt.memory.reserve", unit = "bytes", defaultValue = "256m", min = 0,
        meaning = "Memory that the machine, or the container, has available and keeps: a graph whose edges and names "
            + "would take it while they are loaded is refused (GMT-307). gmt.memory.max does not count these.")
    long reserve) {
    /** A node that is alone does not share its caches with the traffic of others: measured, see decision 0034. */
    private static final int ALONE = 4;
    /** A budget where the system does not say what it has. */
    private static final long GUESS = 4L << 30;

    public static final MemoryConfig DEFAULT = Settings.defaults().load(MemoryConfig.class);

    /** Returns the default settings with another budget. */
    public static MemoryConfig of(final long memoryMax) {
        return new MemoryConfig(memoryMax, DEFAULT.gatherFrom, DEFAULT.reserve);
    }

    /** Returns the length in bytes of a part from which accesses are gathered, in a job of so many nodes. */
    public long gatherFrom(final int nodeCount) {
        return nodeCount > 1 ? gatherFrom : Math.min(gatherFrom, Long.MAX_VALUE / ALONE) * ALONE;
    }

    /** Returns the same settings with the budget as it is now: nodes that start together look for it once. */
    public MemoryConfig fixed(final int nodesOnHost) {
        return new MemoryConfig(budget(nodesOnHost), gatherFrom, reserve);
    }

    /** Returns the budget of one of {@code nodesOnHost} nodes. */
    public long budget(final int nodesOnHost) {
        return memoryMax > 0 ? memoryMax
            : (long) (available(Path.of("/")).orElse(GUESS) * 0.8) / Math.max(1, nodesOnHost);
    }

    /**
     * Returns the bytes that the machine has available, or the container around this process, whichever is less; empty
     * where the system says neither.
     *
     * @param root {@code /}, or a folder that looks like it
     */
    static OptionalLong available(final Path root) {
        final OptionalLong host = availableOnHost(root);
        final OptionalLong container = new ContainerMemory(root).left();
        return host.isPresent() && container.isPresent()
            ? OptionalLong.of(Math.min(host.getAsLong(), container.getAsLong())) : host.isPresent() ? host : container;
    }

    private static OptionalLong availableOnHost(final Path root) {
        try {
            for (final String line : Files.readAllLines(root.resolve("proc/meminfo"))) {
                if (line.startsWith("MemAvailable:")) {
                    return OptionalLong.of(Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024);
                }
            }
        } catch (final IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
        return OptionalLong.empty();
    }
}
