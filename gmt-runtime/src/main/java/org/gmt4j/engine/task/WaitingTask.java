package org.gmt4j.engine.task;

import co.paralleluniverse.fibers.Coroutine;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
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
 * The waits of a task: for its data, for operations of a handle, for tasks, for collectives; each also with a deadline.
 * A part of {@link TaskContext}, separate only for readability. Belongs to one fiber; methods suspend in their own
 * frame, because each frame above a suspension costs.
 *
 * <p><b>Deadlines.</b> A wait that expires throws {@link GmtTimeoutException} and changes nothing else: the awaited
 * work continues, its results still arrive, a later wait sees them, and the chunk does not end before it has ended.
 * Times are nanoseconds from the call, 0 or more. The worker checks them whenever it looks for ready fibers, so a wait
 * can last longer than its deadline while other tasks run without waiting.
 */
abstract class WaitingTask extends UnfinishedTask {
    /** Accesses in place to memory of other nodes after which others are let run: some ten microseconds. */
    private static final int ACCESSES_AT_A_STRETCH = 4096;

    /** Whether the next wait lets other fibers run even when nothing is outstanding. */
    private boolean isToGiveWay;
    private int accessesLeft = ACCESSES_AT_A_STRETCH;

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
     * Makes the next wait yield to other fibers even when nothing is outstanding. For the layers above, after the task
     * has long made accesses without waiting: otherwise a program that polls a value written by another task would
     * never see it.
     */
    public final void giveWay() {
        isToGiveWay = true;
    }

    /**
     * Returns whether this is the context of a task on a fiber, which may wait. Accesses in place ask, though they need
     * no wait: a body that may not wait fails in the same way wherever an element is.
     */
    public final boolean isWaitable() {
        return worker != null && localDepth == 0;
    }

    /**
     * Counts an access of a blocking form to memory of another node that needs no wait, and returns whether it may do
     * without: now and then one must wait, or a program that polls a value would keep others from running. Per access.
     */
    public final boolean mayGoOn() {
        if (--accessesLeft > 0) {
            return true;
        }
        accessesLeft = ACCESSES_AT_A_STRETCH;
        return false;
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
     * Returns true when operations are outstanding; the caller then suspends and asks again. For the layers above,
     * which suspend in their own frame because each frame above a suspension costs.
     */
    public final boolean mustWait() {
        joinHeld();
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

    /**
     * Returns true when operations are outstanding that are not held back; see {@link #mustWait}. For blocking accesses
     * of the layers above: a task that accesses one element after the other would otherwise have each of its updates
     * sent at once.
     */
    public final boolean mustWaitForAnswer() {
        if (isAnswered()) {
            return mustGiveWay();
        }
        aggregator.settleOwn();
        if (isAnswered()) {
            return false;
        }
        checkMayWait();
        checkJobIsNotOver();
        waiting = DATA;
        return true;
    }

    /** Waits for all operations that are not held back. For blocking accesses of the layers above. */
    public final void awaitAnswers() throws SuspendExecution {
        while (mustWaitForAnswer()) {
            Coroutine.suspend();
        }
        if (hasFailed()) {
            rethrow(takeFailure());
        }
    }

    /** Returns the value of a single operation, or throws its failure. For the layers above. */
    public final long result() {
        if (hasFailed()) {
            throw takeFailure();
        }
        return value();
    }

    @Override
    public final void await(final long timeoutNs) throws SuspendExecution {
        checkTimeout(timeoutNs);
        joinHeld();
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

    // --- operations of a handle ---

    @Override
    public final void await(final OperationHandle awaited) throws SuspendExecution {
        final EngineOperation handle = mine(awaited);
        handle.joinHeld();
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
        handle.joinHeld();
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

    /** Reports a failed visit like a failed chunk, with its exception as the cause. */
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
            throw new IllegalStateException("a TaskHandle or PendingResult is awaited once, by the task"
                + " that made it");
        }
        return handle;
    }

    // --- signals ---

    /**
     * Suspends until the signal has been raised, and returns its value. For the layers above.
     *
     * @throws JobCancelledException when the job is over and the signal has not been raised: the request to raise it
     *                               must then be withdrawn
     */
    public final long await(final Signal signal) throws SuspendExecution {
        checkMayWait();
        aggregator.settleOwn();
        awaitedSignal = signal;
        beginBlocked();
        while (signal.mustWait(this)) {
            if (isJobOver() && signal.takeBack(this)) {
                break;
            }
            waiting = SIGNAL;
            Coroutine.suspend();
            waiting = NOT;
        }
        endBlocked();
        awaitedSignal = null;
        if (!signal.isRaised()) {
            throw jobIsOver();
        }
        return signal.value();
    }

    /** Before a wait for a plain thread: nothing is begun by a task that may not wait, or whose job is over. */
    final void beginOutside() {
        checkMayWait();
        checkJobIsNotOver();
    }

    /**
     * Waits for a plain thread. Counts like a wait for data, so that a loop which calls does not begin all its calls at
     * once.
     *
     * @param isCall whether no task of the job is needed to end it: whatever completes a stage may not have begun
     * @throws JobCancelledException when the job is over before
     */
    final void awaitOutside(final Signal signal, final boolean isCall) throws SuspendExecution {
        aggregator.settleOwn();
        awaitedSignal = signal;
        isInCall = isCall;
        while (signal.mustWait(this)) {
            if (isJobOver() && signal.takeBack(this)) {
                break;
            }
            waiting = SIGNAL;
            Coroutine.suspend();
            waiting = NOT;
        }
        isInCall = false;
        awaitedSignal = null;
        if (!signal.isRaised()) {
            throw jobIsOver();
        }
    }

    /** Waits for the end of a call that has been interrupted, whatever has become of the job. */
    final void awaitEnd(final Signal signal) throws SuspendExecution {
        awaitedSignal = signal;
        while (signal.mustWait(this)) {
            waiting = SIGNAL;
            Coroutine.suspend();
            waiting = NOT;
        }
        awaitedSignal = null;
    }

    @Override
    public final <R> R callBlocking(final Callable<R> call) throws SuspendExecution {
        return parts.blocking().call(this, Objects.requireNonNull(call, "call"));
    }

    @Override
    public final <R> R await(final CompletionStage<R> stage) throws SuspendExecution {
        return BlockingCalls.await(this, Objects.requireNonNull(stage, "stage"));
    }

    /** Suspends until the signal has been raised, but not longer than the given time. Returns false after a timeout. */
    public final boolean await(final Signal signal, final long timeoutNs) throws SuspendExecution {
        checkTimeout(timeoutNs);
        aggregator.settleOwn();
        beginTimed(timeoutNs);
        awaitedSignal = signal;
        beginBlocked();
        while (!timedOut && signal.mustWait(this)) {
            if (isJobOver() && signal.takeBack(this)) {
                break;
            }
            waiting = SIGNAL;
            Coroutine.suspend();
            waiting = NOT;
        }
        endBlocked();
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
