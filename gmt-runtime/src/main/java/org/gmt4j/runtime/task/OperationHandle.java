package org.gmt4j.runtime.task;

import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;

/**
 * Waits for single operations instead of "all of mine". Owned by the task that made it; reusable once complete.
 *
 * @see TaskContext#newOperation()
 * @see TaskContext#await(OperationHandle)
 */
public final class OperationHandle extends Completion {
    private final TaskContext owner;
    boolean isAwaited;

    OperationHandle(final TaskContext owner) {
        this.owner = owner;
    }

    /** True when nothing is on its way; never waits. */
    public boolean test() {
        return isComplete();
    }

    /** For the layers above: where its commands go. */
    public Aggregator aggregator() {
        return owner.aggregator();
    }

    /** For the layers above: the task that it belongs to. */
    public TaskContext owner() {
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
