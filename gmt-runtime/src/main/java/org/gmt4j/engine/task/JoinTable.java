package org.gmt4j.engine.task;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Joins known to other nodes by a number that is never reused, so that a late or forged completion finds nothing. Any
 * thread. Per spawn.
 */
final class JoinTable {
    private final ConcurrentHashMap<Long, Join> joins = new ConcurrentHashMap<>();
    private final AtomicLong nextHandle = new AtomicLong(1);

    /** Several tasks may spawn with the join of a tree at once. */
    long register(final Join join) {
        if (join.handle == 0) {
            synchronized (join) {
                if (join.handle == 0) {
                    final long handle = nextHandle.getAndIncrement();
                    joins.put(handle, join);
                    join.handle = handle;
                }
            }
        }
        return join.handle;
    }

    Join find(final long handle) {
        return joins.get(handle);
    }

    void remove(final Join join) {
        if (join.handle != 0) {
            joins.remove(join.handle);
        }
    }

    /** Removes a join without tasks that nobody awaits. It gets another number with its next task. */
    void forgetIfDone(final Join join) {
        synchronized (join) {
            if (join.handle != 0 && join.isDone()) {
                joins.remove(join.handle);
                join.handle = 0;
            }
        }
    }

    int size() {
        return joins.size();
    }
}
