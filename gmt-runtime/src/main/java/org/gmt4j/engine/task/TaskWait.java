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
 * What one task waits for at this moment, until when, and who ends the wait. The lowest part of {@link EngineTask}; the
 * waits that programs call are in {@link WaitingTask}. Belongs to one fiber; methods suspend in their own frame,
 * because each frame above a suspension costs.
 *
 * <pre>
 * NOT --wait--> DATA, HANDLE, JOIN, ROUND, SIGNAL --completed or expired, whoever is first--> NOT
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
    /** Bodies that are not preemptable run inside this task now: they must not wait. */
    int localDepth;
    /** Above 0: what it does now is done whole, whatever becomes of its job. */
    int shields;
    /** What this task is suspended for. */
    int waiting;
    /** The deadline of the wait in progress has passed. */
    boolean timedOut;
    private long deadlineNs;
    /** What the wait in progress is for, also for reports; null where it is for something else. */
    Join awaitedJoin;
    Round awaitedRound;
    Signal awaitedSignal;
    /** For reports: what several waits of this task together are for; null: nothing. */
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
     * For the layers above, before anything is set up for a wait: in a body that cannot be suspended, nothing must
     * remain behind.
     */
    public final void checkMayWait() {
        if (worker == null || localDepth > 0) {
            throw Worker.mayNotWait();
        }
        worker.checkMayWait(self());
    }

    // --- what layers of this package wait for ---

    /** Whoever can be in a body has called {@link #checkMayWait} before the join got its first task. */
    final void awaitJoin(final Join join) throws SuspendExecution {
        awaitedJoin = join;
        worker.joinBlocked(1);
        while (join.mustWait(this)) {
            waiting = JOIN;
            Coroutine.suspend();
            waiting = NOT;
        }
        worker.joinBlocked(-1);
        awaitedJoin = null;
        joinEnded(join);
    }

    /** False: expired; the join can be awaited again. */
    final boolean awaitJoin(final Join join, final long timeoutNs) throws SuspendExecution {
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
        joinEnded(join);
        return true;
    }

    /** All tasks of a join have ended, and this task, which spawned them, knows. */
    private void joinEnded(final Join join) {
        parts.tasks().joins.remove(join);
        parts.rounds().joinEnded(this, join);
    }

    /** @param timeoutNs negative: none. Returns false when it has expired; the round can be awaited again. */
    final boolean awaitRound(final Round round, final long timeoutNs) throws SuspendExecution {
        final CollectiveRounds rounds = parts.rounds();
        if (timeoutNs >= 0) {
            beginTimed(timeoutNs);
        }
        awaitedRound = round;
        worker.joinBlocked(1);
        while (!timedOut && rounds.mustWait(round, this)) {
            if (isJobOver() && rounds.takeBack(round, this)) {
                break;
            }
            waiting = ROUND;
            Coroutine.suspend();
            waiting = NOT;
        }
        worker.joinBlocked(-1);
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

    // --- who wakes, who expires ---

    static void checkTimeout(final long timeoutNs) {
        if (timeoutNs < 0) {
            throw new IllegalArgumentException("the time limit of a wait is " + timeoutNs + " ns, expected 0 or more");
        }
    }

    final void beginTimed(final long timeoutNs) {
        checkMayWait();
        deadlineNs = System.nanoTime() + timeoutNs;
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

    /** The worker that runs this task; null in helpers. */
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

    @Override
    protected final void onComplete() {
        if (waiting == DATA) {
            waiting = NOT;
            worker.ready(fiber);
        }
    }

    /**
     * This worker, between fibers. Where another thread has been faster its wake-up is on the way, and the task looks
     * again.
     */
    final void expire(final long nowNs) {
        if (nowNs - deadlineNs >= 0 && stopsWaiting()) {
            timedOut = true;
            waiting = NOT;
            worker.ready(fiber);
        }
    }

    // --- when the job ends before its tasks ---

    /** The job that this task belongs to was cancelled. */
    final boolean isJobOver() {
        return parts.jobs().isAnyCancelled() && parts.jobs().isCancelled(self().job());
    }

    final JobCancelledException jobIsOver() {
        return parts.jobs().reason(self().job());
    }

    /** A wait is about to suspend. */
    final void checkJobIsNotOver() {
        if (isJobOver()) {
            throw jobIsOver();
        }
    }

    /**
     * This worker, between fibers, after a job was cancelled: a task that waits for what other tasks may never do is
     * woken, and looks. Others are not: data come, and tasks of the job end.
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
