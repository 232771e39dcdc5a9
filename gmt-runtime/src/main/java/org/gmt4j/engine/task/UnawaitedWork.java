package org.gmt4j.engine.task;

import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.RemoteFailure;
import org.gmt4j.engine.travel.FailureCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What bodies without a task, on one executor of commands, have begun: no task waits for it. Counts their tasks, and
 * keeps failures until somebody asks. Tasks are begun by the executor's thread and ended by any; per spawn.
 */
final class UnawaitedWork {
    private static final Logger LOG = LoggerFactory.getLogger(UnawaitedWork.class);
    private final JoinTable joins;
    private volatile long begun;
    /** Joins with tasks that have not ended. */
    private final AtomicInteger openJoins = new AtomicInteger();
    /** The first failure that nobody knows, and their number. Guarded by this. */
    private Throwable firstFailure;
    private long failureCount;
    private long lastFailedNs;

    /** @param joins the node's, which knows a join while it has tasks */
    UnawaitedWork(final JoinTable joins) {
        this.joins = joins;
    }

    /** Adds a task that a body begins to its join, before the join is registered. The executor's thread. */
    void begins(final Join join) {
        if (!join.isWatched()) {
            join.atZero(() -> ended(join));
        }
        begun++;    // this thread is the only writer
        // under the monitor, so that a thread which has seen the end of the tasks before does not forget this one
        synchronized (join) {
            if (join.add(1) == 1) {
                openJoins.incrementAndGet();
            }
        }
    }

    private void ended(final Join join) {
        join.giveFailures(this::failed);
        joins.forgetIfDone(join);
        openJoins.decrementAndGet();
    }

    /** Notes failures. The first that nobody knows is logged: nobody may ask. */
    synchronized void failed(final Throwable cause, final long count) {
        if (cause instanceof RemoteFailure failure && FailureCodec.isConsequence(failure)) {
            return;     // its job is over, and reports the reason
        }
        lastFailedNs = System.nanoTime();
        failureCount += count;
        if (firstFailure == null) {
            firstFailure = cause;
            LOG.error("GMT-401 what a visit or a local body has begun failed; awaitVisits() reports it (further "
                + "failures are only counted until then)", cause);
        }
    }

    /** Returns the number of failures since the last {@link #takeFailure}. */
    synchronized long failureCount() {
        return failureCount;
    }

    /**
     * Returns the first failure, or null when there is none, and forgets all.
     *
     * @param ageNs failures that are older are those of an earlier job, and only forgotten
     */
    synchronized Throwable takeFailure(final long ageNs) {
        final Throwable first = System.nanoTime() - lastFailedNs > ageNs ? null : firstFailure;
        firstFailure = null;
        failureCount = 0;
        return first;
    }

    /** Returns the number of tasks that have been begun. */
    long begun() {
        return begun;
    }

    /** Returns the number of joins with tasks that have not ended. Once it is zero, all failures are known. */
    int pending() {
        return openJoins.get();
    }
}
