package org.gmt4j;

/**
 * Whose operations are waited for together: a task, by its {@link TaskContext}, or an {@link OperationHandle}.
 * Non-blocking operations take either: {@code ctx.await()} waits for those of the task itself,
 * {@code ctx.await(handle)} for those of a handle. Belongs to one task. Implemented by the runtime alone.
 */
public interface Issuer {
    /** The task. */
    TaskContext task();
}
