package org.gmt4j;

import java.util.Objects;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.ids.IdSupply;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.objects.VisitorTable;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Sends one-way visits to the owners of elements: 16 bytes each, with no reply except the count of their block. This is
 * the primitive that makes irregular code fast. One task opens it, all nodes know it, and bodies capture it like an
 * array.
 *
 * <p>A visit counts as an operation of the task that sent it: {@code await()} returns when it has run. The sender does
 * not await what a visit begins: commands, further visits, tasks. {@link TaskContext#awaitVisits()} returns when all
 * of these have ended as well, down to the last visit sent by a visit, or throws the first failure among them. A visit
 * at this node runs at once inside the task that sends it, and what it begins belongs to that task. What a visit from
 * another node begins belongs to no job: cancelling the sender's job and its deadline do not reach it, so await visits
 * before what their tasks use is freed.
 *
 * <p>With one thread per node (plan combined) visits of a node run one after the other. With several threads they may
 * run side by side: change elements by atomic operations then.
 */
public final class Visitor implements NodeBound {
    private static final int VISIT_LENGTH = 16;
    private final long number;
    private final int nodeId;
    private final Placement placement;
    private final VisitBody body;
    private final long base;
    private final long size;
    private boolean isClosed;             // the nodes close their instances as tasks, which the caller awaits

    private Visitor(final long number, final int nodeId, final Placement placement, final VisitBody body) {
        this.number = number;
        this.nodeId = nodeId;
        this.placement = placement;
        this.body = body;
        base = CommandWord.base(CommandType.VISIT, IdSupply.id(number));
        size = placement.size();
    }

    /**
     * Registers a visitor on all nodes. Called by one task; costs two rounds to all nodes.
     *
     * @param placement placement of the visited elements: a global array
     */
    public static Visitor open(final TaskContext ctx, final Placement placement, final VisitBody body)
        throws SuspendExecution {
        Objects.requireNonNull(body, "body");
        if (placement.size() - 1 > CommandWord.MAX_OFFSET) {
            throw new IllegalArgumentException("visits reach " + CommandWord.MAX_OFFSET + " elements, not "
                + placement.size());
        }
        EngineTask.of(ctx).shield();                       // on all nodes or none, even when the job is cancelled
        try {
            final long number = ctx.call(0, root -> visitors(root).take());
            try {
                ctx.executeOnAll(node -> install(node, number, placement, body));
            } catch (final RuntimeException | Error e) {
                if (EachNode.execute(ctx, node -> remove(node, number), e)) {
                    giveBack(ctx, number);
                }
                throw e;
            }
            return (Visitor) visitors(ctx).visitor(number);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private static VisitorTable<VisitBody> visitors(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().visitors();
    }

    private static void install(final TaskContext ctx, final long number, final Placement placement,
                                final VisitBody body) {
        final VisitBody own = EngineTask.of(ctx).runtime().watched(body);
        visitors(ctx).install(own, new Visitor(number, ctx.nodeId(), placement, own));
    }

    /** Sends a visit to the owner of an element; a local one runs at once. Never suspends. */
    public void send(final TaskContext ctx, final long index, final long argument) {
        deliver(EngineTask.of(ctx), index, argument);
    }

    private void deliver(final EngineTask ctx, final long index, final long argument) {
        final int node = placement.owner(index);
        if (node == nodeId) {
            ctx.aggregator().settleOwn();
            visitHere(ctx, index, argument);
        } else {
            ctx.aggregator().update(node, base | index, argument, ctx);
        }
    }

    private void visitHere(final EngineTask ctx, final long index, final long argument) {
        if (isClosed) {
            throw VisitorTable.closed(number);
        }
        final int openScratches = ctx.beginVisit();
        try {
            body.visit(index, argument, ctx);
        } finally {
            ctx.endVisit(openScratches);
        }
    }

    /**
     * Sends a visit as {@link #send} does, unless it would have to wait for replies of the owner. Returns false in that
     * case.
     */
    public boolean trySend(final TaskContext caller, final long index, final long argument) {
        final EngineTask ctx = EngineTask.of(caller);
        final int node = placement.owner(index);
        if (node != nodeId && ctx.aggregator().isSaturated(node, VISIT_LENGTH)) {
            return false;
        }
        deliver(ctx, index, argument);
        return true;
    }

    /**
     * Sends a visit to a node that the caller knows to be the owner of the element, and not this node.
     *
     * @throws IndexOutOfBoundsException when there is no such element, or no such node
     */
    public void sendTo(final TaskContext caller, final int node, final long index, final long argument) {
        Objects.checkIndex(index, size);
        final EngineTask ctx = EngineTask.of(caller);
        ctx.checkNode(node);
        ctx.aggregator().update(node, base | index, argument, ctx);
    }

    /** Removes the visitor from all nodes. Visits still outstanding then fail, and so do later ones at any node. */
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
        if (visitors(ctx).remove(number) instanceof Visitor here) {
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
        return TaskRuntime.VISITOR;
    }

    @Override
    public long boundId() {
        return number;
    }
}
