package org.gmt4j.armci;

import java.util.List;
import org.gmt4j.GmtException;
import org.gmt4j.GmtTimeoutException;
import org.gmt4j.JobCancelledException;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.RemoteCommandException;
import org.gmt4j.engine.objects.ServiceTable;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.signal.Signal;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A set of mutexes, the same number on each node. Created by one task; bodies capture it and tasks return it like any
 * value. A mutex is addressed by the node that hosts it and its index there.
 *
 * <p><b>Lockers.</b> A mutex is locked by a task (a chunk of a loop), on its own fiber. Visits and local bodies cannot
 * wait and so cannot lock (GMT-214). Mutexes are not re-entrant: a second lock by the holder is refused (GMT-280), and
 * so is an unlock by any other task (GMT-282).
 *
 * <p><b>Fairness.</b> First come, first served, in the order in which requests reach the host. A waiting locker
 * occupies neither a request block nor a credit: its request is answered at once, and the grant follows in the reply
 * class.
 *
 * <p><b>Visibility.</b> Unlocking waits for all operations of the task, except those of its own handles that it has not
 * awaited. So all operations of the holder have been executed, on every node, when the next holder gets the mutex.
 *
 * <p><b>Failure.</b> A task that ends with a mutex held releases it when its operations have completed. After an
 * exception this is silent, so that others can proceed; after a return the task fails with GMT-281. The loss of a node
 * ends all waits of the job. When only the host of a mutex cannot be reached, requests for it fail with an exception
 * that names the host.
 *
 * @param id       number of the set, the same on all nodes; no other set of the cluster has had it or will have it
 * @param perNode  number of mutexes on each node
 */
public record Mutexes(long id, int perNode) {
    private static final long NONE = -1;

