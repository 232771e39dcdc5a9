package org.gmt4j.engine.task;

import co.paralleluniverse.fibers.Coroutine;
import org.gmt4j.GmtTimeoutException;
import org.gmt4j.JobCancelledException;
import org.gmt4j.OperationHandle;
import org.gmt4j.ParForException;
import org.gmt4j.RemoteFailure;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskHandle;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.engine.signal.Signal;
import org.gmt4j.fibers.SuspendExecution;

/**
 * How a task waits: for its data, for operations under a handle, for tasks, for collectives; each also with a deadline.
 * A part of {@link TaskContext}, apart only so that both can be read. Belongs to one fiber; methods suspend in their
 * own frame, because each frame above a suspension costs.
 *
 * <p><b>Deadlines.</b> A wait that expires throws {@link GmtTimeoutException} and changes nothing else: what was waited
 * for goes on, its results still arrive, a later wait sees them, and the chunk does not end before it has ended. Times
 * are nanoseconds from the call, 0 or more; they are looked at each time the worker looks for ready fibers, so a wait
 * may take longer than its deadline by as long as other tasks run without waiting.
 */
abstract class WaitingTask extends UnfinishedTask {
    /** The next wait lets others run, whatever is on its way. */
    private boolean isToGiveWay;

    WaitingTask(final TaskParts parts, final Worker worker, final Aggregator aggregator) {
        super(parts, worker, aggregator);
    }

    // --- data ---

    @Override
    public final void await() throws SuspendExecution {
        while (mustWait()) {
            Coroutine.suspend();
        }
        if (hasFailed()) {
            rethrow(takeFailure());
        }
    }

    /**
     * For the layers above: the task has done for so long what would wait elsewhere, that its next wait is to let
     * others run, even if nothing is on its way. Otherwise a program that looks again and again for what another task
     * brings would never see it.
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
     * For the layers above, which suspend in their own frame because each frame above a suspension costs: true when
     * operations are on their way, then the caller suspends and asks again.
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

    @Override
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
                throw TimeOuts.ofOperations(pendingCount(), timeoutNs, aggregator);
            }
        }
        if (hasFailed()) {
            rethrow(takeFailure());
        }
    }

    // --- operations under a handle ---

    @Override
    public final void await(final OperationHandle awaited) throws SuspendExecution {
        final EngineOperation handle = mine(awaited);
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

    @Override
    public final void await(final OperationHandle awaited, final long timeoutNs) throws SuspendExecution {
        final EngineOperation handle = mine(awaited);
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
                throw TimeOuts.ofOperations(handle.pendingCount(), timeoutNs, aggregator);
            }
        }
        if (handle.hasFailed()) {
            rethrow(handle.takeFailure());
        }
    }

    /** A failed visit is told of as a failed chunk is, with what it has thrown as cause. */
    private void rethrow(final RuntimeException failure) throws SuspendExecution {
        throw causeOf(failure) instanceof RemoteFailure visit ? new ParForException(visit, 1)
            : failure;
    }

    private EngineOperation mine(final OperationHandle handle) {
        if (handle.task() != this) {
            throw new IllegalArgumentException("the operation handle belongs to another task");
        }
        return (EngineOperation) handle;
    }

    // --- tasks ---

    @Override
    public final void awaitTasks() throws SuspendExecution {
        final Join join = children;
        if (join != null) {
            checkMayWait();
            children = null;
            awaitJoin(join);
            join.throwIfFailed();
        }
    }

    @Override
    public final void awaitTasks(final long timeoutNs) throws SuspendExecution {
        checkTimeout(timeoutNs);
        final Join join = children;
        if (join != null) {
            checkMayWait();
            if (!awaitJoin(join, timeoutNs)) {
                throw TimeOuts.ofTasks(join, timeoutNs);
            }
            children = null;
            join.throwIfFailed();
        }
    }

    @Override
    public final void await(final TaskHandle awaited) throws SuspendExecution {
        final TaskTree handle = unspent(awaited);
        checkMayWait();
        handle.isAwaited = true;
        awaitJoin(handle.join);
        handle.join.throwIfFailed();
    }

    @Override
    public final void await(final TaskHandle awaited, final long timeoutNs) throws SuspendExecution {
        checkTimeout(timeoutNs);
        final TaskTree handle = unspent(awaited);
        checkMayWait();
        if (!awaitJoin(handle.join, timeoutNs)) {
            throw TimeOuts.ofTasks(handle.join, timeoutNs);
        }
        handle.isAwaited = true;
        handle.join.throwIfFailed();
    }

    private TaskTree unspent(final TaskHandle awaited) {
        final TaskTree handle = (TaskTree) awaited;
        if (handle.owner != this || handle.isAwaited) {
            throw new IllegalStateException("a task handle is awaited once, by the task that made it");
        }
        return handle;
    }

    // --- signals ---

    /**
     * For the layers above: suspends until the signal has been raised; returns its value.
     *
     * @throws JobCancelledException the job is over, and the signal has not been raised: whoever was asked to raise it
     *                               must be told
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

    @Override
    public final void yield() throws SuspendExecution {
        checkMayWait();
        checkJobIsNotOver();
        worker.pauseForYield();
        Coroutine.suspend();
    }
}
