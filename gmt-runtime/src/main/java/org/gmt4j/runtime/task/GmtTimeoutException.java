package org.gmt4j.runtime.task;

import org.gmt4j.GmtException;
import org.gmt4j.aggregation.queue.Aggregator;

/** A wait with a deadline has ended before what it waited for. That goes on; a later wait may see it complete. */
public final class GmtTimeoutException extends GmtException {
    private static final long serialVersionUID = 1L;

    private GmtTimeoutException(final String what, final long timeoutNs, final String then) {
        super("GMT-212", what + " within " + timeoutNs / 1000 + " us; " + then);
    }

    static GmtTimeoutException ofOperations(final int pending, final long timeoutNs, final Aggregator aggregator) {
        final NodeList nodes = new NodeList();
        aggregator.inFlight().forEachUnanswered(nodes::add);
        return new GmtTimeoutException(pending + (pending == 1 ? " operation has" : " operations have") + " not completed", timeoutNs,
            (nodes.isEmpty() ? "" : "this worker waits for answers of " + nodes + "; ") + "they go on, and may be awaited again");
    }

    static GmtTimeoutException ofTasks(final Join join, final long timeoutNs) {
        return new GmtTimeoutException(join.describePending() + " have not ended", timeoutNs, "they go on, and may be awaited again");
    }

    static GmtTimeoutException ofCollective(final String what, final String missing, final long timeoutNs) {
        return new GmtTimeoutException("the " + what + " has not ended", timeoutNs,
            missing + "; this node's part stays counted, the same call goes on waiting for it");
    }

    static GmtTimeoutException ofVisits(final long pending, final long timeoutNs) {
        return new GmtTimeoutException("what visits and local bodies have issued has not completed", timeoutNs,
            pending + " operations were on their way; they go on, and may be awaited again");
    }
}
