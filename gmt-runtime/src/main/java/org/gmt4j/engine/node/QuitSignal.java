package org.gmt4j.engine.node;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Detects that the process has received SIGQUIT. Java keeps this signal for itself: programs cannot handle it
 * (sun.misc.Signal refuses, on 17 and 25 alike), not even with -Xrs. But the thread that serves signals, "Signal
 * Dispatcher", sleeps until one arrives, and Linux counts how often a thread has gone to sleep
 * (/proc/self/task/N/status, voluntary_ctxt_switches). So a change means a signal: SIGQUIT, or a signal that ends the
 * process, which shows soon, or the first attachment of a tool (jcmd), which leaves a socket. Without /proc nothing is
 * detected. Owned by one thread. Each look costs three small reads.
 *
 * <p>A pause of the whole process (SIGSTOP and SIGCONT, a frozen container, a debugger) disturbs the sleep of every
 * thread, and each thread counts it once or twice. So a thread that has nothing to do shows the pauses alone:
 * "Notification Thread", which waits for listeners to Java's own beans. Where there is no such thread, a pause counts
 * as a signal.
 */
final class QuitSignal {
    private static final String DISPATCHER = "Signal Dispatch";        // Linux keeps 15 characters of a name
    private static final String IDLE = "Notification Th";
    private static final String COUNT = "voluntary_ctxt_switches:";
    private static final String STATE = "State:";
    private static final int MOST_PER_PAUSE = 2;                       // to stop, and to sleep again

    /** How often a thread has gone to sleep, and whether it sleeps. */
    private record Sleep(long count, boolean isNow) {
    }

    private final Path dispatcher = find(DISPATCHER);
    private final Path idle = find(IDLE);
    private final Path socket = Path.of("/tmp", ".java_pid" + ProcessHandle.current().pid());
    private long lastIdle;
    private long lastCount;
    private boolean hadSocket;

    QuitSignal() {
        lastIdle = idle().count();
        lastCount = dispatcher().count();
        hadSocket = Files.exists(socket);
    }

    private static Path find(final String name) {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (final Path thread : threads) {
                if (Files.readString(thread.resolve("comm")).strip().equals(name)) {
                    return thread.resolve("status");
                }
            }
        } catch (final IOException | RuntimeException e) {
            return null;        // another system
        }
        return null;
    }

    private Sleep idle() {
        return sleep(idle, lastIdle);
    }

    private Sleep dispatcher() {
        return sleep(dispatcher, lastCount);
    }

    private static Sleep sleep(final Path status, final long lastCount) {
        if (status == null) {
            return new Sleep(lastCount, true);
        }
        try {
            final List<String> lines = Files.readAllLines(status);
            return new Sleep(Long.parseLong(value(lines, COUNT)), value(lines, STATE).startsWith("S"));
        } catch (final IOException | RuntimeException e) {
            return new Sleep(lastCount, false);         // no descriptors are left
        }
    }

    private static String value(final List<String> lines, final String name) {
        return lines.stream().filter(line -> line.startsWith(name)).findFirst().orElseThrow()
            .substring(name.length()).strip();
    }

    boolean isSeen() {
        return dispatcher != null;
    }

    /** Returns true once after a signal or a pause; {@link #isQuit} tells which, as soon as it has settled. */
    boolean hasCome() {
        // In this order: while the dispatcher sleeps on no pause has begun, and none has been counted before either.
        final long idleCount = idle().count();
        final Sleep signals = dispatcher();
        if (signals.count() != lastCount) {
            return true;
        }
        if (signals.isNow()) {
            lastIdle = idleCount;
        }
        return false;
    }

    /** Whether the threads sleep again, and have counted all. */
    boolean isSettled() {
        return idle().isNow() && dispatcher().isNow();
    }

    /** Returns whether a signal has come. Whether it ends the process is not known yet. */
    boolean isQuit() {
        final long pauses = idle().count() - lastIdle;
        final long wakes = dispatcher().count() - lastCount;
        lastIdle += pauses;
        lastCount += wakes;
        final boolean hasSocket = Files.exists(socket);
        final boolean isAttached = hasSocket && !hadSocket;
        hadSocket = hasSocket;
        return !isAttached && wakes > MOST_PER_PAUSE * pauses;
    }
}
