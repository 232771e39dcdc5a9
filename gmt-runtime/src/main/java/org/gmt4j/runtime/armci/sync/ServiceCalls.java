package org.gmt4j.runtime.armci.sync;

import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.runtime.task.OperationHandle;
import org.gmt4j.runtime.task.RemoteService;
import org.gmt4j.runtime.task.TaskContext;

/** Issues commands to remote services; for the own node the service is called at once. Plain methods on the caller's fiber. */
final class ServiceCalls {
    private ServiceCalls() {
    }

    /** Not for the own node. The answer is the handle's value after its wait. */
    static OperationHandle call(final TaskContext ctx, final int node, final int service, final long offset, final long operand) {
        final OperationHandle handle = ctx.newOperation();
        ctx.aggregator().fetch(node, CommandWord.base(CommandType.SERVICE, service) | offset, operand, handle, null,
            RequestBlock.TO_COMPLETION);
        ctx.aggregator().flush(node, FlushReason.FORCED);
        return handle;
    }

    /** Brings nothing back; an operation of the task. */
    static void note(final TaskContext ctx, final int node, final int service, final long offset, final long operand) {
        if (node == ctx.nodeId()) {
            callHere(ctx, service, offset, operand);
            return;
        }
        ctx.aggregator().update(node, CommandWord.base(CommandType.SERVICE_NOTE, service) | offset, operand, ctx);
        ctx.aggregator().flush(node, FlushReason.FORCED);
    }

    /** Returns {@code MutexHost.DESTROYED} where there is no such service. */
    static long callHere(final TaskContext ctx, final int service, final long offset, final long operand) {
        ctx.aggregator().settleOwn();
        final RemoteService host = ctx.runtime().remoteServices().get(service);
        return host == null ? MutexHost.DESTROYED : host.execute(ctx.nodeId(), offset, operand);
    }

    static void checkNode(final TaskContext ctx, final int node) {
        if (node < 0 || node >= ctx.nodeCount()) {
            throw new IndexOutOfBoundsException("node " + node + " of " + ctx.nodeCount() + " nodes");
        }
    }
}
