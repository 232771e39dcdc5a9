package org.gmt4j;

import java.util.Objects;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.ids.IdSupply;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.objects.VisitorTable;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Sends runs of bytes one way to a node, where a body receives each in one piece: an active message with a payload. For
 * code that gathers a few hundred small items per node itself; compared with {@link Visitor} it saves eight bytes and
 * one call for each item. One task opens it, all nodes know it, and bodies capture it like an array. Per block.
 *
 * <p>A run counts as an operation of the task that sent it: {@code await()} returns when the body has handled it.
 * Commands issued by the body are awaited by {@link TaskContext#awaitVisits()} only, as with visits.
 */
public final class BulkVisitor implements NodeBound {
    private static final int HEADER_LENGTH = 8;
    private final long number;
    private final int nodeId;
    private final BulkVisitBody body;
    private final long base;
    private boolean isClosed;             // the nodes close their instances as tasks, which the caller awaits

    private BulkVisitor(final long number, final int nodeId, final BulkVisitBody body) {
        this.number = number;
        this.nodeId = nodeId;
        this.body = body;
        base = CommandWord.base(CommandType.BULK_VISIT, IdSupply.id(number));
    }

    /** Registers a body on all nodes. Called by one task; costs two rounds to all nodes. */
    public static BulkVisitor open(final TaskContext ctx, final BulkVisitBody body) throws SuspendExecution {
        Objects.requireNonNull(body, "body");
        EngineTask.of(ctx).shield();                       // on all nodes or none, even when the job is cancelled
        try {
            final long number = ctx.call(0, root -> visitors(root).take());
            try {
                ctx.executeOnAll(node -> install(node, number, body));
            } catch (final RuntimeException | Error e) {
                if (EachNode.execute(ctx, node -> remove(node, number), e)) {
                    giveBack(ctx, number);
                }
                throw e;
            }
            return (BulkVisitor) visitors(ctx).visitor(number);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private static VisitorTable<BulkVisitBody> visitors(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().bulkVisitors();
    }

    private static void install(final TaskContext ctx, final long number, final BulkVisitBody body) {
        final BulkVisitBody own = EngineTask.of(ctx).runtime().watched(body);
        visitors(ctx).install(own, new BulkVisitor(number, ctx.nodeId(), own));
    }

    /** Returns the greatest length of a run in bytes, a multiple of 8. It must fit a block of the caller's node. */
    public int maxLength(final TaskContext ctx) {
        return EngineTask.of(ctx).aggregator().maxCommandLength() - HEADER_LENGTH & -8;
    }

    /**
     * Sends a run; a run for the caller's node is handled at once. The bytes are copied before this method returns.
     * Never suspends.
     *
     * @param length length in bytes: a multiple of 8, at least 8, at most {@link #maxLength}
     */
    public void send(final TaskContext caller, final int node, final long address, final int length) {
        final EngineTask ctx = EngineTask.of(caller);
        if (length < 8 || (length & 7) != 0 || length > maxLength(ctx)) {
            throw new IllegalArgumentException("a run of " + length + " bytes: expected a multiple of 8 from 8 to "
                + maxLength(ctx));
        }
        if (node == nodeId) {
            visitHere(ctx, address, length);
            return;
        }
        ctx.checkNode(node);
        final long at = ctx.aggregator().claim(node, HEADER_LENGTH + length, ctx);
        UnsafeApi.putLong(at, base | length);
        UnsafeApi.copyMemory(address, at + HEADER_LENGTH, length);
        ctx.aggregator().commit(node);
    }

    private void visitHere(final EngineTask ctx, final long address, final int length) {
        if (isClosed) {
            throw VisitorTable.closed(number);
        }
        ctx.aggregator().settleOwn();
        final int openScratches = ctx.beginVisit();
        try {
            body.visit(address, length, ctx);
        } finally {
            ctx.endVisit(openScratches);
        }
    }

    /** Removes the body from all nodes. Runs still outstanding then fail, and so do later ones at any node. */
    public void close(final TaskContext ctx) throws SuspendExecution {
        final long visitor = number;
        EngineTask.of(ctx).shield();                       // bodies close visitors in a finally block
        try {
            ctx.executeOnAll(node -> remove(node, visitor));
            giveBack(ctx, visitor);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private static void remove(final TaskContext ctx, final long number) {
        if (visitors(ctx).remove(number) instanceof BulkVisitor here) {
            here.isClosed = true;
        }
    }

    private static void giveBack(final TaskContext ctx, final long number) throws SuspendExecution {
        if (ctx.nodeId() == 0) {
            visitors(ctx).giveBack(number);
        } else {
            ctx.execute(0, root -> visitors(root).giveBack(number));
        }
    }

    @Override
    public int boundKind() {
        return TaskRuntime.BULK_VISITOR;
    }

    @Override
    public long boundId() {
        return number;
    }
}
