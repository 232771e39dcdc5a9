package org.gmt4j.apps.graph.command;

import java.io.PrintWriter;
import java.util.Locale;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.doctor.Machine;
import org.gmt4j.graph.file.EdgeProgress;
import org.gmt4j.graph.source.EdgeConsumer;

/**
 * One line on stderr that is written over while work lasts; silent when stderr is not a terminal, is a dumb one, or
 * {@code NO_COLOR} is set, and in the first second. Owned by one thread.
 */
final class ProgressLine implements EdgeProgress {
    private static final long INTERVAL_NS = 200_000_000L;
    private static final long SILENT_NS = 1_000_000_000L;

    private final PrintWriter err;
    private final boolean enabled;
    private final long start = System.nanoTime();
    private long nextNs = start + SILENT_NS;
    private boolean isShown;
    private long expected;
    private String step = "";
    private long stepStart = start;

    ProgressLine(final PrintWriter err, final boolean enabled) {
        this.err = err;
        this.enabled = enabled;
    }

    static ProgressLine onTerminal(final PrintWriter err) {
        return new ProgressLine(err, CliContext.takesEscapes(Environment.ofProcess())
            && Machine.ofProcess().standardErrorIsTerminal());
    }

    /** So many edges are to come in each step from now on; 0 where nobody knows. */
    void expect(final long edges) {
        expected = edges;
    }

    /** A consumer of batches for one step that counts their edges. */
    EdgeConsumer counting(final String what, final long edges) {
        expect(edges);
        final long[] done = new long[1];
        return batch -> {
            done[0] += batch.count();
            edgesDone(what, done[0]);
        };
    }

    @Override
    public void edgesDone(final String what, final long edges) {
        final long now = enabled ? System.nanoTime() : 0;
        if (enabled && !what.equals(step)) {
            step = what;
            stepStart = now;
        }
        if (enabled && now - nextNs >= 0) {
            nextNs = now + INTERVAL_NS;
            isShown = true;
            err.print("\r" + text(what, edges, (now - start) / 1e9, (now - stepStart) / 1e9) + "\u001b[K");
            err.flush();
        }
    }

    /** The text of the line: with how much is left of the step where that is known. */
    private String text(final String what, final long edges, final double seconds, final double stepSeconds) {
        if (edges <= 0 || expected <= 0 || edges > expected) {
            return String.format(Locale.ROOT, "%s: %,d edges, %.0f s", what, edges, seconds);
        }
        return String.format(Locale.ROOT, "%s: %,d of %,d edges, %.0f s, about %.0f s left", what, edges,
            expected, seconds, stepSeconds * (expected - edges) / edges);
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
