package org.gmt4j.armci;

import org.gmt4j.JobCancelledException;
import org.gmt4j.OperationHandle;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.signal.FlagBoard;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Puts with a flag: a task of the target that sees the flag also sees the data. A flag is an aligned long of the same
 * node as the data, in any one-sided memory; producer and consumer agree on its values.
 *
 * <p><b>Order.</b> The flag is sent when the target has acknowledged the data, for every protocol. So puts with a flag
 * suspend until then. The flag itself is an operation of the task like a put ({@code ctx.await()}, fences).
 * {@link Flag#within} limits the wait; when it expires the flag is not set.
 *
 * <p><b>Waiting</b> takes no turns of the worker: the store of the flag at its node wakes the task, even when the flag
 * changes again before the task runs. Stores by other means (a plain put, an accumulate, a store by address) wake no
 * task. A waiting task polls for these, first after 1 ms and then at intervals that double up to {@value #LONGEST_MS}
 * ms.
 *
 * <p>Illegal arguments are refused before anything moves, as by {@link Armci}; those of a {@link Flag} at its creation.
 * Stateless; for tasks on their own fiber. Allocates a few objects per flag.
 *
 * @see Notify#putWithFlag for arrays
 */
public final class Flags {
    static final long FIRST_NS = 1_000_000;
    static final long LONGEST_MS = 16;

    private Flags() {
    }

    // --- set ---

    /**
     * Sets a flag, as an operation of this task, without waiting for other operations. To set it behind all of them,
     * call {@link Fence#fence} first.
     */
    public static void setNb(final TaskContext ctx, final ArmciMemory flags, final int node, final long offset,
                             final long value) {
        FlagPlace.of(flags, node, offset).set(ctx, value);
    }

    /** Puts a range as {@link Armci#put} does, and sets a flag when it has arrived. */
    public static void put(final TaskContext ctx, final LocalBuffer source, final long from, final ArmciMemory target,
                           final int node, final long to, final long bytes, final Flag flag) throws SuspendExecution {
        EngineTask.of(ctx).checkMayWait();
        final OperationHandle handle = ctx.newOperation();
        Armci.of(ctx).putNb(handle, source, from, target, node, to, bytes);
        flag.setBehind(ctx, handle);
    }

    /** Puts a patch as {@link Armci#putStrided} does, and sets a flag when it has arrived. */
    public static void putStrided(final TaskContext ctx, final LocalBuffer source, final Patch from,
                                  final ArmciMemory target, final int node, final Patch to, final Flag flag)
        throws SuspendExecution {
        EngineTask.of(ctx).checkMayWait();
        final OperationHandle handle = ctx.newOperation();
        Armci.of(ctx).putStridedNb(handle, source, from, target, node, to);
        flag.setBehind(ctx, handle);
    }

    /** Puts pieces as {@link Armci#putVector} does, and sets a flag when all have arrived. */
    public static void putVector(final TaskContext ctx, final LocalBuffer source, final ArmciMemory target,
                                 final int node, final Flag flag, final IoVector... vectors) throws SuspendExecution {
        EngineTask.of(ctx).checkMayWait();
        final OperationHandle handle = ctx.newOperation();
        Armci.of(ctx).putVectorNb(handle, source, target, node, vectors);
        flag.setBehind(ctx, handle);
    }

    // --- wait ---

    /** Suspends until a flag of this node has a value, or has had it in the meantime. */
    public static void await(final TaskContext ctx, final ArmciMemory flags, final long offset, final long value)
        throws SuspendExecution {
        await(ctx, FlagPlace.of(flags, ctx.nodeId(), offset), value, Long.MAX_VALUE);
    }

    /**
     * Suspends until a flag of this node has a value, but not longer than the given time. Returns false when the flag
     * has not had the value.
     */
    public static boolean await(final TaskContext ctx, final ArmciMemory flags, final long offset, final long value,
                                final long timeoutNs)
        throws SuspendExecution {
        checkTimeout(timeoutNs);
        return await(ctx, FlagPlace.of(flags, ctx.nodeId(), offset), value, timeoutNs);
    }

    static boolean await(final TaskContext ctx, final FlagPlace place, final long value, final long timeoutNs)
        throws SuspendExecution {
        EngineTask.of(ctx).checkMayWait();
        EngineTask.of(ctx).aggregator().settleOwn();
        final FlagBoard board = EngineTask.of(ctx).runtime().flags();
        final long startNs = EngineTask.of(ctx).runtime().nowNs();
        final FlagBoard.Waiter waiter = board.expect(place.address(), value);
        for (long lookNs = FIRST_NS; ; lookNs = Math.min(2 * lookNs, LONGEST_MS * 1_000_000)) {
            final long leftNs = timeoutNs - (EngineTask.of(ctx).runtime().nowNs() - startNs);
            if (isRaised(ctx, waiter, board, Math.max(0, Math.min(lookNs, leftNs)))) {
                return true;
            }
            requireAlive(place, board, waiter);
            if (board.look(waiter)) {
                return true;
            }
            if (leftNs <= lookNs) {
                return !board.withdraw(waiter);
            }
        }
    }

    private static boolean isRaised(final TaskContext ctx, final FlagBoard.Waiter waiter, final FlagBoard board,
                                    final long limitNs)
        throws SuspendExecution {
        try {
            return EngineTask.of(ctx).await(waiter.signal(), limitNs);
        } catch (final JobCancelledException e) {
            board.withdraw(waiter);
            throw e;
        }
    }

    private static void requireAlive(final FlagPlace place, final FlagBoard board, final FlagBoard.Waiter waiter) {
        try {
            place.address();
        } catch (final RuntimeException freed) {
            board.withdraw(waiter);
            throw freed;
        }
    }

    static void checkTimeout(final long timeoutNs) {
        if (timeoutNs < 0) {
            throw new IllegalArgumentException("the time limit of a wait is " + timeoutNs + " ns, expected 0 or more");
        }
    }
}
