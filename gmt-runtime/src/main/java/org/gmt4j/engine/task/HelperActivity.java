package org.gmt4j.engine.task;


/**
 * Reports the commands that visits and local bodies have issued on one executor of commands. Written by the executor's
 * thread, read by any. Per block.
 *
 * <p>The writer promises to publish the commands issued by a block before the block is answered, and completions after
 * some time. Given that, suppose that all executors of all nodes report twice in a row that nothing is outstanding, and
 * that nothing was issued in between. Then nothing was outstanding at the moment between the two reports: a command
 * would have been issued by a visit whose own block has not been answered yet, and so back to a block that a task has
 * not awaited.
 */
public final class HelperActivity {
    private final EngineIssuer context;
    private int seen;
    private volatile long issuingBlocks;
    private volatile int pending;

    /** @param context context of the executor's bodies */
    HelperActivity(final EngineIssuer context) {
        this.context = context;
    }

    /** Publishes issued commands, before a block is answered. */
    public void blockExecuted() {
        context.joinHeld();
        final int now = context.pendingCount();
        if (now > seen) {
            issuingBlocks++;    // this thread is the only writer
        }
        if (now != seen) {
            publish(now);
        }
    }

    /** Publishes completions, now and then. */
    public void refresh() {
        context.joinHeld();
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
