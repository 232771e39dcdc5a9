package org.gmt4j.engine.task;

import org.gmt4j.GmtTimeoutException;
import org.gmt4j.aggregation.queue.Aggregator;

/** Exceptions of waits whose deadline has passed, by kind of wait. No state; any thread. */
final class TimeOuts {
    private TimeOuts() {
    }

    static GmtTimeoutException ofOperations(final int pending, final long timeoutNs, final Aggregator aggregator) {
        final NodeList nodes = new NodeList();
        aggregator.inFlight().forEachUnanswered(nodes::add);
        return new GmtTimeoutException(pending + (pending == 1 ? " operation has" : " operations have")
            + " not completed", timeoutNs,
            (nodes.isEmpty() ? "" : "this worker waits for answers of " + nodes + "; ")
                + "they go on, and may be awaited again");
    }

    static GmtTimeoutException ofTasks(final Join join, final long timeoutNs) {
        return new GmtTimeoutException(join.describePending() + " have not ended", timeoutNs,
            "they go on, and may be awaited again");
    }

    static GmtTimeoutException ofCollective(final String what, final String missing, final long timeoutNs) {
        return new GmtTimeoutException("the " + what + " has not ended", timeoutNs,
            missing + "; this node's part stays counted, the same call goes on waiting for it");
    }

    static GmtTimeoutException ofVisits(final long pending, final long timeoutNs) {
        return new GmtTimeoutException("what visits and local bodies have issued has not completed", timeoutNs,
            pending + " operations and tasks were under way; they go on, and may be awaited again");
    }
}