    /**
     * Creates {@code perNode} free mutexes on every node. Called by one task; costs two rounds to all nodes.
     *
     * @param perNode 1 or more
     * @throws GmtException GMT-289 when there are 262,128 sets
     */
    public static Mutexes create(final TaskContext ctx, final int perNode) throws SuspendExecution {
        if (perNode < 1) {
            throw new IllegalArgumentException(perNode + " mutexes for each node: expected at least 1");
        }
        EngineTask.of(ctx).shield();                       // on all nodes or none, even when the job is cancelled
        try {
            final long number = ctx.call(0, root -> services(root).take());
            ctx.executeOnAll(node -> services(node)
                .install(number, new MutexHost(EngineTask.of(node).runtime(), perNode)));
            return new Mutexes(number, perNode);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private static ServiceTable services(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().remoteServices();
    }

    /**
     * Removes the mutexes of all nodes. Called by one task. Later calls of other tasks are refused with GMT-283.
     *
     * @throws GmtException GMT-284 when a mutex is held, and nothing is removed then; GMT-283 when the set has been
     *                      destroyed
     */
    public void destroy(final TaskContext ctx) throws SuspendExecution {
        EngineTask.of(ctx).shield();                       // bodies destroy sets in a finally block
        try {
            destroyEverywhere(ctx, id);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private void destroyEverywhere(final TaskContext ctx, final long set) throws SuspendExecution {
        final List<Integer> held = ctx.callOnAll(node -> firstHeld(node, set));
        for (int node = 0; node < held.size(); node++) {
            if (held.get(node) == -2) {
                throw destroyed();
            }
            if (held.get(node) >= 0) {
                throw new GmtException("GMT-284", "mutex " + held.get(node) + " of node " + node
                    + " is held: unlock it before the set is destroyed");
            }
        }
        ctx.executeOnAll(node -> remove(node, set));
        if (ctx.nodeId() == 0) {
            services(ctx).ids().giveBack(set, 1);
        } else {
            ctx.execute(0, root -> services(root).ids().giveBack(set, 1));
        }
    }

    private static int firstHeld(final TaskContext ctx, final long set) {
        return services(ctx).find(set) instanceof MutexHost host ? host.firstHeld() : -2;
    }

    private static void remove(final TaskContext ctx, final long set) {
        if (services(ctx).remove(set) instanceof MutexHost host) {
            host.destroy();
        }
    }

    /**
     * Suspends until this task holds the mutex. Without contention it costs one round trip, and none on the own node.
     */
    public void lock(final TaskContext ctx, final int node, final int index) throws SuspendExecution {
        check(ctx, node, index);
        EngineTask.of(ctx).checkMayWait();
        final Signal signal = new Signal();
        final long number = EngineTask.of(ctx).runtime().signals().register(signal);
        long answer;
        if (node == ctx.nodeId()) {
            answer = ServiceCalls.callHere(ctx, id, MutexHost.offset(MutexHost.LOCK, index), number);
        } else {
            try {
                answer = answer(ctx, ServiceCalls.call(ctx, node, id, MutexHost.offset(MutexHost.LOCK, index), number));
            } catch (final RuntimeException e) {
                giveUp(ctx, node, index, signal, number, e);
                throw e;
            }
        }
        if (answer == MutexHost.QUEUED) {
            try {
                answer = EngineTask.of(ctx).await(signal.describedBy(new MutexHolds.Key(id, node, index)));
            } catch (final JobCancelledException e) {
                withdraw(ctx, node, index, signal, number);
                throw e;
            }
        }
        EngineTask.of(ctx).runtime().signals().remove(signal);
        conclude(ctx, node, index, number, answer);
    }

    /**
     * Suspends until this task holds the mutex, but not longer than {@code timeoutNs}. After a timeout the request has
     * been withdrawn: the task does not hold the mutex and will not get it. Other waiting lockers move up.
     *
     * @return whether this task holds the mutex
     */
    public boolean lock(final TaskContext ctx, final int node, final int index, final long timeoutNs)
        throws SuspendExecution {
        if (timeoutNs < 0) {
            throw new IllegalArgumentException("the time limit of a lock is " + timeoutNs + " ns, expected 0 or more");
        }
        check(ctx, node, index);
        EngineTask.of(ctx).checkMayWait();
        final long startNs = EngineTask.of(ctx).runtime().nowNs();
        final Signal signal = new Signal();
        final long number = EngineTask.of(ctx).runtime().signals().register(signal);
        long answer;
        if (node == ctx.nodeId()) {
            answer = ServiceCalls.callHere(ctx, id, MutexHost.offset(MutexHost.LOCK, index), number);
        } else {
            final OperationHandle handle = ServiceCalls.call(ctx, node, id,
                MutexHost.offset(MutexHost.LOCK, index), number);
            try {
                answer = answer(ctx, handle, timeoutNs);
            } catch (final RuntimeException e) {
                giveUp(ctx, node, index, signal, number, e);
                throw e;
            }
            if (answer == NONE) {
                withdraw(ctx, node, index, signal, number);
                return false;
            }
        }
        if (answer == MutexHost.QUEUED) {
            final long leftNs = Math.max(0, timeoutNs - (EngineTask.of(ctx).runtime().nowNs() - startNs));
            if (!awaitOrWithdraw(ctx, node, index, signal.describedBy(new MutexHolds.Key(id, node, index)),
                number, leftNs)) {
                return false;
            }
            answer = signal.value();
        }
        EngineTask.of(ctx).runtime().signals().remove(signal);
        conclude(ctx, node, index, number, answer);
        return true;
    }

    private boolean awaitOrWithdraw(final TaskContext ctx, final int node, final int index, final Signal signal,
                                    final long number, final long leftNs) throws SuspendExecution {
        boolean isGranted = false;
        try {
            isGranted = EngineTask.of(ctx).await(signal, leftNs);
        } finally {
            if (!isGranted) {
                withdraw(ctx, node, index, signal, number);
            }
        }
        return isGranted;
    }

    /** Withdraws a request. It was sent on the same way before, so the host finds it, waiting or already granted. */
    private void withdraw(final TaskContext ctx, final int node, final int index, final Signal signal,
                          final long number) {
        EngineTask.of(ctx).runtime().signals().remove(signal);
        ServiceCalls.note(ctx, node, id, MutexHost.offset(MutexHost.WITHDRAW, index), number);
    }

    /**
     * Gives up a request that has failed. A host that cannot be reached keeps nothing; any other one may have executed
     * it.
     */
    private void giveUp(final TaskContext ctx, final int node, final int index, final Signal signal, final long number,
                        final RuntimeException why) {
        if (why instanceof JobCancelledException || why instanceof RemoteCommandException refused
            && refused.failure() != CommandFailure.UNREACHABLE) {
            withdraw(ctx, node, index, signal, number);
        } else {
            EngineTask.of(ctx).runtime().signals().remove(signal);
        }
    }

    /**
     * Takes the mutex if it is free, without waiting for its holder. Costs one round trip, and none on the own node.
     */
    public boolean tryLock(final TaskContext ctx, final int node, final int index) throws SuspendExecution {
        check(ctx, node, index);
        EngineTask.of(ctx).checkMayWait();
        final Signal signal = new Signal();
        final long number = EngineTask.of(ctx).runtime().signals().register(signal);
        EngineTask.of(ctx).runtime().signals().remove(signal);
        final long answer;
        if (node == ctx.nodeId()) {
            answer = ServiceCalls.callHere(ctx, id, MutexHost.offset(MutexHost.TRY_LOCK, index), number);
        } else {
            try {
                answer = answer(ctx, ServiceCalls.call(ctx, node, id, MutexHost.offset(MutexHost.TRY_LOCK, index),
                    number));
            } catch (final RuntimeException e) {
                giveUp(ctx, node, index, signal, number, e);
                throw e;
            }
        }
        if (answer == MutexHost.QUEUED) {
            return false;
        }
        conclude(ctx, node, index, number, answer);
        return true;
    }

    /**
     * Waits for all operations of this task, then passes the mutex to the locker that has waited longest. When an
     * operation has failed, the mutex is released nevertheless, and the failure is thrown afterwards.
     *
     * @throws GmtException GMT-282 when this task does not hold the mutex; nothing has changed
     */
    public void unlock(final TaskContext ctx, final int node, final int index) throws SuspendExecution {
        ServiceCalls.checkNode(ctx, node);
        final MutexHold hold = SyncServices.of(ctx).mutexHolds().find(new MutexHolds.Key(id, node, index), ctx);
        if (hold == null) {
            throw new GmtException("GMT-282", "this task does not hold mutex " + index + " of node "
                + node + "; only the holder unlocks");
        }
        EngineTask.of(ctx).checkMayWait();
        RuntimeException failure = null;
        try {
            ctx.await();
        } catch (final RuntimeException e) {
            failure = e;
        }
        hold.end();
        EngineTask.of(ctx).shield();                       // mutexes are released even when the job is over
        final long answer;
        try {
            answer = giveBack(ctx, node, index, hold);
        } finally {
            EngineTask.of(ctx).unshield();
        }
        if (failure != null) {
            throw failure;
        }
        if (answer != MutexHost.GRANTED) {
            throw destroyed();
        }
    }

    private long giveBack(final TaskContext ctx, final int node, final int index, final MutexHold hold)
        throws SuspendExecution {
        return node == ctx.nodeId() ? ServiceCalls.callHere(ctx, id, MutexHost.offset(MutexHost.UNLOCK, index),
            hold.signal)
            : answer(ctx, ServiceCalls.call(ctx, node, id, MutexHost.offset(MutexHost.UNLOCK, index), hold.signal));
    }

    /** Returns whether this task holds the mutex. Sends nothing. */
    public boolean isHeld(final TaskContext ctx, final int node, final int index) {
        return SyncServices.of(ctx).mutexHolds().find(new MutexHolds.Key(id, node, index), ctx) != null;
    }

    private void check(final TaskContext ctx, final int node, final int index) {
        ServiceCalls.checkNode(ctx, node);
        if (index < 0 || index >= perNode) {
            throw new IndexOutOfBoundsException("mutex " + index + " of " + perNode + " on each node");
        }
        if (isHeld(ctx, node, index)) {
            throw new GmtException("GMT-280", "this task holds mutex " + index + " of node " + node
                + " already; mutexes are not re-entrant");
        }
        if (services(ctx).find(id) == null) {
            throw destroyed();                             // another set may have its id by now
        }
    }

    private static long answer(final TaskContext ctx, final OperationHandle handle) throws SuspendExecution {
        try {
            ctx.await(handle);
        } catch (final RemoteCommandException e) {
            return destroyedOrThrow(e);
        }
        return EngineTask.of(handle).value();
    }

    /** Returns the answer of the host; {@link #NONE} when none arrived within the given time. */
    private static long answer(final TaskContext ctx, final OperationHandle handle, final long timeoutNs)
        throws SuspendExecution {
        try {
            ctx.await(handle, timeoutNs);
        } catch (final GmtTimeoutException e) {
            return NONE;
        } catch (final RemoteCommandException e) {
            return destroyedOrThrow(e);
        }
        return EngineTask.of(handle).value();
    }

    private static long destroyedOrThrow(final RemoteCommandException e) {
        if (e.failure() != CommandFailure.UNKNOWN_SERVICE) {
            throw e;
        }
        return MutexHost.DESTROYED;
    }

    private void conclude(final TaskContext ctx, final int node, final int index, final long number,
                          final long answer) {
        if (answer != MutexHost.GRANTED) {
            throw destroyed();
        }
        new MutexHold(EngineTask.of(ctx), new MutexHolds.Key(id, node, index), number).begin();
    }

    private GmtException destroyed() {
        return new GmtException("GMT-283", "the set of mutexes #" + id + " has been destroyed");
    }
}
