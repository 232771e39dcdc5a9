package org.gmt4j;

/**
 * Groups operations that are awaited together: a {@link TaskContext} those of a task, an {@link OperationHandle} those
 * of the handle. Non-blocking operations take either: {@code ctx.await()} waits for the operations of the task itself,
 * {@code ctx.await(handle)} for those of a handle. Belongs to one task. Only the runtime implements this interface.
 */
public interface Issuer {
    /** Returns the task that owns this group. */
    TaskContext task();
}
