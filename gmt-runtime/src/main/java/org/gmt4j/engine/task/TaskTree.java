package org.gmt4j.engine.task;

import org.gmt4j.TaskHandle;

/** The engine's side of a {@link TaskHandle}. Owned by the task that made it; per tree. */
final class TaskTree implements TaskHandle {
    final Join join;
    final UnfinishedTask owner;
    boolean isAwaited;
    /** Takes the result when the chunk ends without a wait for it; or null. */
    UnawaitedResult<Object> ifNotAwaited;

    TaskTree(final UnfinishedTask owner) {
        this.owner = owner;
        join = new Join(owner.task, true);
    }

    TaskTree(final UnfinishedTask owner, final Join join) {
        this.owner = owner;
        this.join = join;
    }

    @Override
    public long pendingCount() {
        return Math.max(0, join.pendingCount());
    }
}
