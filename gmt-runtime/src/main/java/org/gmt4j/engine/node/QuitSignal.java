package org.gmt4j.engine.node;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Detects that the process has received SIGQUIT. Java keeps this signal for itself: programs cannot handle it
 * (sun.misc.Signal refuses, on 17 and 25 alike), not even with -Xrs. But the thread that serves signals, "Signal
 * Dispatcher", sleeps until one arrives, and Linux counts how often a thread has gone to sleep
 * (/proc/self/task/N/status, voluntary_ctxt_switches). So a change means a signal: SIGQUIT, or a signal that ends the
 * process, which shows soon, or the first attachment of a tool (jcmd), which leaves a socket. Without /proc nothing is
 * detected. Owned by one thread. Each look costs two small reads.
 */
final class QuitSignal {
    private static final String DISPATCHER = "Signal Dispatch";        // Linux keeps 15 characters of a name
    private static final String COUNT = "voluntary_ctxt_switches:";

    private final Path status;
    private final Path socket = Path.of("/tmp", ".java_pid" + ProcessHandle.current().pid());
    private long lastCount;
    private boolean hadSocket;

    QuitSignal() {
        status = find();
        lastCount = count();
        hadSocket = Files.exists(socket);
    }

    private static Path find() {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (final Path thread : threads) {
                if (Files.readString(thread.resolve("comm")).strip().equals(DISPATCHER)) {
                    return thread.resolve("status");
                }
            }
        } catch (final IOException | RuntimeException e) {
            return null;        // another system
        }
        return null;
    }

    private long count() {
        if (status == null) {
            return 0;
        }
        try {
            return Files.readAllLines(status).stream().filter(line -> line.startsWith(COUNT))
                .mapToLong(line -> Long.parseLong(line.substring(COUNT.length()).strip())).findFirst().orElse(0);
        } catch (final IOException | RuntimeException e) {
            return lastCount;
        }
    }

    boolean isSeen() {
        return status != null;
    }

    /** Returns true once after a signal. Whether it ends the process is not known yet. */
    boolean hasCome() {
        final long count = count();
        if (count == lastCount) {
            return false;
        }
        lastCount = count;
        final boolean hasSocket = Files.exists(socket);
        final boolean isAttached = hasSocket && !hadSocket;
        hadSocket = hasSocket;
        return !isAttached;
    }
}
