package org.gmt4j.armci;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.JobCancelledException;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.signal.NotificationBoard;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Tells a node that what was issued to it is there: a producer writes and notifies, a consumer waits for the
 * notification and reads. Each node counts the notifications of each other node; waiting takes some out of the count,
 * in the order in which tasks have begun to wait.
 *
 * <p>A notification leaves when the node has executed everything that the task has issued to it before, see
 * {@link Fence}: it cannot overtake data, whatever way those took. So {@link #notify} suspends while such operations
 * are on their way. Counts belong to nodes, not to tasks: programs in which several pairs of tasks notify between the
 * same two nodes need flags of their own, {@link #putWithFlag}.
 *
 * <p>Stateless; for tasks on their own fiber.
 */
public final class Notify {
    private static final long ONE = 1;

    private Notify() {
    }

    /**
     * Counts one more notification of this node at another, or at itself, behind all earlier operations of this task to
     * it. When one of those without a handle has failed, that is thrown here and nothing is counted: the data are not
     * there.
     */
    public static void notify(final TaskContext ctx, final int node) throws SuspendExecution {
        Fence.fence(ctx, node);
        if (EngineTask.of(ctx).hasFailed()) {
            throw EngineTask.of(ctx).takeFailure();
        }
        ServiceCalls.note(ctx, node, TaskRuntime.NOTIFICATIONS, 0, ONE);
    }

    /** Suspends until {@code count} notifications of a node have come that nobody has waited for, and takes them. */
    public static void await(final TaskContext ctx, final int node, final long count) throws SuspendExecution {
        check(ctx, node, count);
        EngineTask.of(ctx).checkMayWait();
        final NotificationBoard board = EngineTask.of(ctx).runtime().notifications();
        final NotificationBoard.Waiter waiter = board.take(node, count);
        try {
            EngineTask.of(ctx).await(waiter.signal());
        } catch (final JobCancelledException e) {
            board.withdraw(node, waiter);
            throw e;
        }
    }

    /** As above, but not longer than the time given: false, and none have been taken. */
    public static boolean await(final TaskContext ctx, final int node, final long count, final long timeoutNs)
        throws SuspendExecution {
        check(ctx, node, count);
        if (timeoutNs < 0) {
            throw new IllegalArgumentException("the time limit of a wait is " + timeoutNs + " ns, expected 0 or more");
        }
        EngineTask.of(ctx).checkMayWait();
        final NotificationBoard board = EngineTask.of(ctx).runtime().notifications();
        final NotificationBoard.Waiter waiter = board.take(node, count);
        try {
            return EngineTask.of(ctx).await(waiter.signal(), timeoutNs) || !board.withdraw(node, waiter);
        } catch (final JobCancelledException e) {
            board.withdraw(node, waiter);
            throw e;
        }
    }

    /** Notifications of a node that have come and have not been waited for. */
    public static long available(final TaskContext ctx, final int node) {
        ServiceCalls.checkNode(ctx, node);
        return EngineTask.of(ctx).runtime().notifications().available(node);
    }

    private static void check(final TaskContext ctx, final int node, final long count) {
        ServiceCalls.checkNode(ctx, node);
        if (count < 1) {
            throw new IllegalArgumentException("a wait for " + count + " notifications: expected at least 1");
        }
    }

    // --- flags in arrays ---

    /**
     * Puts elements, and sets a flag when they are all there. Suspends until the elements have been stored; the flag is
     * then on its way, as an operation of this task. For one-sided memory see {@link Flags}.
     */
    public static void putWithFlag(final TaskContext ctx, final GlobalLongArray target, final long index,
                                   final long[] source, final int from, final int count, final Flag flag)
        throws SuspendExecution {
        EngineTask.of(ctx).checkMayWait();
        final OperationHandle handle = ctx.newOperation();
        target.putNb(handle, index, source, from, count);
        flag.setBehind(ctx, handle);
    }

    /**
     * Suspends until a flag on this node has a value, or has had it meanwhile; see {@link Flags} for flags that are
     * stored otherwise.
     */
    public static void awaitFlag(final TaskContext ctx, final GlobalLongArray flags, final long flag, final long value)
        throws SuspendExecution {
        Flags.await(ctx, ownFlag(flags, flag), value, Long.MAX_VALUE);
    }

    /** As above, but not longer than the time given: false, when the flag has not had the value. */
    public static boolean awaitFlag(final TaskContext ctx, final GlobalLongArray flags, final long flag,
                                    final long value, final long timeoutNs) throws SuspendExecution {
        Flags.checkTimeout(timeoutNs);
        return Flags.await(ctx, ownFlag(flags, flag), value, timeoutNs);
    }

    private static FlagPlace ownFlag(final GlobalLongArray flags, final long flag) {
        if (!flags.isLocal(flag)) {
            throw new IllegalArgumentException("GMT-294 flag " + flag + " is at node " + flags.owner(flag)
                + ": a task waits for flags of its own node");
        }
        return FlagPlace.of(flags, flag);
    }
}
