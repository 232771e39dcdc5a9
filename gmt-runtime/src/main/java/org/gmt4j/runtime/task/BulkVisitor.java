package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.SuspendExecution;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.runtime.function.NodeBound;

/**
 * Sends runs of bytes one way to a node, where a body takes each in one piece: an active message with a payload. For code that has gathered
 * by itself what goes to a node, a few hundred small things at a time; beside {@link Visitor} it saves eight bytes and one call for each.
 * Opened once by one task, known to all nodes, captured by bodies like an array. Per block.
 *
 * <p>A run counts as an operation of the task that sent it: {@code await()} returns when the body has taken it. As with visits, what the
 * body itself issues is waited for by {@link TaskContext#awaitVisits()} only.
 */
public final class BulkVisitor implements NodeBound {
    /** Kind of node-bound object. */
    public static final int KIND = 5;
    private static final int HEADER_LENGTH = 8;
    private final int id;
    private final int nodeId;
    private final BulkVisitBody body;
    private final long base;

    private BulkVisitor(final int id, final int nodeId, final BulkVisitBody body) {
        this.id = id;
        this.nodeId = nodeId;
        this.body = body;
        base = CommandWord.base(CommandType.BULK_VISIT, id);
    }

    /** Makes a body known to all nodes. Called by one task; costs two rounds to all nodes. */
    public static BulkVisitor open(final TaskContext ctx, final BulkVisitBody body) throws SuspendExecution {
        final int id = ctx.call(0, root -> root.runtime().bulkVisitors().takeId());
        ctx.executeOnAll(node -> install(node, id, body));
        return ctx.runtime().bulkVisitors().visitor(id);
    }

    private static void install(final TaskContext ctx, final int id, final BulkVisitBody body) {
        final BulkVisitBody own = ctx.runtime().codec().watched(body);
        ctx.runtime().bulkVisitors().install(id, own, new BulkVisitor(id, ctx.nodeId(), own));
    }

    /** Longest run, in bytes: what a block of the caller's node holds. A multiple of 8. */
    public int maxLength(final TaskContext ctx) {
        return ctx.aggregator().maxCommandLength() - HEADER_LENGTH & -8;
    }

    /**
     * Sends a run; to the own node it is handed over at once. The bytes are copied before this returns. Never suspends.
     *
     * @param length in bytes: a multiple of 8, at least 8, at most {@link #maxLength}
     */
    public void send(final TaskContext ctx, final int node, final long address, final int length) {
        if (length < 8 || (length & 7) != 0 || length > maxLength(ctx)) {
            throw new IllegalArgumentException("a run of " + length + " bytes: expected a multiple of 8 from 8 to " + maxLength(ctx));
        }
        if (node == nodeId) {
            visitHere(ctx, address, length);
            return;
        }
        Spawner.checkNode(ctx, node);
        final long at = ctx.aggregator().claim(node, HEADER_LENGTH + length, ctx);
        UnsafeApi.putLong(at, base | length);
        UnsafeApi.copyMemory(address, at + HEADER_LENGTH, length);
        ctx.aggregator().commit(node);
    }

    private void visitHere(final TaskContext ctx, final long address, final int length) {
        ctx.aggregator().settleOwn();
        ctx.localDepth++;
        try {
            body.visit(address, length, ctx);
        } finally {
            ctx.localDepth--;
        }
    }

    /** Forgets the body on all nodes. Runs that are still on their way then fail. */
    public void close(final TaskContext ctx) throws SuspendExecution {
        final int visitor = id;
        ctx.executeOnAll(node -> node.runtime().bulkVisitors().remove(visitor));
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
