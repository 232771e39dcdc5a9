package org.gmt4j.runtime.task;

/**
 * Waits for single operations instead of "all of mine". Owned by the task that made it; reusable once complete.
 *
 * @see TaskContext#newOperation()
 * @see TaskContext#await(OperationHandle)
 */
public final class OperationHandle extends Issuer {
    private final TaskContext owner;
    boolean isAwaited;

    OperationHandle(final TaskContext owner) {
        super(owner.aggregator());
        this.owner = owner;
    }

    /** True when nothing is on its way; never waits. */
    public boolean test() {
        return isComplete();
    }

    @Override
    public TaskContext task() {
        return owner;
    }

    @Override
    protected void onComplete() {
        if (isAwaited) {
            isAwaited = false;
            owner.wakeFromHandle();
        }
    }
}
