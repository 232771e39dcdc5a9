package org.gmt4j.aggregation.queue;

/**
 * Counts operations that have been issued and not yet completed. Owned by one lane: the thread that issues the
 * operations also applies the replies, so that nothing here is atomic. Per command.
 *
 * <p>A task is one Completion ("all of mine"); a handle for single operations is another.
 */
public abstract class Completion {
    private int pendingCount;
    private long value;
    private RuntimeException failure;

    /** The result of the last single-valued operation that came back, as its bits. */
    public final long value() {
        return value;
    }

    public final int pendingCount() {
        return pendingCount;
    }

    public final boolean isComplete() {
        return pendingCount == 0;
    }

    /** One more operation is on its way. */
    public final void issued() {
        pendingCount++;
    }

    /** {@code count} more operations are on their way. */
    public final void issued(final int count) {
        pendingCount += count;
    }

    /** A value has come, or was there without having travelled. */
    public final void deliver(final long bits) {
        value = bits;
    }

    /** {@code count} operations have ended; calls {@link #onComplete()} when none is left. */
    public final void completed(final int count) {
        final int left = pendingCount - count;
        pendingCount = left;
        if (left == 0) {
            onComplete();
        }
    }

    /** Keeps the first failure; it does not end the operation, {@link #completed} does. */
    public final void failed(final RuntimeException cause) {
        if (failure == null) {
            failure = cause;
        }
    }

    /** The first failure since the last call, or null. */
    public final RuntimeException takeFailure() {
        final RuntimeException cause = failure;
        failure = null;
        return cause;
    }

    public final boolean hasFailed() {
        return failure != null;
    }

    /** Runs on the owning lane when the count falls to zero. Must neither wait nor issue commands. */
    protected abstract void onComplete();
}
