package org.gmt4j.engine.task;

import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;

/** The engine's side of an {@link OperationHandle}. Owned by the task that made it; per operation. */
final class EngineOperation extends EngineIssuer implements OperationHandle {
    private final UnfinishedTask owner;
    boolean isAwaited;

    EngineOperation(final UnfinishedTask owner) {
        super(owner.aggregator());
        this.owner = owner;
    }

    @Override
    public boolean test() {
        joinHeld();
        return isComplete();
    }

    @Override
    public TaskContext task() {
        return owner;
    }

    @Override
    void usedAgain() {
        owner.keep(this);
    }

    @Override
    protected void onComplete() {
        if (isAwaited) {
            isAwaited = false;
            owner.wakeFromHandle();
        }
    }
}
