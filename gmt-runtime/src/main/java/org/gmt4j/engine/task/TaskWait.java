package org.gmt4j.engine.task;

import co.paralleluniverse.fibers.Coroutine;
import org.gmt4j.JobCancelledException;
import org.gmt4j.TaskContext;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.engine.hang.Awaited;
import org.gmt4j.engine.signal.Signal;
import org.gmt4j.engine.signal.Sleeper;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The current wait of one task: its object, its deadline, and its end. The lowest part of {@link EngineTask}; the waits
 * that programs call are in {@link WaitingTask}. Belongs to one fiber; methods suspend in their own frame, because each
 * frame above a suspension costs.
 *
 * <pre>
 * NOT --wait--> DATA, HANDLE, JOIN, ROUND, SIGNAL --completed or expired, the first of them--> NOT
 * </pre>
 */
abstract class TaskWait extends EngineIssuer implements TaskContext, Sleeper {
    static final int NOT = 0;
    static final int DATA = 1;
    static final int HANDLE = 2;
    static final int JOIN = 3;
    static final int ROUND = 4;
    static final int SIGNAL = 5;

    final TaskParts parts;
    final Worker worker;
    TaskFiber fiber;
    /** Above 0 while local bodies run inside this task, which must not wait then. */
    int localDepth;
    /** Above 0 while work must be completed even when the job is cancelled. */
    int shields;
    /** Kind of the wait for which this task is suspended. */
    int waiting;
    /** Whether the deadline of the current wait has passed. */
    boolean timedOut;
    long deadlineNs;
    /** Place among the deadlines of the worker, while it is one of them. */
    int placeOfDeadline;
    /** Whether this task counts as one of those that wait for others, which may need fibers. */
    private boolean isBlocked;
    /** Whether this task waits for a call on a plain thread, which needs no task of its job to end. */
    boolean isInCall;
    /** Whether another thread wakes this task from a wait that is over. */
    private boolean isWakeUnderWay;
    /** The join of the current wait, also for reports; null for other kinds. */
    Join awaitedJoin;
    Round awaitedRound;
    Signal awaitedSignal;
    /** Changes when all operations have been answered. */
    private int answerNumber;
    /** Common purpose of several waits of this task, or null. For reports. */
    Awaited purpose;

    TaskWait(final TaskParts parts, final Worker worker, final Aggregator aggregator) {
        super(aggregator);
        this.parts = parts;
        this.worker = worker;
    }

    final UnfinishedTask self() {
        return (UnfinishedTask) this;
    }

    /**
     * Throws in a body that cannot be suspended, before anything is set up for a wait. For the layers above.
     */
    public final void checkMayWait() {
        if (worker == null || localDepth > 0) {
            throw Worker.mayNotWait();
        }
        worker.checkMayWait(self());
    }

    // --- waits of this package ---

    /**
     * Waits for a join. Callers that may run in a body have called {@link #checkMayWait} before the join got its first
     * task.
     */
    final void awaitJoin(final Join join) throws SuspendExecution {
        awaitedJoin = join;
        beginBlocked();
        while (join.mustWait(this)) {
            waiting = JOIN;
            Coroutine.suspend();
            waiting = NOT;
        }
        endBlocked();
        awaitedJoin = null;
        joinEnded(join);
    }

    /** Returns false after a timeout; the join can be awaited again. */
    final boolean awaitJoin(final Join join, final long timeoutNs) throws SuspendExecution {
        beginTimed(timeoutNs);
        awaitedJoin = join;
        beginBlocked();
        while (!timedOut && join.mustWait(this)) {
            waiting = JOIN;
            Coroutine.suspend();
            waiting = NOT;
        }
        endBlocked();
        endTimed();
        if (!join.isDone()) {
            return false;
        }
        joinEnded(join);
        return true;
    }

    /** Notes that this task knows that all tasks of its join have ended. */
    private void joinEnded(final Join join) {
        parts.tasks().joins.remove(join);
        parts.rounds().joinEnded(join);
    }

