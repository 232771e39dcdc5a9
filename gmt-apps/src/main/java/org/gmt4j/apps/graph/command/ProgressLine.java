package org.gmt4j.apps.graph.command;

import org.gmt4j.apps.graph.file.EdgeProgress;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One line on stderr that is written over while work lasts; silent when stderr is not a terminal or {@code NO_COLOR} is
 * set, and in the first second. Owned by one thread.
 */
final class ProgressLine implements EdgeProgress {
    private static final long INTERVAL_NS = 200_000_000L;
    private static final long SILENT_NS = 1_000_000_000L;

    private final PrintWriter err;
    private final boolean enabled;
    private final long start = System.nanoTime();
    private long nextNs = start + SILENT_NS;
    private boolean isShown;

    ProgressLine(final PrintWriter err, final boolean enabled) {
        this.err = err;
        this.enabled = enabled;
    }

    static ProgressLine onTerminal(final PrintWriter err) {
        return new ProgressLine(err, System.getenv("NO_COLOR") == null && isStderrTerminal());
    }

    private static boolean isStderrTerminal() {
        final Path stderr = Path.of("/proc/self/fd/2");
        try {
            return Files.isSymbolicLink(stderr) ? Files.readSymbolicLink(stderr).toString().matches("/dev/(pts/|tty).*")
                : System.console() != null;
        } catch (final IOException e) {
            return false;
        }
    }

    @Override
    public void edgesDone(final String step, final long edges) {
        final long now = enabled ? System.nanoTime() : 0;
        if (enabled && now - nextNs >= 0) {
            nextNs = now + INTERVAL_NS;
            isShown = true;
            err.printf(Locale.ROOT, "\r%s: %,d edges, %.0f s ", step, edges, (now - start) / 1e9);
            err.flush();
        }
    }

    /** Removes the line. */
    void end() {
        if (isShown) {
            err.print("\r\u001b[K");
            err.flush();
            isShown = false;
        }
    }

    double seconds() {
        return (System.nanoTime() - start) / 1e9;
    }
}
