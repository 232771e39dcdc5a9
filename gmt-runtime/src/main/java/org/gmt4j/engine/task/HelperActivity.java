package org.gmt4j.engine.task;

/**
 * What visits and local bodies have begun on one executor of commands, where no task waits for it: commands and tasks.
 * Written by the executor's thread, read by any. Per block.
 *
 * <p>The writer promises to publish the commands issued by a block before the block is answered, and completions after
 * some time; tasks count from their begin to their end. Given that, suppose that all executors of all nodes report
 * twice in a row that nothing is outstanding, and that nothing was begun in between. Then nothing was outstanding at
 * the moment between the two reports: a command would have been issued by a visit whose own block has not been answered
 * yet, and so back to a block that a task has not awaited. A task that a visit has begun is outstanding itself while it
 * waits for what it has sent.
 */
public final class HelperActivity {
    private final UnfinishedTask context;
    private final UnawaitedWork work;
    private int seen;
    private volatile long begun;
    private volatile int pending;

    /** @param context context of the executor's bodies */
    HelperActivity(final UnfinishedTask context) {
        this.context = context;
        work = context.unawaited;
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
            work.failed(issuer.takeFailure(), 1);
        }
        return now;
    }

    private void publish(final int now) {
        seen = now;
        pending = now;
    }

    /** Returns how often something has been begun. */
    long begun() {
        return begun + work.begun();
    }

    int pending() {
        return pending + work.pending();
    }

    /** Returns what no task waits for. */
    UnawaitedWork work() {
        return work;
    }
}
