package org.gmt4j.engine.node;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Detects that the process has received SIGQUIT. Java keeps this signal for itself: programs cannot handle it
 * (sun.misc.Signal refuses, on 17 and 25 alike), not even with -Xrs. But the thread that serves signals, "Signal
 * Dispatcher", then prints what the heap holds, after the threads, and Linux counts the writes of each thread
 * (/proc/self/task/N/io, syscw). That thread writes at no other time: not for signals that end the process, not when a
 * tool attaches (jcmd), not around a pause of the process (SIGSTOP and SIGCONT, a frozen container, a debugger), though
 * all of these wake it. Without /proc, or with -XX:-PrintHeapAtSIGBREAK, nothing is detected. Owned by one thread. Each
 * look costs one small read.
 */
final class QuitSignal {
    private static final String DISPATCHER = "Signal Dispatch";        // Linux keeps 15 characters of a name
    private static final String WRITES = "syscw:";

    /** The thread lives as long as the JVM. To find it takes longer than the rest of a start of the watch. */
    private static final Path DISPATCHER_WRITES = find();

    private long answered;
    private long lastLook;

    QuitSignal() {
        answered = writes();
        lastLook = answered;
    }

    private static Path find() {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (final Path thread : threads) {
                if (Files.readString(thread.resolve("comm")).strip().equals(DISPATCHER)) {
                    return thread.resolve("io");
                }
            }
        } catch (final IOException | RuntimeException e) {
            return null;        // another system
        }
        return null;
    }

    private long writes() {
        if (DISPATCHER_WRITES == null) {
            return 0;
        }
        try {
            for (final String line : Files.readAllLines(DISPATCHER_WRITES)) {
                if (line.startsWith(WRITES)) {
                    return Long.parseLong(line.substring(WRITES.length()).strip());
                }
            }
        } catch (final IOException | RuntimeException e) {
            return lastLook;                            // no descriptors are left, or Linux counts no writes
        }
        return lastLook;
    }

    /** Returns true once after a signal: at the first look that finds no write since the look before. */
    boolean hasCome() {
        final long writes = writes();
        final boolean isOver = writes != answered && writes == lastLook;
        lastLook = writes;
        answered = isOver ? writes : answered;
        return isOver;
    }
}
