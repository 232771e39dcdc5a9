package org.gmt4j.runtime.task;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts pieces of work that somebody waits for: the parts of a loop on several nodes, the tasks of a tree. Any thread
 * completes; the last one runs the action. Per spawn.
 *
 * <pre>
 * open (1 = the guard of its owner) --add--> ... --complete--> 0: action runs once
 * </pre>
 */
final class Join {
    /** The task whose tree this join counts, or null. */
    private final LoopTask tree;
    private final AtomicLong pending = new AtomicLong(1);
    private final AtomicLong failureCount = new AtomicLong();
    private volatile RemoteFailure firstFailure;
    private volatile Runnable atZero;
    /** Index in the table and generation; 0 while no other node knows this join. */
    long handle;
    /** Results by position: one for call, one per node for callOnAll. */
    Object[] results;
    byte[][] encodedResults;

    Join() {
        this(null);
    }

    Join(final LoopTask tree) {
        this.tree = tree;
    }

    void add(final long count) {
        pending.addAndGet(count);
    }

    /** Runs {@code action} when the count falls to zero. Before the guard is released. */
    void atZero(final Runnable action) {
        atZero = action;
    }

    void fail(final RemoteFailure failure, final long count) {
        if (firstFailure == null) {
            firstFailure = failure;
        }
        failureCount.addAndGet(count);
    }

    /**
     * Ends {@code count} pieces, or the guard.
     *
     * @return the task whose tree has ended with this, for the caller to go on with; null otherwise
     */
    LoopTask complete(final long count) {
        if (pending.addAndGet(-count) != 0) {
            return null;
        }
        final Runnable action = atZero;
        if (action != null) {
            action.run();
        }
        return tree;
    }

    boolean isDone() {
        return pending.get() <= 0;
    }

    long pendingCount() {
        return pending.get();
    }

    RemoteFailure firstFailure() {
        return firstFailure;
    }

    long failureCount() {
        return failureCount.get();
    }

    void throwIfFailed() {
        if (firstFailure != null) {
            throw new ParForException(firstFailure, failureCount.get());
        }
    }
}
