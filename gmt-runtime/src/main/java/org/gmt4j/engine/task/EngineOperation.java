package org.gmt4j.engine.task;

import org.gmt4j.OperationHandle;

/** The engine's side of an {@link OperationHandle}. Owned by the task that made it; per operation. */
public final class EngineOperation extends EngineIssuer implements OperationHandle {
    private final EngineTask owner;
    boolean isAwaited;

    EngineOperation(final EngineTask owner) {
        super(owner.aggregator());
        this.owner = owner;
    }

    @Override
    public boolean test() {
        return isComplete();
    }

    @Override
    public EngineTask task() {
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
