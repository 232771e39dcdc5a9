package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.SuspendExecution;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;
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
 *
 * <pre>
 * NOT --wait--> DATA, HANDLE, JOIN, ROUND, SIGNAL --completed or expired, whoever is first--> NOT
 * </pre>
 */
public abstract class WaitingTask extends Completion {
    private static final int NOT = 0;
    private static final int DATA = 1;
    private static final int HANDLE = 2;
    private static final int JOIN = 3;
    private static final int ROUND = 4;
    private static final int SIGNAL = 5;
    private static final OperationHandle[] NO_HANDLES = new OperationHandle[0];

    final TaskRuntime runtime;
    final Worker worker;
    final Aggregator aggregator;
    TaskFiber fiber;
    LoopTask task;
    /** Bodies that are not preemptable run inside this task now: they must not wait. */
    int localDepth;
    /** A collective whose wait has expired: the next call of the same goes on with it. */
    Round openRound;
    /** Handles made by this chunk whose operations may be on their way. */
    private OperationHandle[] handles = NO_HANDLES;
    private int handleCount;
    private Join children;
    /** Trees made by this chunk that have not been awaited. */
    private List<TaskHandle> trees;
    /** What layers above let go at the end of this chunk. */
    private List<ChunkEnding> endings;
    private int waiting;
    private long deadlineNs;
    private boolean timedOut;
    private boolean isToGiveWay;
    private Join awaitedJoin;
    private Round awaitedRound;
    private Signal awaitedSignal;

    WaitingTask(final TaskRuntime runtime, final Worker worker, final Aggregator aggregator) {
        this.runtime = runtime;
        this.worker = worker;
        this.aggregator = aggregator;
    }

    private TaskContext self() {
        return (TaskContext) this;
    }

    /** For the layers above, before anything is set up for a wait: in a body that cannot be suspended, nothing must remain behind. */
    public final void checkMayWait() {
        if (worker == null || localDepth > 0) {
            throw Worker.mayNotWait();
        }
        worker.checkMayWait(self());
    }

    // --- data ---

    /**
     * Suspends until all data operations of this task have completed.
     *
     * @throws RemoteCommandException when a node has refused one of them
     */
    public final void await() throws SuspendExecution {
        while (mustWait()) {
            Coroutine.suspend();
        }
        if (hasFailed()) {
            throw takeFailure();
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
            throw takeFailure();
        }
    }

    // --- operations under a handle ---

    /** A handle for operations that are to be waited for apart from the others. The chunk does not end before they have completed. */
    public final OperationHandle newOperation() {
        final OperationHandle handle = new OperationHandle(self());
        if (handleCount == handles.length) {
            handleCount = forgetComplete(handles, handleCount);
            if (handleCount >= handles.length / 2) {
                handles = java.util.Arrays.copyOf(handles, Math.max(8, handles.length * 2));
            }
        }
        handles[handleCount++] = handle;
        return handle;
    }

    private static int forgetComplete(final OperationHandle[] handles, final int count) {
        int left = 0;
        for (int i = 0; i < count; i++) {
            final OperationHandle handle = handles[i];
            handles[i] = null;
            if (!handle.isComplete() || handle.hasFailed()) {
                handles[left++] = handle;
            }
        }
        return left;
    }

    /** Suspends until the operations of one handle have completed. */
    public final void await(final OperationHandle handle) throws SuspendExecution {
        checkMine(handle);
        aggregator.settleOwn();
        while (handle.isComplete() && mustGiveWay()) {
            Coroutine.suspend();
        }
        while (!handle.isComplete()) {
            checkMayWait();
            waiting = HANDLE;
            handle.isAwaited = true;
            Coroutine.suspend();
        }
        if (handle.hasFailed()) {
            throw handle.takeFailure();
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
            throw handle.takeFailure();
        }
    }

