package org.gmt4j.armci;

import java.util.concurrent.ConcurrentHashMap;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.hang.Awaited;
import org.gmt4j.engine.hang.WaitKind;
import org.gmt4j.engine.task.EngineTask;

/** The mutexes of any node held by tasks of this node. Any task; per lock. */
final class MutexHolds {
    private final ConcurrentHashMap<Key, MutexHold> holds = new ConcurrentHashMap<>();

    /** One mutex of the job. */
    record Key(long set, int node, int index) implements Awaited {
        @Override
        public WaitKind kind() {
            return WaitKind.MUTEX;
        }

        @Override
        public String describe() {
            return "mutex " + index + " of node " + node + " (set " + set + ")";
        }

        @Override
        public String resource() {
            return "mutex:" + set + ":" + node + ":" + index;
        }
    }

    void add(final Key key, final MutexHold hold) {
        holds.put(key, hold);
    }

    /** Returns the hold of this task, or null. */
    MutexHold find(final Key key, final TaskContext ctx) {
        final MutexHold hold = holds.get(key);
        return hold != null && hold.isOf(EngineTask.of(ctx)) ? hold : null;
    }

    void remove(final Key key, final MutexHold hold) {
        holds.remove(key, hold);
    }
}
