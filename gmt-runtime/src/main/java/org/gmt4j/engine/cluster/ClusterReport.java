package org.gmt4j.engine.cluster;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.gmt4j.engine.hang.HangReport;
import org.gmt4j.engine.hang.NodeWaits;
import org.gmt4j.engine.node.Node;

/**
 * The report of the nodes of a process. It is requested when something has gone wrong, so it relies on nothing: a
 * thread of its own makes it within a bounded time, and exceptions become part of it.
 */
final class ClusterReport {
    private static final long LIMIT_MS = 5_000;

    private ClusterReport() {
    }

    static String of(final List<Node> nodes) {
        return bounded("what waits", () -> HangReport.of(waits(nodes), () -> waits(nodes))) + threads(nodes);
    }

    /** Asks all nodes at the same time. */
    static List<NodeWaits> waits(final List<Node> nodes) {
        return nodes.parallelStream().map(ClusterReport::waits).toList();
    }

    /** Returns the waits of one node; never throws. */
    static NodeWaits waits(final Node node) {
        try {
            return node.waits();
        } catch (final RuntimeException e) {
            return NodeWaits.unknown(node.nodeId(), node.nodeCount(), "it could not be asked: " + e);
        }
    }

    private static String threads(final List<Node> nodes) {
        final StringBuilder text = new StringBuilder("below the tasks:\n");
        nodes.forEach(node -> text.append(bounded("node " + node.nodeId(), node::report)));
        return text.toString();
    }

    private static String bounded(final String what, final Supplier<String> report) {
        final CompletableFuture<String> made = new CompletableFuture<>();
        final Thread maker = new Thread(() -> {
            try {
                made.complete(report.get());
            } catch (final RuntimeException | Error e) {
                made.complete("(" + what + ": no report, " + e + ")\n");
            }
        }, "gmt-report");
        maker.setDaemon(true);
        maker.start();
        try {
            return made.get(LIMIT_MS, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (final ExecutionException | TimeoutException e) {
            // reported below
        }
        return "(" + what + ": no report within " + LIMIT_MS + " ms)\n";
    }
}
