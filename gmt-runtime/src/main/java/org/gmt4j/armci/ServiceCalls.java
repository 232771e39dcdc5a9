package org.gmt4j.armci;

import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.ids.IdSupply;
import org.gmt4j.engine.objects.RemoteService;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;

/**
 * Issues commands to remote services, which are named by their numbers; a service of the own node is called at once.
 * Plain methods on the caller's fiber.
 */
final class ServiceCalls {
    private ServiceCalls() {
    }

    /** Calls a service of another node. The answer is the value of the handle after its wait. */
    static OperationHandle call(final TaskContext ctx, final int node, final long service, final long offset,
                                final long operand) {
        final OperationHandle handle = ctx.newOperation();
        EngineTask.of(ctx).aggregator().fetch(node,
            CommandWord.base(CommandType.SERVICE, IdSupply.id(service)) | offset, operand, EngineIssuer.of(handle),
            null, RequestBlock.TO_COMPLETION);
        EngineTask.of(ctx).aggregator().flush(node, FlushReason.FORCED);
        return handle;
    }

    /** Sends a command without a result, as an operation of the task. */
    static void note(final TaskContext ctx, final int node, final long service, final long offset, final long operand) {
        if (node == ctx.nodeId()) {
            callHere(ctx, service, offset, operand);
            return;
        }
        EngineTask.of(ctx).aggregator().update(node,
            CommandWord.base(CommandType.SERVICE_NOTE, IdSupply.id(service)) | offset, operand, EngineTask.of(ctx));
        EngineTask.of(ctx).aggregator().flush(node, FlushReason.FORCED);
    }

    /** Calls a service of this node. Returns {@code MutexHost.DESTROYED} when there is none. */
    static long callHere(final TaskContext ctx, final long service, final long offset, final long operand) {
        EngineTask.of(ctx).aggregator().settleOwn();
        final RemoteService host = EngineTask.of(ctx).runtime().remoteServices().find(service);
        return host == null ? MutexHost.DESTROYED : host.execute(ctx.nodeId(), offset, operand);
    }

    static void checkNode(final TaskContext ctx, final int node) {
        if (node < 0 || node >= ctx.nodeCount()) {
            throw new IndexOutOfBoundsException("node " + node + " of " + ctx.nodeCount() + " nodes");
        }
    }
}
