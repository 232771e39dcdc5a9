package org.gmt4j.aggregation.queue;

/**
 * Counts operations that have been issued and not yet completed. Owned by one lane: the thread that issues the
 * operations also applies the replies, so that nothing here is atomic. Per command.
 *
 * <p>A task is one Completion ("all of mine"); a handle for single operations is another.
 */
public abstract class Completion {
    private int issuedCount;
    private int heldCount;
    private boolean isToJoin;
    private long value;
    private RuntimeException failure;

    /** The result of the last single-valued operation that came back, as its bits. */
    public final long value() {
        return value;
    }

    /** Returns the number of operations that have not ended, those held back included. */
    public final int pendingCount() {
        return issuedCount + heldCount + (isToJoin ? 1 : 0);
    }

    public final boolean isComplete() {
        return (issuedCount | heldCount) == 0 && !isToJoin;
    }

    /** Returns whether all operations have ended but those held back, for which an access need not wait. */
    public final boolean isAnswered() {
        return issuedCount == 0;
    }

    /**
     * Operations are held back that nothing else counts: before a wait, {@link #takeHold} and have them counted. A
     * plain store, which costs nothing in a loop.
     */
    public final void hold() {
        isToJoin = true;
    }

    /** Returns whether {@link #hold} has been called since the last call. */
    public final boolean takeHold() {
        final boolean is = isToJoin;
        isToJoin = false;
        return is;
    }

    /** One more operation is held back. */
    public final void heldBack() {
        heldCount++;
    }

    /** An operation that was held back has ended. */
    public final void heldEnded() {
        if (--heldCount == 0 && issuedCount == 0) {
            onComplete();
        }
    }

    /** One more operation is on its way. */
    public final void issued() {
        issuedCount++;
    }

    /** {@code count} more operations are on their way. */
    public final void issued(final int count) {
        issuedCount += count;
    }

    /** A value has come, or was there without having travelled. */
    public final void deliver(final long bits) {
        value = bits;
    }

    /** {@code count} operations have ended; calls {@link #onComplete()} when none is left. */
    public final void completed(final int count) {
        final int left = issuedCount - count;
        issuedCount = left;
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

    /**
     * Runs on the owning lane when the number of operations that are not held back falls to zero, and when all have
     * ended. Must neither wait nor issue commands.
     */
    protected abstract void onComplete();
}
