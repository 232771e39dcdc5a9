package org.gmt4j.armci;

import java.lang.invoke.VarHandle;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.task.EngineIssuer;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Waits for the execution of operations by node instead of by handle.
 *
 * <p><b>Scope of a fence.</b> All operations, loads and stores, with and without handles, that the calling task has
 * issued to the node so far. A lane does not know which task filled a block, so a fence also waits for operations of
 * other tasks of the same worker. It covers neither commands issued by visits and local bodies
 * ({@link TaskContext#awaitVisits()}), nor those of spawned tasks, which are complete when the wait for these tasks
 * returns.
 *
 * <p><b>Method.</b> A fence counts acknowledgements. Each block of commands is answered after its execution, and the
 * fence ends when as many replies have arrived as blocks were unanswered. So it holds for any order in which blocks and
 * replies travel. It sends no message of its own: it costs at most one round trip, and nothing when nothing is
 * outstanding.
 *
 * <p><b>Order.</b> Stores into memory that the node shares with others are executed when they return, but a processor
 * may still let later loads pass them. Behind a fence it does not, on this node: of two tasks that each put a flag at
 * the other's node, fence, and look at their own, one at least sees the other's.
 *
 * <p>A fence does not report failures of operations; awaiting the operations does. Stateless; for tasks on their own
 * fiber.
 */
public final class Fence {
    private Fence() {
    }

    /** Suspends until the node has executed all operations of this task. */
    public static void fence(final TaskContext ctx, final int node) throws SuspendExecution {
        ServiceCalls.checkNode(ctx, node);
        EngineTask.of(ctx).checkMayWait();
        VarHandle.fullFence();
        if (EngineTask.of(ctx).aggregator().isSettled(node)) {
            return;
        }
        final OperationHandle handle = ctx.newOperation();
        EngineTask.of(ctx).aggregator().fence(node, EngineIssuer.of(handle));
        ctx.await(handle);
    }

    /**
     * Suspends until the node has executed all operations of this task, but not longer than the given time.
     *
     * @throws org.gmt4j.GmtTimeoutException when some of them have not been executed
     */
    public static void fence(final TaskContext ctx, final int node, final long timeoutNs) throws SuspendExecution {
        ServiceCalls.checkNode(ctx, node);
        EngineTask.of(ctx).checkMayWait();
        VarHandle.fullFence();
        final OperationHandle handle = ctx.newOperation();
        EngineTask.of(ctx).aggregator().fence(node, EngineIssuer.of(handle));
        ctx.await(handle, timeoutNs);
    }

    /** Suspends until all nodes have executed all operations of this task. */
    public static void allFence(final TaskContext ctx) throws SuspendExecution {
        EngineTask.of(ctx).checkMayWait();
        VarHandle.fullFence();
        final OperationHandle handle = ctx.newOperation();
        for (int node = 0; node < ctx.nodeCount(); node++) {
            EngineTask.of(ctx).aggregator().fence(node, EngineIssuer.of(handle));
        }
        ctx.await(handle);
    }

    /**
     * Runs {@link #allFence} and then a barrier of the task's team: afterwards all earlier operations of all members
     * have been executed everywhere.
     */
    public static void barrier(final TaskContext ctx) throws SuspendExecution {
        allFence(ctx);
        ctx.barrier();
    }

    /** Runs {@link #allFence} and then a barrier of the members of a group. */
    public static void barrier(final TaskContext ctx, final ProcessGroup group) throws SuspendExecution {
        group.requireMember(ctx);
        allFence(ctx);
        group.barrier(ctx);
    }

    // --- test and wait ---

    /** Returns whether all operations of the handle have completed. Never waits. */
    public static boolean test(final OperationHandle handle) {
        return handle.test();
    }

    /** Returns whether the node has executed all operations of this task. Never waits, and sends nothing. */
    public static boolean testNode(final TaskContext ctx, final int node) {
        ServiceCalls.checkNode(ctx, node);
        VarHandle.fullFence();
        if (node == ctx.nodeId()) {
            EngineTask.of(ctx).aggregator().settleOwn();
        }
        return EngineTask.of(ctx).aggregator().isSettled(node);
    }

    /** Returns whether all nodes have executed all operations of this task. Never waits, and sends nothing. */
    public static boolean testAll(final TaskContext ctx) {
        for (int node = 0; node < ctx.nodeCount(); node++) {
            if (!testNode(ctx, node)) {
                return false;
            }
        }
        return true;
    }

    /** Suspends until the operations of one handle have completed, and throws the failure of one of them. */
    public static void await(final TaskContext ctx, final OperationHandle handle) throws SuspendExecution {
        ctx.await(handle);
    }

    /** Suspends until all operations of this task on one node have completed, including gets. */
    public static void awaitNode(final TaskContext ctx, final int node) throws SuspendExecution {
        fence(ctx, node);
    }

    /**
     * Suspends until all operations of this task have completed, with and without handles, and throws the failure of
     * one without a handle.
     */
    public static void awaitAll(final TaskContext ctx) throws SuspendExecution {
        allFence(ctx);
        ctx.await();
    }
}
