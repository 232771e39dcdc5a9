package org.gmt4j.engine.memory;

import java.nio.file.Path;

/**
 * What the machine, or the container around this process, has left for one of the nodes that share it. Immutable; any
 * thread.
 *
 * @param nodesOnHost nodes that share it
 */
public record FreeMemory(int nodesOnHost) {
    /** Returns the bytes at this moment. Reads some files of the system. */
    public long share() {
        return MemoryConfig.available(Path.of("/")) / Math.max(1, nodesOnHost);
    }
}
