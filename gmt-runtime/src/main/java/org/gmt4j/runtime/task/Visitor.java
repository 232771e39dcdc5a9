package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.SuspendExecution;
import java.util.List;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.RemoteCommandException;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.runtime.function.NodeBound;
import org.gmt4j.runtime.hang.Awaited;
import org.gmt4j.runtime.hang.WaitKind;

/**
 * Sends one-way visits to the owners of elements: 16 bytes each, no reply but the count of their block. This is the primitive
 * that makes irregular code fast. Opened once by one task, known to all nodes, captured by bodies like an array.
 *
 * <p>A visit counts as an operation of the task that sent it: {@code await()} returns when it has run. What a visit itself
 * issues, further visits included, is not waited for by the sender: {@link TaskContext#awaitVisits()} returns when that has been
 * executed as well, down to the last visit sent by a visit. (A visit at this node runs at once inside the task that sends it: what it
 * issues belongs to that task.)
 */
public final class Visitor implements NodeBound {
    /** Kind of node-bound object. */
    public static final int KIND = 2;
    private static final int VISIT_LENGTH = 16;
    private final int id;
    private final int nodeId;
    private final Placement placement;
    private final VisitBody body;
    private final long base;

    private Visitor(final int id, final int nodeId, final Placement placement, final VisitBody body) {
        this.id = id;
        this.nodeId = nodeId;
        this.placement = placement;
        this.body = body;
        base = CommandWord.base(CommandType.VISIT, id);
    }

    /**
     * Makes a visitor known to all nodes. Called by one task; costs two rounds to all nodes.
     *
     * @param placement whose elements are visited: a global array
     */
    public static Visitor open(final TaskContext ctx, final Placement placement, final VisitBody body) throws SuspendExecution {
        if (placement.size() - 1 > CommandWord.MAX_OFFSET) {
            throw new IllegalArgumentException("visits reach " + CommandWord.MAX_OFFSET + " elements, not " + placement.size());
        }
        final int id = ctx.call(0, root -> root.runtime().visitors().takeId());
        ctx.executeOnAll(node -> install(node, id, placement, body));
        return ctx.runtime().visitors().visitor(id);
    }

    /**
     * What a visit of this node has thrown on another one, where that is all that is known of a failure; otherwise the failure itself. With several
     * failed visits on one node: what the last one has thrown. Runs on the node without a fiber, so it does not wait for one.
     */
    static Throwable causeOf(final TaskContext ctx, final Throwable thrown) throws SuspendExecution {
        if (!(thrown instanceof RemoteCommandException refused) || refused.failure() != CommandFailure.VISIT_FAILED) {
            return thrown;
        }
        final int origin = ctx.nodeId();
        try {
            final byte[] cause = ctx.callLocal(refused.nodeId(), there -> there.runtime().takeVisitFailure(origin));
            return cause.length == 0 ? thrown : RemoteFailure.decode(cause);
        } catch (final RuntimeException e) {
            return thrown;      // the node is gone, or the job: no reason to hide what is known
        }
    }

    private static void install(final TaskContext ctx, final int id, final Placement placement, final VisitBody body) {
        final VisitBody own = ctx.runtime().codec().watched(body);
        ctx.runtime().visitors().install(id, own, new Visitor(id, ctx.nodeId(), placement, own));
    }

    /** Sends a visit to the owner of an element; a local one runs at once. Never suspends. */
    public void send(final TaskContext ctx, final long index, final long argument) {
        final int node = placement.owner(index);
        if (node == nodeId) {
            ctx.aggregator().settleOwn();
            visitHere(ctx, index, argument);
        } else {
            ctx.aggregator().update(node, base | index, argument, ctx);
        }
    }

    private void visitHere(final TaskContext ctx, final long index, final long argument) {
        ctx.localDepth++;
        try {
            body.visit(index, argument, ctx);
        } finally {
            ctx.localDepth--;
        }
    }

    /** As {@link #send}, unless it would have to wait for answers of the owner before it can be sent: then false. */
    public boolean trySend(final TaskContext ctx, final long index, final long argument) {
        final int node = placement.owner(index);
        if (node != nodeId && ctx.aggregator().isSaturated(node, VISIT_LENGTH)) {
            return false;
        }
        send(ctx, index, argument);
        return true;
    }

    /** As above when the caller knows that the element belongs to another node. The index is not checked here but there. */
    public void sendTo(final TaskContext ctx, final int node, final long index, final long argument) {
        ctx.aggregator().update(node, base | index, argument, ctx);
    }

    /** Forgets the visitor on all nodes. Visits that are still on their way then fail. */
    public void close(final TaskContext ctx) throws SuspendExecution {
        final int visitor = id;
        ctx.executeOnAll(node -> node.runtime().visitors().remove(visitor));
    }

    /** Rounds over all nodes until two in a row have seen nothing on its way and nothing issued in between. */
    static void awaitIssued(final TaskContext ctx, final long timeoutNs) throws SuspendExecution {
        final long startNs = ctx.runtime().nowNs();
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

    private static void awaitIssued(final TaskContext ctx, final long startNs, final long timeoutNs) throws SuspendExecution {
        long lastIssuing = -1;
        for (;;) {
            final List<long[]> nodes = ctx.callOnAll(node -> node.runtime().helperActivity());
            long issuing = 0;
            long pending = 0;
            for (final long[] node : nodes) {
                issuing += node[0];
                pending += node[1];
            }
            if (pending == 0 && issuing == lastIssuing) {
                return;
            }
            if (ctx.runtime().nowNs() - startNs >= timeoutNs) {
                throw GmtTimeoutException.ofVisits(pending, timeoutNs);
            }
            lastIssuing = pending == 0 ? issuing : -1;
            ctx.yield();
        }
    }

    @Override
    public int boundKind() {
        return KIND;
    }

    @Override
    public long boundId() {
        return id;
    }
}
