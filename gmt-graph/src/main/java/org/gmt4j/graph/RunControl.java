package org.gmt4j.graph;

import org.gmt4j.Job;
import org.gmt4j.JobCancelledException;

/** Lets any thread cancel the jobs of a run, those to come included. Any thread. */
final class RunControl {
    /** Of the run that is under way; else null. Guarded by this, as the other field. */
    private Job<?> job;
    private boolean isCancelled;
    /** What a job of the run has failed with; null before. */
    private RuntimeException failure;

    /** A job of the run has been submitted. */
    synchronized void begin(final Job<?> submitted) {
        job = submitted;
        if (isCancelled) {
            job.cancel();
        }
    }

    /** Requires that nobody has cancelled the run. */
    synchronized void check() {
        if (isCancelled) {
            throw JobCancelledException.asked("the run");
        }
    }

    /** A job of the run has failed. Returns what the library says of it, see {@link GraphFailure}. */
    synchronized RuntimeException failed(final RuntimeException ofJob) {
        failure = GraphFailure.of(ofJob);
        return failure;
    }

    /** Whether a job of the run has failed with it, and not what the program does meanwhile. */
    synchronized boolean isOfJob(final RuntimeException thrown) {
        return thrown == failure;
    }

    /** That job has ended. */
    synchronized void end() {
        job = null;
    }

    synchronized void cancel() {
        isCancelled = true;
        if (job != null) {
            job.cancel();
        }
    }
}
