package org.gmt4j.runtime.task;

import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.Completion;

/**
 * Whose operations are waited for together: a task, by its {@link TaskContext}, or an {@link OperationHandle}. Non-blocking operations take
 * either: {@code ctx.await()} waits for those of the task itself, {@code ctx.await(handle)} for those of a handle. Belongs to one task.
 */
public abstract class Issuer extends Completion {
    final Aggregator aggregator;

    Issuer(final Aggregator aggregator) {
        this.aggregator = aggregator;
    }

    /** The task. */
    public abstract TaskContext task();

    /** For the layers above: the aggregator that commands go through. */
    public final Aggregator aggregator() {
        return aggregator;
    }
}
