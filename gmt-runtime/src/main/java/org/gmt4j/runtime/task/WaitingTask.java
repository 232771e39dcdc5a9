package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.SuspendExecution;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.RemoteCommandException;

/**
 * How a task waits: for its data, for operations under a handle, for tasks, for collectives; each also with a deadline. A part of
 * {@link TaskContext}, apart only so that both can be read. Belongs to one fiber; methods suspend in their own frame, because each
 * frame above a suspension costs.
 *
 * <p><b>Deadlines.</b> A wait that expires throws {@link GmtTimeoutException} and changes nothing else: what was waited for goes
 * on, its results still arrive, a later wait sees them, and the chunk does not end before it has ended. Times are
 * nanoseconds from the call, 0 or more; they are looked at each time the worker looks for ready fibers, so a wait may take longer
 * than its deadline by as long as other tasks run without waiting.
 */
public abstract class WaitingTask extends UnfinishedTask {
    /** A collective whose wait has expired: the next call of the same goes on with it. */
    Round openRound;
    /** The next wait lets others run, whatever is on its way. */
    private boolean isToGiveWay;

    WaitingTask(final TaskRuntime runtime, final Worker worker, final Aggregator aggregator) {
        super(runtime, worker, aggregator);
    }

    // --- data ---

    /**
     * Suspends until all data operations of this task have completed.
     *
     * @throws RemoteCommandException when a node has refused one of them
     * @throws ParForException        when a visit has failed; its cause is what the visit has thrown
     */
    public final void await() throws SuspendExecution {
        while (mustWait()) {
            Coroutine.suspend();
        }
        if (hasFailed()) {
            rethrow(takeFailure());
        }
    }

    /**
     * For the layers above: the task has done for so long what would wait elsewhere, that its next wait is to let others run, even if
     * nothing is on its way. Otherwise a program that looks again and again for what another task brings would never see it.
     */
    public final void giveWay() {
        isToGiveWay = true;
    }

    private boolean mustGiveWay() {
        if (!isToGiveWay || worker == null || localDepth > 0) {
            return false;
        }
        isToGiveWay = false;
        checkMayWait();
        checkJobIsNotOver();
        worker.pauseForYield();
        return true;
    }

    /**
     * For the layers above, which suspend in their own frame because each frame above a suspension costs: true when operations are
     * on their way, then the caller suspends and asks again.
     */
    public final boolean mustWait() {
        if (pendingCount() == 0) {
            return mustGiveWay();
        }
        aggregator.settleOwn();
        if (pendingCount() == 0) {
            return false;
        }
        checkMayWait();
        checkJobIsNotOver();
        waiting = DATA;
        return true;
    }

    /** For the layers above: the value that a single operation brought back, or what it failed with. */
    public final long result() {
        if (hasFailed()) {
            throw takeFailure();
        }
        return value();
    }

    /**
     * As {@link #await()}, but not longer than the time given. When it expires the operations go on; their results still
     * arrive, and a later wait sees them.
     *
     * @throws GmtTimeoutException when operations are on their way after {@code timeoutNs}
     */
    public final void await(final long timeoutNs) throws SuspendExecution {
        checkTimeout(timeoutNs);
        aggregator.settleOwn();
        while (pendingCount() == 0 && mustGiveWay()) {
            Coroutine.suspend();
        }
        if (pendingCount() != 0) {
            checkJobIsNotOver();
            beginTimed(timeoutNs);
            while (pendingCount() != 0 && !timedOut) {
                waiting = DATA;
                Coroutine.suspend();
            }
            endTimed();
            if (pendingCount() != 0) {
                throw GmtTimeoutException.ofOperations(pendingCount(), timeoutNs, aggregator);
            }
        }
        if (hasFailed()) {
            rethrow(takeFailure());
        }
    }

    // --- operations under a handle ---

    /** Suspends until the operations of one handle have completed. */
    public final void await(final OperationHandle handle) throws SuspendExecution {
        checkMine(handle);
        aggregator.settleOwn();
        while (handle.isComplete() && mustGiveWay()) {
            Coroutine.suspend();
        }
        while (!handle.isComplete()) {
            checkMayWait();
            checkJobIsNotOver();
            waiting = HANDLE;
            handle.isAwaited = true;
            Coroutine.suspend();
        }
        if (handle.hasFailed()) {
            rethrow(handle.takeFailure());
        }
    }

    /**
     * As {@link #await(OperationHandle)}, but not longer than the time given; the handle may be awaited again.
     *
     * @throws GmtTimeoutException when operations of the handle are on their way after {@code timeoutNs}
     */
    public final void await(final OperationHandle handle, final long timeoutNs) throws SuspendExecution {
        checkMine(handle);
        checkTimeout(timeoutNs);
        aggregator.settleOwn();
        while (handle.isComplete() && mustGiveWay()) {
            Coroutine.suspend();
        }
        if (!handle.isComplete()) {
            checkJobIsNotOver();
            beginTimed(timeoutNs);
            while (!handle.isComplete() && !timedOut) {
                waiting = HANDLE;
                handle.isAwaited = true;
                Coroutine.suspend();
            }
            endTimed();
            if (!handle.isComplete()) {
                handle.isAwaited = false;
                throw GmtTimeoutException.ofOperations(handle.pendingCount(), timeoutNs, aggregator);
            }
        }
        if (handle.hasFailed()) {
            rethrow(handle.takeFailure());
        }
    }

