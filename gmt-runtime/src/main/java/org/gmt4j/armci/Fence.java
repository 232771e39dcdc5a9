package org.gmt4j.armci;

import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Waits until what has been issued has been executed where it goes, and completion by node instead of by handle.
 *
 * <p><b>What a fence covers.</b> All operations, under handles or not, loads and stores, that the calling task has
 * issued to the node so far; and, since a lane knows its blocks but not whose they are, those of the other tasks of its
 * worker. Not what visits and local bodies have issued ({@link TaskContext#awaitVisits()}), and not what tasks that it
 * has spawned have (they have ended when the wait for them has, and their operations with them).
 *
 * <p><b>How.</b> It counts acknowledgements: each block of commands is answered after it was executed, and the fence is
 * over when as many answers have come as blocks were unanswered. So it holds in whatever order blocks and answers
 * travel. It costs nothing where nothing is on its way, otherwise at most one round trip, and no message of its own.
 *
 * <p>A fence does not report operations that have failed; awaiting them does. Stateless; for tasks on their own fiber.
 */
public final class Fence {
    private Fence() {
    }

    /** Suspends until the node has executed everything of this task. */
    public static void fence(final TaskContext ctx, final int node) throws SuspendExecution {
        ServiceCalls.checkNode(ctx, node);
        EngineTask.of(ctx).checkMayWait();
        if (EngineTask.of(ctx).aggregator().isSettled(node)) {
            return;
        }
        final OperationHandle handle = ctx.newOperation();
        EngineTask.of(ctx).aggregator().fence(node, EngineIssuer.of(handle));
        ctx.await(handle);
    }

    /**
     * As above, but not longer than the time given.
     *
     * @throws org.gmt4j.GmtTimeoutException when something of it has not been executed
     */
    public static void fence(final TaskContext ctx, final int node, final long timeoutNs) throws SuspendExecution {
        ServiceCalls.checkNode(ctx, node);
        EngineTask.of(ctx).checkMayWait();
        final OperationHandle handle = ctx.newOperation();
        EngineTask.of(ctx).aggregator().fence(node, EngineIssuer.of(handle));
        ctx.await(handle, timeoutNs);
    }

    /** Suspends until all nodes have executed everything of this task. */
    public static void allFence(final TaskContext ctx) throws SuspendExecution {
        EngineTask.of(ctx).checkMayWait();
        final OperationHandle handle = ctx.newOperation();
        for (int node = 0; node < ctx.nodeCount(); node++) {
            EngineTask.of(ctx).aggregator().fence(node, EngineIssuer.of(handle));
        }
        ctx.await(handle);
    }

    /**
     * {@link #allFence}, then a barrier of the task's team: what all its members had issued has then been executed
     * everywhere.
     */
    public static void barrier(final TaskContext ctx) throws SuspendExecution {
        allFence(ctx);
        ctx.barrier();
    }

    /** The same among the members of a group. */
    public static void barrier(final TaskContext ctx, final ProcessGroup group) throws SuspendExecution {
        group.requireMember(ctx);
        allFence(ctx);
        group.barrier(ctx);
    }

    // --- test and wait ---

    /** True when nothing under the handle is on its way; never waits. */
    public static boolean test(final OperationHandle handle) {
        return handle.test();
    }

    /** True when the node has executed everything of this task; never waits, sends nothing. */
    public static boolean testNode(final TaskContext ctx, final int node) {
        ServiceCalls.checkNode(ctx, node);
        if (node == ctx.nodeId()) {
            EngineTask.of(ctx).aggregator().settleOwn();
        }
        return EngineTask.of(ctx).aggregator().isSettled(node);
    }

    /** True when all nodes have. */
    public static boolean testAll(final TaskContext ctx) {
        for (int node = 0; node < ctx.nodeCount(); node++) {
            if (!testNode(ctx, node)) {
                return false;
            }
        }
        return true;
    }

    /** Suspends until the operations of one handle have completed; throws what one of them has failed with. */
    public static void await(final TaskContext ctx, final OperationHandle handle) throws SuspendExecution {
        ctx.await(handle);
    }

    /** Suspends until all operations of this task to one node have completed, gets included. */
    public static void awaitNode(final TaskContext ctx, final int node) throws SuspendExecution {
        fence(ctx, node);
    }

    /**
     * Suspends until all operations of this task have completed, under handles or not; throws what an implicit one has
     * failed with.
     */
    public static void awaitAll(final TaskContext ctx) throws SuspendExecution {
        allFence(ctx);
        ctx.await();
    }
}
