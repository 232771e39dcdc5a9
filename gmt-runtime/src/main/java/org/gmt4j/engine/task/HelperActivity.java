package org.gmt4j.engine.task;

import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.RemoteFailure;
import org.gmt4j.engine.travel.FailureCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What visits and local bodies have begun on one executor of commands, where no task waits for it: commands and tasks.
 * Counts and failures of commands are written by the executor's thread, those of tasks by the threads that end them;
 * any thread reads. Per block and per spawn.
 *
 * <p>The writer promises to publish the commands issued by a block before the block is answered, and completions after
 * some time; tasks count from their begin to their end. Given that, suppose that all executors of all nodes report
 * twice in a row that nothing is outstanding, and that nothing was begun in between. Then nothing was outstanding at
 * the moment between the two reports: a command would have been issued by a visit whose own block has not been answered
 * yet, and so back to a block that a task has not awaited. A task that a visit has begun is outstanding itself while it
 * waits for what it has sent.
 */
public final class HelperActivity {
    private static final Logger LOG = LoggerFactory.getLogger(HelperActivity.class);
    private final UnfinishedTask context;
    private int seen;
    private volatile long begun;
    private volatile int pending;
    /** Joins with tasks that have not ended. */
    private final AtomicInteger openJoins = new AtomicInteger();
    /** The first failure that nobody knows, and their number. Guarded by this. */
    private Throwable firstFailure;
    private long failureCount;
    private long lastFailedNs;

    /** @param context context of the executor's bodies */
    HelperActivity(final UnfinishedTask context) {
        this.context = context;
        context.activity = this;
    }

    /** Publishes issued commands, before a block is answered. */
    public void blockExecuted() {
        final int now = outstanding();
        if (now > seen) {
            begun++;    // this thread is the only writer
        }
        if (now != seen) {
            publish(now);
        }
    }

    /** Publishes completions, now and then. */
    public void refresh() {
        final int now = outstanding();
        if (now != seen) {
            publish(now);
        }
    }

    /** Returns the number of outstanding commands. The failures of the others are known then. */
    private int outstanding() {
        final UnfinishedTask issuer = context;
        issuer.joinHeld();
        final int now = issuer.pendingCount() + issuer.pendingOfHandles();
        if (issuer.hasFailed()) {
            failed(issuer.takeFailure(), 1);
        }
        return now;
    }

    private void publish(final int now) {
        seen = now;
        pending = now;
    }

    /** Adds a task that a body begins to its join. The executor's thread. */
    void begins(final Join join) {
        if (!join.isWatched()) {
            join.atZero(() -> ended(join));
        }
        begun++;
        if (join.add(1) == 1) {
            openJoins.incrementAndGet();
        }
    }

    private void ended(final Join join) {
        join.giveFailures(this);
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

    /** Returns how often something has been begun. */
    long begun() {
        return begun;
    }

    int pending() {
        return pending + openJoins.get();
    }
}
