package org.gmt4j.engine.task;

import java.util.Arrays;

/** The tasks of one worker that wait with a deadline. Owned by the worker's thread. Per wait with a deadline. */
final class Deadlines {
    private UnfinishedTask[] tasks = new UnfinishedTask[8];
    private int count;

    void add(final UnfinishedTask task) {
        if (count == tasks.length) {
            tasks = Arrays.copyOf(tasks, count * 2);
        }
        tasks[count++] = task;
    }

    void remove(final UnfinishedTask task) {
        for (int i = 0; i < count; i++) {
            if (tasks[i] == task) {
                tasks[i] = tasks[--count];
                tasks[count] = null;
                return;
            }
        }
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Ends the waits whose deadline has passed. Between fibers. */
    void expire(final long nowNs) {
        for (int i = count - 1; i >= 0; i--) {
            tasks[i].expire(nowNs);
        }
    }

    /** For reports, any thread: races are harmless. */
    boolean has(final UnfinishedTask task) {
        final UnfinishedTask[] all = tasks;
        for (int i = 0; i < Math.min(all.length, count); i++) {
            if (all[i] == task) {
                return true;
            }
        }
        return false;
    }
}
