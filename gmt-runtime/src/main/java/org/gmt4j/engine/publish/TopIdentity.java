package org.gmt4j.engine.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Identifies the node of a file of counters.
 *
 * @param pid        id of the process
 * @param startTicks start of the process, in the system's own unit since boot, to distinguish it from a later process
 *                   with the same id; 0 where the system does not report it
 * @param nodeId     id of the node
 * @param nodeCount  number of nodes of the job
 */
public record TopIdentity(long pid, long startTicks, int nodeId, int nodeCount) {
    private static final int START_FIELD = 22;

    /** Returns the identity of a node in this process. */
    static TopIdentity here(final int nodeId, final int nodeCount) {
        final long pid = ProcessHandle.current().pid();
        return new TopIdentity(pid, startTicks(Path.of("/proc"), pid), nodeId, nodeCount);
    }

    /** Returns whether the process is still alive. */
    boolean isAlive() {
        return isAlive(Path.of("/proc"));
    }

    boolean isAlive(final Path proc) {
        if (!Files.isDirectory(proc)) {
            return ProcessHandle.of(pid).isPresent();
        }
        final long ticks = startTicks(proc, pid);
        return Files.isDirectory(proc.resolve(String.valueOf(pid)))
            && (startTicks == 0 || ticks == 0 || ticks == startTicks);
    }

    /**
     * Reads field 22 of {@code /proc/PID/stat}; the name of the program, which comes before it, may contain blanks and
     * brackets.
     */
    static long startTicks(final Path proc, final long pid) {
        try {
            final String stat = Files.readString(proc.resolve(String.valueOf(pid)).resolve("stat"));
            final String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Long.parseLong(fields[START_FIELD - 3]);
        } catch (final IOException | RuntimeException e) {
            return 0;
        }
    }
}