    /** A failed visit is told of as a failed chunk is, with what it has thrown as cause. */
    private void rethrow(final RuntimeException failure) throws SuspendExecution {
        throw Visitor.causeOf(self(), failure) instanceof RemoteFailure visit ? new ParForException(visit, 1) : failure;
    }

    private void checkMine(final OperationHandle handle) {
        if (handle.task() != this) {
            throw new IllegalArgumentException("the operation handle belongs to another task");
        }
    }

    // --- tasks ---

    /** Suspends until all loops and tasks spawned with the {@code Nb} and {@code try} forms have ended. */
    public final void awaitTasks() throws SuspendExecution {
        final Join join = children;
        if (join != null) {
            checkMayWait();
            children = null;
            awaitJoin(join);
            join.throwIfFailed();
        }
    }

    /**
     * As {@link #awaitTasks()}, but not longer than the time given. This is also how loops and single tasks are given a deadline:
     * spawn with the {@code Nb} form, then wait here. Tasks that are late run on; failures among them come out at a later wait or
     * at the end of the chunk.
     *
     * @throws GmtTimeoutException saying how many have not ended, and where
     */
    public final void awaitTasks(final long timeoutNs) throws SuspendExecution {
        checkTimeout(timeoutNs);
        final Join join = children;
        if (join != null) {
            checkMayWait();
            if (!awaitJoin(join, timeoutNs)) {
                throw GmtTimeoutException.ofTasks(join, timeoutNs);
            }
            children = null;
            join.throwIfFailed();
        }
    }

    /** Suspends until the whole tree of tasks has ended. The handle is then spent. */
    public final void await(final TaskHandle handle) throws SuspendExecution {
        checkUnspent(handle);
        checkMayWait();
        handle.isAwaited = true;
        awaitJoin(handle.join);
        handle.join.throwIfFailed();
    }

    /**
     * As {@link #await(TaskHandle)}, but not longer than the time given. When it expires the tree grows on, the handle can still
     * spawn, and be awaited again.
     *
     * @throws GmtTimeoutException saying how many tasks directly below this one have not ended, and where
     */
    public final void await(final TaskHandle handle, final long timeoutNs) throws SuspendExecution {
        checkTimeout(timeoutNs);
        checkUnspent(handle);
        checkMayWait();
        if (!awaitJoin(handle.join, timeoutNs)) {
            throw GmtTimeoutException.ofTasks(handle.join, timeoutNs);
        }
        handle.isAwaited = true;
        handle.join.throwIfFailed();
    }

    private void checkUnspent(final TaskHandle handle) {
        if (handle.owner != this || handle.isAwaited) {
            throw new IllegalStateException("a task handle is awaited once, by the task that made it");
        }
    }

    // --- signals ---

    /**
     * For the layers above: suspends until the signal has been raised; returns its value.
     *
     * @throws JobCancelledException the job is over, and the signal has not been raised: whoever was asked to raise it must be told
     */
    public final long await(final Signal signal) throws SuspendExecution {
        checkMayWait();
        aggregator.settleOwn();
        awaitedSignal = signal;
        worker.joinBlocked(1);
        while (signal.mustWait(this)) {
            if (isJobOver() && signal.takeBack(this)) {
                break;
            }
            waiting = SIGNAL;
            Coroutine.suspend();
            waiting = NOT;
        }
        worker.joinBlocked(-1);
        awaitedSignal = null;
        if (!signal.isRaised()) {
            throw jobIsOver();
        }
        return signal.value();
    }

    /** As above, but not longer than the time given: false when the signal has not been raised then. */
    public final boolean await(final Signal signal, final long timeoutNs) throws SuspendExecution {
        checkTimeout(timeoutNs);
        aggregator.settleOwn();
        beginTimed(timeoutNs);
        awaitedSignal = signal;
        worker.joinBlocked(1);
        while (!timedOut && signal.mustWait(this)) {
            if (isJobOver() && signal.takeBack(this)) {
                break;
            }
            waiting = SIGNAL;
            Coroutine.suspend();
            waiting = NOT;
        }
        worker.joinBlocked(-1);
        endTimed();
        if (!signal.isRaised()) {
            checkJobIsNotOver();
        }
        return signal.isRaised();
    }

    /** Lets other ready fibers of this worker run. */
    public final void yield() throws SuspendExecution {
        checkMayWait();
        checkJobIsNotOver();
        worker.pauseForYield();
        Coroutine.suspend();
    }
}
