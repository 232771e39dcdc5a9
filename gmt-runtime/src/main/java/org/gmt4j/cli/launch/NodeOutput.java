package org.gmt4j.cli.launch;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Shows on standard error what the nodes of a job say, each line marked with its node. An error that many nodes report in the same words, such as a
 * time-out of all, is shown once, and counted. Any thread.
 */
final class NodeOutput {

    private static final String CODE = "GMT-";

    private final PrintStream err;
    private final Map<String, Integer> repetitions = new LinkedHashMap<>();

    NodeOutput(final PrintStream err) {
        this.err = err;
    }

    synchronized void line(final int nodeId, final String line) {
        if (line.startsWith(CODE) && repetitions.merge(line, 1, Integer::sum) > 1) {
            return;
        }
        err.println("[node " + nodeId + "] " + line);
    }

    /** Says how often what was shown once has been said, at the end of a job. */
    synchronized void end() {
        repetitions.forEach((line, count) -> {
            if (count > 1) {
                final int more = count - 1;
                err.println(more + (more == 1 ? " more node says" : " more nodes say") + " the same: " + line.substring(0, line.indexOf(' ') < 0 ? line.length()
                    : line.indexOf(' ')));
            }
        });
        repetitions.clear();
    }
}
