package org.gmt4j.engine.waiting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntSupplier;

/** Reads the processor of the calling thread from the kernel's statistics of the thread. */
final class CurrentCpu {
    private static final Path SELF = Path.of("/proc/thread-self/stat");
    /** Number of the field, counted behind the name in parentheses, which may contain blanks. */
    private static final int FIELD = 36;

    private CurrentCpu() {
    }

    /** Returns a supplier that returns -1 where the system has no such statistics. */
    static IntSupplier ofThread() {
        return () -> {
            try {
                return parse(Files.readString(SELF));
            } catch (final IOException | RuntimeException e) {
                return -1;
            }
        };
    }

    /** @see "proc(5), /proc/pid/stat, field 39" */
    static int parse(final String stat) {
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[FIELD]);
    }
}
