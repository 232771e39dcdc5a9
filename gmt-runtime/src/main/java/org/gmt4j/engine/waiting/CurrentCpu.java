package org.gmt4j.engine.waiting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntSupplier;

/** The processor that the calling thread runs on, by the kernel's account of the thread. */
final class CurrentCpu {
    private static final Path SELF = Path.of("/proc/thread-self/stat");
    /** The field's number, counted behind the name in parentheses, which may hold blanks. */
    private static final int FIELD = 36;

    private CurrentCpu() {
    }

    /** Answers -1 where the system does not say. */
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
