package org.gmt4j.cli.launch;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Shows the output of a job's nodes on standard error, each line marked with its node. An error that many nodes report
 * in the same words, such as a time-out of all, is shown of two of them, and the others are counted. Any thread.
 */
final class NodeOutput {

    private static final String CODE = "GMT-";
    private static final int SHOWN = 2;

    private final PrintStream err;
    /** By line, in the order in which they came: the nodes that say it. */
    private final Map<String, List<Integer>> speakers = new LinkedHashMap<>();

    NodeOutput(final PrintStream err) {
        this.err = err;
    }

    synchronized void line(final int nodeId, final String line) {
        if (line.startsWith(CODE)) {
            final List<Integer> nodes = speakers.computeIfAbsent(line, unseen -> new ArrayList<>());
            if (!nodes.contains(nodeId)) {
                nodes.add(nodeId);
            }
            if (nodes.indexOf(nodeId) >= SHOWN) {
                return;
            }
        }
        err.println("[node " + nodeId + "] " + line);
    }

    /** Counts the nodes that were not shown, at the end of a job. */
    synchronized void end() {
        speakers.forEach((line, nodes) -> {
            if (nodes.size() > SHOWN) {
                final int more = nodes.size() - SHOWN;
                err.println(more + (more == 1 ? " more node says" : " more nodes say") + " the same: "
                    + line.split(" ", 2)[0]);
            }
        });
        speakers.clear();
    }
}
