package org.gmt4j.engine.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Shortens parks. Linux adds up to 50 microseconds to each sleep of a thread so that it can wake several at once; a
 * node that shares its core with others parks for less than that between two looks at its streams.
 *
 * <p>Stateless; set-up. Without support by the system nothing changes.
 *
 * @see "proc(5), /proc/pid/timerslack_ns, Linux 4.6"
 */
final class TimerSlack {
    private static final Path SELF = Path.of("/proc/thread-self");

    private TimerSlack() {
    }

    /**
     * Removes the slack from the sleeps of the calling thread and of threads that it starts later.
     *
     * @return whether the system supports it
     */
    static boolean remove() {
        try {
            // Only the directory of the thread's own number has the file, not the one among the process's tasks.
            final Path thread = Path.of("/proc").resolve(Files.readSymbolicLink(SELF).getFileName());
            Files.writeString(thread.resolve("timerslack_ns"), "1");
            return true;
        } catch (final IOException | RuntimeException e) {
            return false;
        }
    }
}
