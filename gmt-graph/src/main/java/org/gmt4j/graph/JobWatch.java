package org.gmt4j.graph;

import org.gmt4j.Job;

/** Hands on how far a job is, in the thread that waits for the job. */
@FunctionalInterface
interface JobWatch {
    JobWatch NOBODY = job -> { };

    /**
     * Returns when the job has ended, or the thread was interrupted, which it stays. What a consumer throws goes to the
     * caller.
     */
    void untilEnd(Job<?> job);
}
