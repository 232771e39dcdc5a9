package org.gmt4j.engine.memory;

import java.nio.file.Path;

/**
 * What the machine, or the container around this process, has left for one of the nodes that share it. Immutable; any
 * thread.
 *
 * @param nodesOnHost nodes that share it
 * @param reserve     bytes that it keeps
 */
public record FreeMemory(int nodesOnHost, long reserve) {
    /**
     * Returns the bytes at this moment, {@link Long#MAX_VALUE} where the system does not say them. Reads some files of
     * the system.
     */
    public long share() {
        return share(Path.of("/"));
    }

    /** @param root {@code /}, or a folder that looks like it */
    long share(final Path root) {
        final long available = MemoryConfig.available(root).orElse(Long.MAX_VALUE);
        return available == Long.MAX_VALUE ? available : Math.max(0, available - reserve) / Math.max(1, nodesOnHost);
    }
}