    /**
     * Waits for a round, without a deadline when {@code timeoutNs} is negative. Returns false after a timeout; the
     * round can be awaited again.
     */
    final boolean awaitRound(final Round round, final long timeoutNs) throws SuspendExecution {
        final CollectiveRounds rounds = parts.rounds();
        if (timeoutNs >= 0) {
            beginTimed(timeoutNs);
        }
        awaitedRound = round;
        beginBlocked();
        while (!timedOut && rounds.mustWait(round, this)) {
            if (isJobOver() && rounds.takeBack(round, this)) {
                break;
            }
            waiting = ROUND;
            Coroutine.suspend();
            waiting = NOT;
        }
        endBlocked();
        awaitedRound = null;
        if (timeoutNs >= 0) {
            endTimed();
        }
        final boolean isOver = rounds.isOver(round);
        if (!isOver) {
            checkJobIsNotOver();
        }
        return isOver;
    }

    // --- wake-up and expiry ---

    static void checkTimeout(final long timeoutNs) {
        if (timeoutNs < 0) {
            throw new IllegalArgumentException("the time limit of a wait is " + timeoutNs + " ns, expected 0 or more");
        }
    }

    final void beginTimed(final long timeoutNs) {
        checkMayWait();
        deadlineNs = System.nanoTime() + Math.min(timeoutNs, Deadlines.FARTHEST_NS);
        timedOut = false;
        worker.deadlines().add(self());
    }

    final void endTimed() {
        worker.deadlines().remove(self());
        timedOut = false;
        awaitedJoin = null;
        awaitedRound = null;
        awaitedSignal = null;
    }

    /** Begins a wait for other tasks: they may need more fibers than this worker has. */
    final void beginBlocked() {
        isBlocked = true;
        worker.joinBlocked(1);
    }

    final void endBlocked() {
        isBlocked = false;
        worker.joinBlocked(-1);
    }

    /**
     * Takes everything back that a wait has set up, of which the fiber's frames were lost: nothing of it may concern
     * what this fiber runs next. The task's thread, in the task.
     */
    final void forgetWait() {
        if (waiting != NOT && !stopsWaiting()) {
            isWakeUnderWay = true;
        }
        waiting = NOT;
        if (isBlocked) {
            endBlocked();
        }
        isInCall = false;
        endTimed();
        purpose = null;
    }

    /** Returns, and forgets, whether the fiber has to be suspended once more, to take a wake-up that is under way. */
    final boolean takesWake() {
        final boolean takes = isWakeUnderWay;
        isWakeUnderWay = false;
        return takes;
    }

    /** Returns whether visits and local bodies of other nodes have this context: nobody awaits what they begin. */
    public final boolean isOfHelper() {
        return worker == null;
    }

    /** Returns the worker that runs this task; null in helpers. */
    final Worker home() {
        return worker;
    }

    @Override
    public final void wake() {
        worker.wake(fiber);
    }

    final void wakeFromHandle() {
        if (waiting == HANDLE) {
            waiting = NOT;
            worker.ready(fiber);
        }
    }

    /** Returns a number that changes whenever all operations without a handle have been answered. */
    public final int answerNumber() {
        return answerNumber;
    }

    @Override
    protected final void onComplete() {
        answerNumber++;
        if (waiting == DATA) {
            waiting = NOT;
            worker.ready(fiber);
        }
    }

    /**
     * Ends an expired wait. This worker, between fibers. Where another thread has been faster its wake-up is under way,
     * and the task looks again.
     */
    final void expire(final long nowNs) {
        if (nowNs - deadlineNs >= 0 && stopsWaiting()) {
            timedOut = true;
            waiting = NOT;
            worker.ready(fiber);
        }
    }

    // --- when the job ends before its tasks ---

    /** Returns whether the job of this task was cancelled. */
    final boolean isJobOver() {
        return parts.jobs().isAnyCancelled() && parts.jobs().isCancelled(self().job());
    }

    final JobCancelledException jobIsOver() {
        return parts.jobs().reason(self().job());
    }

    /** Throws before a wait suspends when the job was cancelled. */
    final void checkJobIsNotOver() {
        if (isJobOver()) {
            throw jobIsOver();
        }
    }

    /**
     * Wakes a task that waits for an event which other tasks may never cause. This worker, between fibers, after a job
     * was cancelled. Other waits end by themselves: data arrive, and tasks of the job end.
     */
    final void jobsWereCancelled() {
        if ((waiting == ROUND || waiting == SIGNAL) && isJobOver() && stopsWaiting()) {
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
                return parts.rounds().takeBack(awaitedRound, this);
            case SIGNAL:
                return awaitedSignal.takeBack(this);
            default:
                return false;
        }
    }
}
