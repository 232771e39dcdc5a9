package org.gmt4j.engine.task;

import java.util.List;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.RemoteCommandException;
import org.gmt4j.engine.hang.Awaited;
import org.gmt4j.engine.hang.WaitKind;
import org.gmt4j.engine.travel.FailureCodec;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The failures of visits, and the wait for all commands that visits have issued. No state; called by the waiting task.
 */
final class VisitEnds {
    private VisitEnds() {
    }

    /**
     * Returns the exception of a visit of this node on another one, where the failure reports only that the visit
     * failed; otherwise the failure itself. With several failed visits on one node, the exception of the last one. Runs
     * on that node without a fiber, so it does not wait for one.
     */
    static Throwable causeOf(final EngineTask ctx, final Throwable thrown) throws SuspendExecution {
        if (!(thrown instanceof RemoteCommandException refused) || refused.failure() != CommandFailure.VISIT_FAILED
            && refused.failure() != CommandFailure.ENTRY_REFUSED) {
            return thrown;
        }
        final int origin = ctx.nodeId();
        try {
            final byte[] cause = ctx.callLocal(refused.nodeId(), there -> EngineTask.of(there).runtime()
                .takeVisitFailure(origin));
            return cause.length == 0 ? thrown : FailureCodec.decode(cause);
        } catch (final RuntimeException e) {
            return thrown;      // the node is lost, or the job over: report the known failure
        }
    }

    /** Makes rounds over all nodes until two in a row have found nothing outstanding and nothing issued in between. */
    static void awaitIssued(final EngineTask ctx, final long timeoutNs) throws SuspendExecution {
        final long startNs = System.nanoTime();
        ctx.purpose = new Quiet(startNs);
        try {
            awaitIssued(ctx, startNs, timeoutNs);
        } finally {
            ctx.purpose = null;
        }
    }

    /** For reports. */
    private record Quiet(long beganNs) implements Awaited {
        @Override
        public WaitKind kind() {
            return WaitKind.VISITS;
        }

        @Override
        public String describe() {
            return "visits and what they have issued, on all nodes";
        }
    }

    private static void awaitIssued(final EngineTask ctx, final long startNs, final long timeoutNs)
        throws SuspendExecution {
        long lastIssuing = -1;
        for (;;) {
            final List<long[]> nodes = ctx.callOnAll(node -> EngineTask.of(node).runtime().helperActivity());
            long issuing = 0;
            long pending = 0;
            for (final long[] node : nodes) {
                issuing += node[0];
                pending += node[1];
            }
            if (pending == 0 && issuing == lastIssuing) {
                return;
            }
            if (System.nanoTime() - startNs >= timeoutNs) {
                throw TimeOuts.ofVisits(pending, timeoutNs);
            }
            lastIssuing = pending == 0 ? issuing : -1;
            ctx.yield();
        }
    }
}
