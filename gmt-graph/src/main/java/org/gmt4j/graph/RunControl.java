package org.gmt4j.graph;

import org.gmt4j.Job;
import org.gmt4j.JobCancelledException;

/** Lets any thread cancel the jobs of a run, those to come included. Any thread. */
final class RunControl {
    /** Of the run that is under way; else null. Guarded by this, as the other field. */
    private Job<?> job;
    private boolean isCancelled;

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
