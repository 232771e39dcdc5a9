package org.gmt4j.armci;

import org.gmt4j.GmtException;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.task.ChunkEnding;
import org.gmt4j.engine.task.EngineTask;

/** A mutex held by a task, released at the end of the task at the latest. Owned by the task. */
final class MutexHold implements ChunkEnding {
    final long signal;
    private final EngineTask holder;
    private final MutexHolds.Key key;

    MutexHold(final EngineTask holder, final MutexHolds.Key key, final long signal) {
        this.holder = holder;
        this.key = key;
        this.signal = signal;
    }

    boolean isOf(final EngineTask ctx) {
        return holder == ctx;
    }

    void begin() {
        SyncServices.of(holder).mutexHolds().add(key, this);
        EngineTask.of(holder).atEnd(this);
    }

    void end() {
        SyncServices.of(holder).mutexHolds().remove(key, this);
        EngineTask.of(holder).notAtEnd(this);
    }

    @Override
    public String resource() {
        return key.resource();
    }

    @Override
    public String describe() {
        return "holds " + key.describe();
    }

    @Override
    public RuntimeException chunkEnds(final TaskContext ctx, final boolean hasFailed) {
        end();
        ServiceCalls.note(ctx, key.node(), key.set(), MutexHost.offset(MutexHost.UNLOCK, key.index()), signal);
        return hasFailed ? null : new GmtException("GMT-281",
            "a task of node " + ctx.nodeId() + " has ended while it held mutex " + key.index()
            + " of node " + key.node() + "; it was unlocked. Unlock it in the task that has locked it, "
            + "in a finally block");
    }
}
