package org.gmt4j.cli.launch;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Shows the output of a job's nodes on standard error, each line marked with its node. An error that many nodes report
 * in the same words, such as a time-out of all, is shown twice, and counted. Any thread.
 */
final class NodeOutput {

    private static final String CODE = "GMT-";
    private static final int SHOWN = 2;

    private final PrintStream err;
    private final Map<String, Integer> repetitions = new LinkedHashMap<>();

    NodeOutput(final PrintStream err) {
        this.err = err;
    }

    synchronized void line(final int nodeId, final String line) {
        if (line.startsWith(CODE) && repetitions.merge(line, 1, Integer::sum) > SHOWN) {
            return;
        }
        err.println("[node " + nodeId + "] " + line);
    }

    /** Counts the repetitions of lines shown once, at the end of a job. */
    synchronized void end() {
        repetitions.forEach((line, count) -> {
            if (count > SHOWN) {
                final int more = count - SHOWN;
                err.println(more + (more == 1 ? " more node says" : " more nodes say") + " the same: "
                    + line.split(" ", 2)[0]);
            }
        });
        repetitions.clear();
    }
}
