package org.gmt4j.cli.launch;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gmt4j.cli.CliException;

/**
 * One node's JVM. Node 0 writes the result to the launcher's own standard output; the output of other nodes appears on
 * standard error, each line marked with its node.
 */
final class NodeProcess {

    private static final int SIGNAL_BASE = 128;
    private static final int LAST_SIGNAL = 64;
    /** The signal by which a JVM without heap ends itself: SIGALRM, which nobody else sends and Java leaves alone. */
    static final int OUT_OF_HEAP = 14;
    private static final int SIGKILL = 9;
    private static final int LAST_LINES = 4;
    private static final File NULL = new File("/dev/null");

    private final int nodeId;
    private final Process process;
    private final Thread pump;
    private final Deque<String> lastLines;      // guarded by itself

    private NodeProcess(final int nodeId, final Process process, final Thread pump, final Deque<String> lastLines) {
        this.nodeId = nodeId;
        this.process = process;
        this.pump = pump;
        this.lastLines = lastLines;
    }

    /**
     * @param nodeId    which node
     * @param speaksFor does it write the result? then its output is the launcher's
     * @param listens   is the launcher's standard input its?
     */
    static NodeProcess start(final int nodeId, final boolean speaksFor, final boolean listens,
                             final List<String> command, final Map<String, String> variables, final NodeOutput output) {
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(variables);
        if (listens) {
            builder.redirectInput(Redirect.INHERIT);
        } else if (NULL.exists()) {
            builder.redirectInput(Redirect.from(NULL));
        }
        if (speaksFor) {
            builder.redirectOutput(Redirect.INHERIT).redirectError(Redirect.INHERIT);
        } else {
            builder.redirectErrorStream(true);
        }
        try {
            final Process process = builder.start();
            final Deque<String> lastLines = new ArrayDeque<>();
            return new NodeProcess(nodeId, process, speaksFor ? null : pump(nodeId, process, output, lastLines),
                lastLines);
        } catch (final IOException e) {
            throw CliException.unfit("GMT-123", "cannot start the process of node " + nodeId + " (" + e.getMessage()
                + "). Memory or the limit of processes (ulimit -u) may be exhausted. Use fewer nodes.");
        }
    }

    private static Thread pump(final int nodeId, final Process process, final NodeOutput output,
                               final Deque<String> lastLines) {
        final Thread pump = new Thread(() -> {
            try (BufferedReader lines =
                     new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    output.line(nodeId, line);
                    synchronized (lastLines) {
                        lastLines.add(line.strip());
                        if (lastLines.size() > LAST_LINES) {
                            lastLines.remove();
                        }
                    }
                }
            } catch (final IOException e) {
                output.line(nodeId, "(its output is lost: " + e.getMessage() + ")");
            }
        }, "gmt-output-" + nodeId);
        pump.setDaemon(true);
        pump.start();
        return pump;
    }

    int nodeId() {
        return nodeId;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    CompletableFuture<NodeProcess> onExit() {
        return process.onExit().thenApply(ended -> this);
    }

    boolean endsWithin(final long limitMs) throws InterruptedException {
        return process.waitFor(limitMs, TimeUnit.MILLISECONDS);
    }

    /** Waits a moment for its last words. */
    void drainOutput(final long limitMs) throws InterruptedException {
        if (pump != null) {
            pump.join(limitMs);
        }
    }

    int exitCode() {
        return process.exitValue();
    }

    /** @return is its exit code that of a process which a signal has ended? A program may end with the same */
    boolean looksKilled() {
        return exitCode() > SIGNAL_BASE && exitCode() <= SIGNAL_BASE + LAST_SIGNAL;
    }

    /** @return how it ended, in words */
    String describeEnd(final boolean isKilled) {
        final int code = process.exitValue();
        if (!isKilled) {
            return "ended with exit code " + code;
        }
        final int signal = code - SIGNAL_BASE;
        if (signal == OUT_OF_HEAP) {
            return "ran out of Java heap (OutOfMemoryError); give each node more with GMT_HEAP, use fewer nodes or a"
                + " smaller input";
        }
        return "was killed by signal " + signal
            + (signal == SIGKILL ? " (SIGKILL: by somebody, or by the kernel for lack of memory)" : "");
    }

    /** @return its last lines, where they went through the launcher */
    String lastWords() {
        synchronized (lastLines) {
            return lastLines.isEmpty() ? "see its own words above" : "\"" + String.join(" / ", lastLines) + "\"";
        }
    }

    void terminate() {
        process.destroy();
    }

    void kill() {
        process.destroyForcibly();
    }
}
