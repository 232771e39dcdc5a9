package org.gmt4j.engine.task;

import org.gmt4j.JobCancelledException;
import org.gmt4j.JobProgress;

/**
 * A job that was started at this node: its number, its progress and its cancellation. Any thread.
 *
 * <p>Cancelling a job ends its tasks on all nodes: no further chunk begins, and waits that would suspend throw
 * {@link JobCancelledException}. A body that computes without waiting runs to its end, or until it checks
 * {@link EngineTask#isCancelled()}.
 */
public final class RunningJob {
    private final JobTable table;
    private final int number;
    private final long startedNs = System.nanoTime();
    private boolean isOver;
    private boolean isCancelTold;
    private long done;
    private long total;

    RunningJob(final JobTable table, final int number) {
        this.table = table;
        this.number = number;
    }

    /** Returns its number, above 0 and unique among the jobs that run at the same time. */
    public int number() {
        return number;
    }

    /** Ends its tasks, here and on all other nodes. Returns at once; idempotent, the first reason counts. */
    public void cancel(final boolean isDeadline) {
        table.cancelEverywhere(this, isDeadline);
    }

    /** Notes its end. Returns whether all nodes have been told of a cancellation: they must be told of the end, too. */
    synchronized boolean hasEnded() {
        isOver = true;
        return isCancelTold;
    }

    /** Notes that all nodes have been told of its cancellation. Returns whether it has ended before. */
    synchronized boolean cancelIsTold() {
        isCancelTold = true;
        return isOver;
    }

    long ageNs() {
        return System.nanoTime() - startedNs;
    }

    public synchronized JobProgress progress() {
        return new JobProgress(done, total);
    }

    synchronized void progressTo(final long newDone) {
        done = newDone;
    }

    synchronized void progressOf(final long newTotal) {
        total = newTotal;
    }

    synchronized void progressed(final long more) {
        done += more;
    }
}
