package org.gmt4j;

import java.util.Objects;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.ids.IdSupply;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.objects.VisitorTable;
import org.gmt4j.engine.objects.WideBody;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A {@link Visitor} whose visits have two or three arguments: 24 or 32 bytes each. Its rules for order, waiting and
 * local elements apply. One task opens it, all nodes know it, and bodies capture it like an array. Per command.
 *
 * <pre>{@code
 * WideVisitor relax = WideVisitor.open(ctx, distances, (vertex, distance, parent, c) -> ...);
 * ctx.parFor(edges, 1024, (e, c) -> relax.send(c, target, distance, source));
 * }</pre>
 */
public final class WideVisitor implements NodeBound {
    private final long number;
    private final int nodeId;
    private final Placement placement;
    private final WideBody body;
    private boolean isClosed;             // the nodes close their instances as tasks, which the caller awaits

    private WideVisitor(final long number, final int nodeId, final Placement placement, final WideBody body) {
        this.number = number;
        this.nodeId = nodeId;
        this.placement = placement;
        this.body = body;
    }

    /** Registers a visitor with two arguments on all nodes. Called by one task; costs two rounds to all nodes. */
    public static WideVisitor open(final TaskContext ctx, final Placement placement, final PairVisitBody body)
        throws SuspendExecution {
        return open(ctx, placement, Objects.requireNonNull(body, "body"), null);
    }

    /** Registers a visitor with three arguments on all nodes. Called by one task; costs two rounds to all nodes. */
    public static WideVisitor open(final TaskContext ctx, final Placement placement, final TripleVisitBody body)
        throws SuspendExecution {
        return open(ctx, placement, null, Objects.requireNonNull(body, "body"));
    }

    private static WideVisitor open(final TaskContext ctx, final Placement placement, final PairVisitBody pair,
                                    final TripleVisitBody triple)
        throws SuspendExecution {
        if (placement.size() - 1 > CommandWord.MAX_OFFSET) {
            throw new IllegalArgumentException("visits reach " + CommandWord.MAX_OFFSET + " elements, not "
                + placement.size());
        }
        EngineTask.of(ctx).shield();                       // on all nodes or none, even when the job is cancelled
        try {
            final long number = ctx.call(0, root -> visitors(root).take());
            try {
                ctx.executeOnAll(node -> install(node, number, placement, pair, triple));
            } catch (final RuntimeException | Error e) {
                if (EachNode.execute(ctx, node -> remove(node, number), e)) {
                    giveBack(ctx, number);
                }
                throw e;
            }
            return (WideVisitor) visitors(ctx).visitor(number);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private static VisitorTable<WideBody> visitors(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().wideVisitors();
    }

    private static void install(final TaskContext ctx, final long number, final Placement placement,
                                final PairVisitBody pair, final TripleVisitBody triple) {
        final TaskRuntime runtime = EngineTask.of(ctx).runtime();
        final WideBody own = new WideBody(pair == null ? null : runtime.watched(pair),
            triple == null ? null : runtime.watched(triple));
        visitors(ctx).install(own, new WideVisitor(number, ctx.nodeId(), placement, own));
    }

    /** Sends a visit with two arguments to the owner of an element; a local one runs at once. Never suspends. */
    public void send(final TaskContext caller, final long index, final long first, final long second) {
        final EngineTask ctx = EngineTask.of(caller);
        requireArguments(2);
        final int node = placement.owner(index);
        if (node == nodeId) {
            visitHere(ctx, index, first, second, 0);
            return;
        }
        final long at = ctx.aggregator().claim(node, 24, ctx);
        UnsafeApi.putLong(at, CommandWord.base(CommandType.VISIT_OF_TWO, IdSupply.id(number)) | index);
        UnsafeApi.putLong(at + 8, first);
        UnsafeApi.putLong(at + 16, second);
        ctx.aggregator().commit(node);
    }

    /** Sends a visit with three arguments to the owner of an element; a local one runs at once. Never suspends. */
    public void send(final TaskContext caller, final long index, final long first, final long second,
                     final long third) {
        final EngineTask ctx = EngineTask.of(caller);
        requireArguments(3);
        final int node = placement.owner(index);
        if (node == nodeId) {
            visitHere(ctx, index, first, second, third);
            return;
        }
        final long at = ctx.aggregator().claim(node, 32, ctx);
        UnsafeApi.putLong(at, CommandWord.base(CommandType.VISIT_OF_THREE, IdSupply.id(number)) | index);
        UnsafeApi.putLong(at + 8, first);
        UnsafeApi.putLong(at + 16, second);
        UnsafeApi.putLong(at + 24, third);
        ctx.aggregator().commit(node);
    }

    private void requireArguments(final int count) {
        if (body.arguments() != count) {
            throw new IllegalArgumentException("GMT-689 a visit with " + count
                + " arguments by a visitor that was opened with a body of "
                + body.arguments() + "; send as many as the body takes");
        }
    }

    private void visitHere(final EngineTask ctx, final long index, final long first, final long second,
                           final long third) {
        if (isClosed) {
            throw VisitorTable.closed(number);
        }
        ctx.aggregator().settleOwn();
        final int openScratches = ctx.beginVisit();
        try {
            body.visit(index, first, second, third, ctx);
        } finally {
            ctx.endVisit(openScratches);
        }
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
        if (visitors(ctx).remove(number) instanceof WideVisitor here) {
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
        return TaskRuntime.WIDE_VISITOR;
    }

    @Override
    public long boundId() {
        return number;
    }
}
