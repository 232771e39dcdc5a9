package org.gmt4j;

/**
 * Groups operations that are awaited apart from the other operations of a task. Owned by the task that made it; may be
 * used again once complete.
 *
 * @see TaskContext#newOperation()
 * @see TaskContext#await(OperationHandle)
 */
public interface OperationHandle extends Issuer {
    /** Returns whether all operations of this handle have completed. Never waits. */
    boolean test();
}
