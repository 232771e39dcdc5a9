package org.gmt4j;

/**
 * A tree of tasks that may outlive their creators: every task spawned with the handle may spawn others with it, on any
 * node. {@link TaskContext#await(TaskHandle)} returns when all of them have ended.
 *
 * <p>Termination is counted along the tree: a task has ended when its body and everything it spawned with the handle
 * have ended, and only then tells its parent. One message per task, no rounds of counting.
 *
 * <p>Valid for the task that made it, until it has awaited it, and, by itself, for the tasks spawned with it: they say
 * {@link TaskContext#spawnMore}. It is not captured and does not travel.
 */
public interface TaskHandle {
    /** Tasks directly below the creator that have not ended. */
    long pendingCount();
}
