package org.gmt4j.armci;

import org.gmt4j.JobCancelledException;
import org.gmt4j.OperationHandle;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.signal.FlagBoard;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Puts with a flag: when a task of the target sees the flag, the data are there. A flag is an aligned long of the same
 * node as the data, in any one-sided memory; a producer gives it a value that means something to the consumer.
 *
 * <p><b>Order.</b> The flag leaves when the target has acknowledged the data, whatever way those took. So puts with a
 * flag suspend until then; the flag itself is an operation of the task like a put ({@code ctx.await()}, fences). With a
 * deadline, {@link Flag#within}, they are not waited for longer, and the flag stays as it is.
 *
 * <p><b>Waiting</b> takes no turns of the worker: the task is woken by whoever executes the store of the flag at its
 * node, also when the flag has another value by the time it runs. A flag that was stored otherwise, by a plain put, an
 * accumulate or by address, wakes nobody; it is noticed by looking, 1 ms after the wait began and then at distances
 * that double up to {@value #LONGEST_MS} ms.
 *
 * <p>What is wrong is refused before anything moves, as by {@link Armci}; a {@link Flag} when it is made.
 * Stateless; for tasks on their own fiber. Per flag: some objects.
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
     * Sets a flag, as an operation of this task, behind nothing: {@link Fence#fence} before it puts it behind
     * everything.
     */
    public static void setNb(final TaskContext ctx, final ArmciMemory flags, final int node, final long offset,
                             final long value) {
        FlagPlace.of(flags, node, offset).set(ctx, value);
    }

    /** Puts a range, as {@link Armci#put}, and sets a flag when it is there. */
    public static void put(final TaskContext ctx, final LocalBuffer source, final long from, final ArmciMemory target,
                           final int node, final long to, final long bytes, final Flag flag) throws SuspendExecution {
        EngineTask.of(ctx).checkMayWait();
        final OperationHandle handle = ctx.newOperation();
        Armci.of(ctx).putNb(handle, source, from, target, node, to, bytes);
        flag.setBehind(ctx, handle);
    }

    /** Puts a patch, as {@link Armci#putStrided}, and sets a flag when it is there. */
    public static void putStrided(final TaskContext ctx, final LocalBuffer source, final Patch from,
                                  final ArmciMemory target, final int node, final Patch to, final Flag flag)
        throws SuspendExecution {
        EngineTask.of(ctx).checkMayWait();
        final OperationHandle handle = ctx.newOperation();
        Armci.of(ctx).putStridedNb(handle, source, from, target, node, to);
        flag.setBehind(ctx, handle);
    }

    /** Puts pieces, as {@link Armci#putVector}, and sets a flag when all are there. */
    public static void putVector(final TaskContext ctx, final LocalBuffer source, final ArmciMemory target,
                                 final int node, final Flag flag, final IoVector... vectors) throws SuspendExecution {
        EngineTask.of(ctx).checkMayWait();
        final OperationHandle handle = ctx.newOperation();
        Armci.of(ctx).putVectorNb(handle, source, target, node, vectors);
        flag.setBehind(ctx, handle);
    }

    // --- wait ---

    /** Suspends until a flag of this node has a value, or has had it meanwhile. */
    public static void await(final TaskContext ctx, final ArmciMemory flags, final long offset, final long value)
        throws SuspendExecution {
        await(ctx, FlagPlace.of(flags, ctx.nodeId(), offset), value, Long.MAX_VALUE);
    }

    /** As above, but not longer than the time given: false, when the flag has not had the value. */
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