    private void checkMine(final OperationHandle handle) {
        if (handle.owner() != this) {
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

    /** A handle for an unstructured tree of tasks. The chunk that makes it does not end before the tree. */
    public final TaskHandle newHandle() {
        return keep(new TaskHandle(self()));
    }

    final TaskHandle keep(final TaskHandle handle) {
        if (worker != null) {
            if (trees == null) {
                trees = new ArrayList<>();
            }
            trees.removeIf(tree -> tree.isAwaited);
            trees.add(handle);
        }
        return handle;
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

    /** For the layers above: suspends until the signal has been raised; returns its value. */
    public final long await(final Signal signal) throws SuspendExecution {
        checkMayWait();
        aggregator.settleOwn();
        worker.joinBlocked(1);
        while (signal.mustWait(this)) {
            waiting = SIGNAL;
            Coroutine.suspend();
            waiting = NOT;
        }
        worker.joinBlocked(-1);
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
            waiting = SIGNAL;
            Coroutine.suspend();
            waiting = NOT;
        }
        worker.joinBlocked(-1);
        endTimed();
        return signal.isRaised();
    }

    /** For the layers above: what is to be let go when this chunk ends. Belongs to this fiber. */
    public final void atEnd(final ChunkEnding ending) {
        if (endings == null) {
            endings = new ArrayList<>();
        }
        endings.add(ending);
    }

    /** It has been let go. */
    public final void notAtEnd(final ChunkEnding ending) {
        if (endings != null && endings.remove(ending) && endings.isEmpty()) {
            endings = null;
        }
    }

    private RuntimeException endAll(final boolean hasFailed) {
        RuntimeException first = null;
        while (endings != null) {
            final ChunkEnding ending = endings.remove(endings.size() - 1);
            if (endings.isEmpty()) {
                endings = null;
            }
            final RuntimeException cause = ending.chunkEnds(self(), hasFailed);
            first = first == null ? cause : first;
        }
        return first;
    }

    /** Lets other ready fibers of this worker run. */
    public final void yield() throws SuspendExecution {
        checkMayWait();
        worker.pauseForYield();
        Coroutine.suspend();
    }

    /** The join of the non-blocking forms. */
    final Join children() {
        if (children == null) {
            children = new Join(task, true);
        }
        return children;
    }

    /** Whoever can be in a body has called {@link #checkMayWait} before the join got its first task. */
    final void awaitJoin(final Join join) throws SuspendExecution {
        worker.joinBlocked(1);
        while (join.mustWait(this)) {
            waiting = JOIN;
            Coroutine.suspend();
            waiting = NOT;
        }
        worker.joinBlocked(-1);
        runtime.joinEnded(self(), join);
    }

    /** False: expired; the join can be awaited again. */
    private boolean awaitJoin(final Join join, final long timeoutNs) throws SuspendExecution {
        beginTimed(timeoutNs);
        awaitedJoin = join;
        worker.joinBlocked(1);
        while (!timedOut && join.mustWait(this)) {
            waiting = JOIN;
            Coroutine.suspend();
            waiting = NOT;
        }
        worker.joinBlocked(-1);
        endTimed();
        if (!join.isDone()) {
            return false;
        }
        runtime.joinEnded(self(), join);
        return true;
    }

    /** @param timeoutNs negative: none. Returns false when it has expired; the round can be awaited again. */
    final boolean awaitRound(final Round round, final long timeoutNs) throws SuspendExecution {
        final CollectiveRounds rounds = runtime.rounds();
        if (timeoutNs >= 0) {
            beginTimed(timeoutNs);
        }
        awaitedRound = round;
        worker.joinBlocked(1);
        while (!timedOut && rounds.mustWait(round, this)) {
            waiting = ROUND;
            Coroutine.suspend();
            waiting = NOT;
        }
        worker.joinBlocked(-1);
        awaitedRound = null;
        if (timeoutNs >= 0) {
            endTimed();
        }
        return rounds.isOver(round);
    }

    // --- the end of a chunk ---

    /** End of a chunk: waits for everything that the body left on its way. Its own frames only, so nothing to check. */
    final void awaitAll() throws SuspendExecution {
        aggregator.settleOwn();
        while (pendingCount() != 0) {
            waiting = DATA;
            Coroutine.suspend();
        }
        if (hasFailed()) {
            throw takeFailure();
        }
        if (hasMore()) {
            awaitMore(true);
        }
    }

    /** End of a chunk that has failed. */
    final void awaitQuietly() throws SuspendExecution {
        aggregator.settleOwn();
        while (pendingCount() != 0) {
            waiting = DATA;
            Coroutine.suspend();
        }
        takeFailure();
        if (hasMore()) {
            awaitMore(false);
        }
    }

    private boolean hasMore() {
        return handleCount > 0 || children != null || trees != null || endings != null;
    }

    private void awaitMore(final boolean mayThrow) throws SuspendExecution {
        awaitHandles(mayThrow);
        final RuntimeException unfinished = endAll(!mayThrow);
        awaitTrees(mayThrow);
        final Join join = children;
        if (join != null) {
            children = null;
            awaitJoin(join);
            if (mayThrow) {
                join.throwIfFailed();
            }
        }
        // The end of a team is told to the other nodes.
        aggregator.settleOwn();
        while (pendingCount() != 0) {
            waiting = DATA;
            Coroutine.suspend();
        }
        if (mayThrow && unfinished != null) {
            throw unfinished;
        }
    }

    private void awaitHandles(final boolean mayThrow) throws SuspendExecution {
        while (handleCount > 0) {
            final OperationHandle handle = handles[handleCount - 1];
            while (!handle.isComplete()) {
                waiting = HANDLE;
                handle.isAwaited = true;
                Coroutine.suspend();
            }
            handles[--handleCount] = null;
            if (mayThrow && handle.hasFailed()) {
                throw handle.takeFailure();
            }
        }
    }

    private void awaitTrees(final boolean mayThrow) throws SuspendExecution {
        while (trees != null) {
            final TaskHandle handle = trees.remove(trees.size() - 1);
            if (trees.isEmpty()) {
                trees = null;
            }
            if (!handle.isAwaited) {
                handle.isAwaited = true;
                awaitJoin(handle.join);
                if (mayThrow) {
                    handle.join.throwIfFailed();
                }
            }
        }
    }

    // --- who wakes, who expires ---

    static void checkTimeout(final long timeoutNs) {
        if (timeoutNs < 0) {
            throw new IllegalArgumentException("the time limit of a wait is " + timeoutNs + " ns, expected 0 or more");
        }
    }

    private void beginTimed(final long timeoutNs) {
        checkMayWait();
        deadlineNs = runtime.nowNs() + timeoutNs;
        timedOut = false;
        worker.addTimed(self());
    }

    private void endTimed() {
        worker.removeTimed(self());
        timedOut = false;
        awaitedJoin = null;
        awaitedRound = null;
        awaitedSignal = null;
    }

    /** The worker that runs this task; null in helpers. */
    final Worker home() {
        return worker;
    }

    /** Any thread that has taken this task out of what it waited for. */
    final void wake() {
        worker.wake(fiber);
    }

    final void wakeFromHandle() {
        if (waiting == HANDLE) {
            waiting = NOT;
            worker.ready(fiber);
        }
    }

    @Override
    protected final void onComplete() {
        if (waiting == DATA) {
            waiting = NOT;
            worker.ready(fiber);
        }
    }

    /** This worker, between fibers. Where another thread has been faster its wake-up is on the way, and the task looks again. */
    final void expire(final long nowNs) {
        if (nowNs - deadlineNs >= 0 && stopsWaiting()) {
            timedOut = true;
            waiting = NOT;
            worker.ready(fiber);
        }
    }

    private boolean stopsWaiting() {
        switch (waiting) {
            case DATA:
            case HANDLE:
                return true;
            case JOIN:
                return awaitedJoin.takeBack(this);
            case ROUND:
                return runtime.rounds().takeBack(awaitedRound, this);
            case SIGNAL:
                return awaitedSignal.takeBack(this);
            default:
                return false;
        }
    }
}
