package org.gmt4j.engine.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whose counters they are.
 *
 * @param pid        the process
 * @param startTicks when it was started, in the system's own unit since it booted, so that a process that got the same
 *                   number later is not taken for it; 0 where the system does not tell
 * @param nodeId     which node
 * @param nodeCount  nodes of the job
 */
public record TopIdentity(long pid, long startTicks, int nodeId, int nodeCount) {
    private static final int START_FIELD = 22;

    /** The identity of a node in this process. */
    static TopIdentity here(final int nodeId, final int nodeCount) {
        final long pid = ProcessHandle.current().pid();
        return new TopIdentity(pid, startTicks(Path.of("/proc"), pid), nodeId, nodeCount);
    }

    /** Lives the process still? */
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
     * Field 22 of {@code /proc/PID/stat}; the name of the program, which comes before it, may contain blanks and
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
