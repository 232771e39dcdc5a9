package org.gmt4j.engine.task;

import org.gmt4j.aggregation.queue.Completion;

/**
 * What one executor of commands tells the rest of its node about the commands that visits and local bodies have issued
 * there. Written by the executor's thread, read by any. Per block.
 *
 * <p>The writer promises to publish what a block has issued before the block is answered, and sooner or later what has
 * completed. Given that, when all executors of all nodes say twice in a row that nothing is on its way and that nothing
 * was issued in between, then nothing was on its way at the moment between the two: a command that was would have been
 * issued by a visit whose own block has not been answered yet, and so back to one that a task has not awaited.
 */
public final class HelperActivity {
    private final Completion context;
    private int seen;
    private volatile long issuingBlocks;
    private volatile int pending;

    /** @param context the context of the executor's bodies */
    HelperActivity(final Completion context) {
        this.context = context;
    }

    /** Before a block is answered. */
    public void blockExecuted() {
        final int now = context.pendingCount();
        if (now > seen) {
            issuingBlocks++;    // this thread is the only writer
        }
        if (now != seen) {
            publish(now);
        }
    }

    /** Now and then: completions that have come in since. */
    public void refresh() {
        final int now = context.pendingCount();
        if (now != seen) {
            publish(now);
        }
    }

    private void publish(final int now) {
        seen = now;
        pending = now;
    }

    long issuingBlocks() {
        return issuingBlocks;
    }

    int pending() {
        return pending;
    }
}
