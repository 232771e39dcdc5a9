package org.gmt4j.engine.task;

import java.util.List;
import org.gmt4j.GmtException;
import org.gmt4j.ParForException;
import org.gmt4j.RemoteFailure;
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
    /** A question about failures is under way for less: none of the job's own may seem to be older than the job. */
    private static final long UNDER_WAY_NS = 100_000_000;

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

    /**
     * Makes rounds over all nodes until two in a row have found nothing outstanding and nothing begun in between, then
     * reports what has failed.
     */
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
        if (ctx.isOfVisit()) {
            throw new GmtException("GMT-402", "awaitVisits() in a task that a visit or a local body has begun would "
                + "wait for that task: have the task call it that sends the visits");
        }
        long lastBegun = -1;
        for (;;) {
            final List<long[]> nodes = ctx.callOnAll(node -> EngineTask.of(node).runtime().helperActivity());
            long begun = 0;
            long pending = 0;
            long failed = 0;
            for (final long[] node : nodes) {
                begun += node[0];
                pending += node[1];
                failed += node[2];
            }
            if (pending == 0 && begun == lastBegun) {
                if (failed > 0) {
                    report(ctx, nodes, failed);
                }
                return;
            }
            // the first quiet round needs a second one that confirms it, whatever the time
            final boolean isToConfirm = pending == 0 && lastBegun < 0;
            if (!isToConfirm && System.nanoTime() - startNs >= timeoutNs) {
                throw TimeOuts.ofVisits(pending, timeoutNs);
            }
            lastBegun = pending == 0 ? begun : -1;
            ctx.yield();
        }
    }

    /**
     * Throws the first failure of what visits and local bodies have begun. Visits belong to no job: failures from
     * before this job are those of an earlier one that has not asked.
     */
    private static void report(final EngineTask ctx, final List<long[]> nodes, final long failed)
        throws SuspendExecution {
        final int job = ctx.job();
        final long ageNs = job == JobTable.NONE ? Long.MAX_VALUE : UNDER_WAY_NS
            + ctx.call(job % ctx.nodeCount(), there -> EngineTask.of(there).runtime().parts().jobs().ageNs(job));
        RemoteFailure first = null;
        for (int node = 0; node < nodes.size(); node++) {
            if (nodes.get(node)[2] > 0) {
                final byte[] failure = ctx.call(node, there -> takeFailure(EngineTask.of(there), ageNs));
                first = first != null || failure.length == 0 ? first : FailureCodec.decode(failure);
            }
        }
        if (first != null) {
            throw new ParForException(first, failed);
        }
    }

    private static byte[] takeFailure(final EngineTask ctx, final long ageNs) throws SuspendExecution {
        final Throwable thrown = ctx.runtime().takeHelperFailure(ageNs);
        return thrown == null ? new byte[0] : FailureCodec.encodeWhole(FailureCodec.of(ctx.nodeId(),
            causeOf(ctx, thrown)), ctx.runtime().failureLimit());
    }
}
