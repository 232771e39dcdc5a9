package org.gmt4j;

/**
 * A tree of tasks that may outlive their creators: each task spawned with the handle may spawn further ones on any
 * node. {@link TaskContext#await(TaskHandle)} returns when all of them have ended.
 *
 * <p>Termination is counted along the tree: a task has ended when its body and all tasks that it spawned with the
 * handle have ended, and only then notifies its parent. This costs one message per task and no rounds of counting.
 *
 * <p>Valid for the task that made it, until that task has awaited it. Tasks spawned with it do not capture it, and it
 * does not travel: they use {@link TaskContext#spawnMore}.
 */
public interface TaskHandle {
    /** Returns the number of tasks directly below the creator that have not ended. */
    long pendingCount();
}
